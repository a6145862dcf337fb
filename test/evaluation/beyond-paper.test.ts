import { beforeAll, describe, expect, it } from 'vitest';
import { COMPOSITE_GROUPS } from '../../src/detectors/index.ts';
import {
  lowerCased,
  lowerCasedDocuments,
  repeatedLine,
  withoutQuery,
} from '../../src/evaluation/experiments/alterations.ts';
import { evaluatedDetector } from '../../src/evaluation/experiments/detectors.ts';
import type { Measurement } from '../../src/evaluation/experiments/index.ts';
import { canScore } from '../../src/evaluation/experiments/observe.ts';
import { performances } from '../../src/evaluation/experiments/performance.ts';
import { Study, type StudyInput } from '../../src/evaluation/experiments/study.ts';
import type { EvaluationFile } from '../../src/evaluation/index.ts';
import { evaluate } from '../../src/evaluation/run.ts';
import type { EvaluationContext } from '../../src/evaluation/types.ts';
import { nodeEnvironment } from '../../src/node-environment.ts';
import { renderEvaluationReport } from '../../src/report/index.ts';
import { madeUpRows } from './made-up-rows.ts';

const OPTIONS = { seed: 1, k: 4, alpha: 0.4, sentences: 3, fpr: [0.05, 0.1], draws: 1, splits: 8, resamples: 16 };
let input: StudyInput;
let file: EvaluationFile;
const results = (experiment: string, of: (m: Measurement) => boolean = () => true) =>
  file.results.filter((m) => m.experiment === experiment && of(m));
beforeAll(async () => {
  const rows = madeUpRows(64);
  input = {
    dataset: 'hotpotqa, made up',
    rows: rows.slice(0, 34),
    otherSources: [{ dataset: 'other towns', rows: rows.slice(34).map((row) => ({ ...row, id: `${row.id} b` })) }],
    encoders: [await nodeEnvironment.loadStaticEncoder()],
    environment: nodeEnvironment,
    options: OPTIONS,
  };
  file = await evaluate({ ...input, leftOut: [], experiments: ['goals', 'cross-source', 'ablation', 'degraded'] });
}, 120_000);

describe('goals', () => {
  it('has every shape and detector, with the document named', () => {
    const shapes = new Set(results('goals').map((m) => m.params.shape));
    expect(shapes).toEqual(
      new Set([
        'two supporting',
        'two supporting, whole documents',
        '2 retrieved',
        '3 retrieved',
        '5 retrieved',
        '10 retrieved',
        '5 hard: two supporting and three distractors',
      ]),
    );
    for (const detector of ['composite', 'anchored', 'spectral-gap', 'conductance', 'modularity', 'hybrid-names']) {
      const [m] = results('goals', (r) => r.detector === detector && r.attack === 'replace');
      expect(m.contexts).toBe(34);
      expect(m.params.named !== undefined).toBe(detector === 'composite' || detector === 'anchored');
    }
    const [hard] = results('goals', (m) => m.detector === 'composite' && m.attack === 'replace-supporting');
    expect(hard.params.named).toBeGreaterThan(0.5);
  });
});

describe('cross-source', () => {
  it('crosses each source with each, with an interval that holds the rate', () => {
    const own = results('cross-source', (m) => m.detector === 'composite' && m.params.shape === 'two supporting');
    const pairs = own.filter((m) => m.params.rate === 0.1).map((m) => [m.params.profile, m.params.traffic, m.contexts]);
    expect(pairs).toEqual([
      ['hotpotqa, made up', 'hotpotqa, made up', 34],
      ['hotpotqa, made up', 'other towns', 30],
      ['other towns', 'hotpotqa, made up', 34],
      ['other towns', 'other towns', 30],
    ]);
    for (const m of own) {
      // A mean over splits is between two counts of the interval's own trials.
      expect(m.params.low as number).toBeLessThanOrEqual(m.fpr! + 1 / m.contexts);
      expect(m.params.high as number).toBeGreaterThanOrEqual(m.fpr!);
    }
    // Towns are towns: a profile of others keeps its promise here.
    for (const m of own) if (m.params.rate === 0.1) expect(m.fpr).toBeLessThan(0.35);
  });

  it('has the one source where no other is given', async () => {
    const alone = await evaluate({ ...input, otherSources: [], leftOut: [], experiments: ['cross-source'] });
    expect(new Set(alone.results.map((m) => m.params.traffic))).toEqual(new Set(['hotpotqa, made up']));
  });

  it('depends on the other sources, so that a run with others is another run', async () => {
    const saved: string[] = [];
    const store = { load: async () => null, save: async (_: string, key: string) => void saved.push(key) };
    for (const otherSources of [input.otherSources!, []]) {
      await evaluate({ ...input, otherSources, leftOut: [], experiments: ['document-gap'], store });
    }
    expect(saved[0]).not.toBe(saved[1]);
  });
});

describe('ablation', () => {
  it('has the whole, each group left out and alone, and each signal left out', () => {
    const names = new Set(results('ablation').map((m) => m.detector));
    const groups = COMPOSITE_GROUPS.map((g) => g.name);
    const signals = new Set(COMPOSITE_GROUPS.flatMap((g) => g.members.map((m) => m.signal)));
    expect(names.size).toBe(1 + 2 * groups.length + signals.size);
    for (const name of groups) {
      expect(names).toContain(`without group ${name}`);
      expect(names).toContain(`group ${name} alone`);
    }
    const of = (detector: string) =>
      results('ablation', (m) => m.detector === detector && m.attack === 'bridge').map((m) => m.auroc!)[0];
    // The question in front is what the group for it is there for.
    expect(of('group echo alone')).toBeGreaterThan(of('group relation alone') + 0.2);
  });
});

describe('degraded', () => {
  const of = (condition: string, detector: string) =>
    results('degraded', (m) => m.params.condition === condition && m.detector === detector);

  it('leaves out who needs what is missing', () => {
    expect(of('as usual', 'composite').length).toBeGreaterThan(0);
    expect(of('no query', 'composite')).toEqual([]);
    expect(of('no query', 'anchored')).toEqual([]);
    expect(of('no query', 'pairwise-hybrid').length).toBeGreaterThan(0);
    expect(of('documents of one sentence', 'composite').length).toBeGreaterThan(0);
  });

  it('says what ordinary thresholds make of text without capitals', () => {
    const [hybrid] = of('lower case', 'hybrid');
    // No names: the overlap of every context is 0, so that all look attacked to a profile of ordinary text.
    expect(hybrid.params['fpr at ordinary threshold, 10 %']).toBe(1);
    expect(hybrid.fpr).toBeLessThan(0.5);
    const [gap] = of('no query', 'spectral-gap');
    expect(gap.auroc).toBeCloseTo(of('as usual', 'spectral-gap')[0].auroc!, 12);
  });
});

describe('alterations', () => {
  const context: EvaluationContext = {
    id: 'a',
    query: 'Who?',
    label: 'benign',
    row: 0,
    kind: 'supporting',
    documents: [{ sentences: ['One Town.', 'Two.'] }],
  };
  it('change what they say', () => {
    expect(withoutQuery.apply(context)).not.toHaveProperty('query');
    expect(lowerCased.apply(context)).toMatchObject({
      query: 'who?',
      documents: [{ sentences: ['one town.', 'two.'] }],
    });
    expect(lowerCasedDocuments.apply(context).query).toBe('Who?');
    expect(repeatedLine.apply(context).documents[0].sentences).toEqual(['One Town. Item 7.', 'Two. Item 7.']);
    expect(context.documents[0].sentences).toEqual(['One Town.', 'Two.']);
  });

  it('are part of what contexts are remembered by', async () => {
    const study = new Study({ ...input, otherSources: [] });
    const usual = await study.benign();
    expect(await study.benign({ alteration: lowerCased })).not.toBe(usual);
    expect(await study.benign({ alteration: lowerCased })).toBe(await study.benign({ alteration: { ...lowerCased } }));
    const [without] = await study.benign({ alteration: withoutQuery });
    expect(canScore(evaluatedDetector('anchored').detector, without)).toBe(false);
    expect(canScore(evaluatedDetector('hybrid').detector, without)).toBe(true);
  });
});

it('whole documents are screened to the end', async () => {
  const study = new Study({ ...input, otherSources: [] });
  const setting = { sentences: 6, fewest: 3 };
  expect(new Set((await study.benign(setting)).map((o) => o.sentences))).toEqual(new Set([7]));
  expect(new Set((await study.attack('tail', setting)).map((o) => o.sentences))).toEqual(new Set([10, 11, 10]));
});

it('the planted document is named first as often as it is', async () => {
  const study = new Study({ ...input, otherSources: [] });
  const benign = await study.benign();
  const attacks = await study.attack('replace');
  const options = study.performanceOptions(benign);
  const wrong = attacks.map((o) => ({ ...o, planted: [1 - o.planted![0]] }));
  const evaluated = evaluatedDetector('anchored');
  const [right, reversed] = performances(
    evaluated,
    benign,
    [
      { name: 'right', observations: attacks },
      { name: 'reversed', observations: wrong },
    ],
    options,
  );
  expect(right.named!.mean).toBeGreaterThan(0.6);
  expect(right.named!.mean + reversed.named!.mean).toBeCloseTo(1, 9);
  const [none] = performances(
    evaluatedDetector('hybrid'),
    benign,
    [{ name: 'replace', observations: attacks }],
    options,
  );
  expect(none.named).toBeNull();
});

it('every experiment is in the report', () => {
  const { results: _, ...report } = file;
  const page = renderEvaluationReport(report);
  for (const { title, exhibits } of file.experiments) {
    expect(page).toContain(title);
    expect(exhibits.length).toBeGreaterThan(0);
  }
});
