import { describe, expect, it } from 'vitest';
import { conformalThreshold, scoreSample } from '../../src/calibration/index.ts';
import { detectorNamed, referenceValues } from '../../src/detectors/index.ts';
import type { Encoder } from '../../src/encoders/encoder.ts';
import { documentGapQuartiles } from '../../src/evaluation/experiments/benign-fpr.ts';
import { evaluatedDetector, HYBRID_NAMES } from '../../src/evaluation/experiments/detectors.ts';
import { EXPERIMENTS, Study, type StudyInput } from '../../src/evaluation/experiments/index.ts';
import { plainPercentile, supervisedThreshold } from '../../src/evaluation/experiments/label-free.ts';
import { comparePerturbed, perturb } from '../../src/evaluation/experiments/noise.ts';
import type { Observation } from '../../src/evaluation/experiments/observe.ts';
import { performances } from '../../src/evaluation/experiments/performance.ts';
import { Scorer, thresholdOf } from '../../src/evaluation/experiments/scoring.ts';
import { splitRates } from '../../src/evaluation/experiments/split-rates.ts';
import { frozen, perShape, recalibrated, transferMatrix } from '../../src/evaluation/experiments/transfer-rates.ts';
import { auroc, splitsByRow } from '../../src/evaluation/metrics/index.ts';
import { RandomStream } from '../../src/evaluation/random.ts';
import { type ExperimentStore, evaluate, experimentsNamed, type RunProgress } from '../../src/evaluation/run.ts';
import type { DatasetRow } from '../../src/evaluation/types.ts';
import { resolveBackend } from '../../src/linalg/index.ts';
import { nodeEnvironment } from '../../src/node-environment.ts';

/** An observation with the same value for every signal named. */
function observed(row: number, signals: Record<string, number>, sentences = 6): Observation {
  return {
    row,
    documents: 2,
    sentences,
    values: { signals, documents: {} },
    lambda2: Number.NaN,
    conductance: Number.NaN,
    cosines: new Float32Array(0),
  };
}

function uniform(count: number, seed: number, shift = 0): Observation[] {
  const random = RandomStream.seeded(seed);
  return Array.from({ length: count }, (_, row) => observed(row, { 'spectral-gap': random.uniform() + shift }));
}

describe('thresholds', () => {
  it('are those of calibration', () => {
    const random = RandomStream.seeded(3);
    for (const count of [99, 100, 163, 500]) {
      const scores = Array.from({ length: count }, () => Math.floor(random.uniform() * 50) / 50);
      for (const fpr of [0.01, 0.05, 0.2]) {
        expect(thresholdOf(scores, fpr)).toBe(conformalThreshold([scoreSample(scores)], fpr).threshold);
      }
    }
  });

  it('are infinite where the scores are too few', () => {
    expect(thresholdOf(new Array(98).fill(0.5), 0.01)).toBe(Number.POSITIVE_INFINITY);
  });

  it('supervised is the best of all that keep the rate', () => {
    const random = RandomStream.seeded(9);
    for (let trial = 0; trial < 200; trial++) {
      const draw = (n: number, shift: number) =>
        Array.from({ length: n }, () => Math.round((random.uniform() + shift) * 20) / 20);
      const [benign, attacks] = [draw(40, 0), draw(30, 0.3)];
      const above = (scores: number[], t: number) => scores.filter((s) => s > t).length;
      const best = Math.max(
        ...[...benign, ...attacks].filter((t) => above(benign, t) <= 0.05 * 40).map((t) => above(attacks, t)),
      );
      const threshold = supervisedThreshold(benign, attacks, 0.05);
      expect(above(benign, threshold)).toBeLessThanOrEqual(2);
      expect(above(attacks, threshold)).toBe(best);
    }
  });

  it('plain percentile leaves the share above it', () => {
    const scores = Array.from({ length: 200 }, (_, i) => i);
    expect(plainPercentile(scores, 0.01)).toBe(197);
    expect(plainPercentile(scores.slice(0, 10), 0.01)).toBe(9);
  });
});

describe('scorers', () => {
  it('score a member of the reference as a new context', () => {
    const benign = Array.from({ length: 12 }, (_, row) =>
      observed(row, { 'query-distance': Math.sin(row), 'entity-link': -((row * 5) % 7) }),
    );
    const detector = detectorNamed('anchored');
    const scorer = new Scorer(detector, benign);
    for (const o of benign) {
      const others = benign.filter((other) => other !== o);
      const reference = {
        signals: Object.fromEntries(
          detector.signals.map((s) => [
            s,
            referenceValues(
              others.map((x) => x.values.signals[s]),
              1000,
            ),
          ]),
        ),
        documents: {},
      };
      expect(scorer.score(o)).toBe(detector.score(o.values, reference).score);
    }
  });

  it('the hybrid over names reads its own signal', () => {
    const { detector } = evaluatedDetector(HYBRID_NAMES);
    expect(new Scorer(detector, []).score(observed(0, { [HYBRID_NAMES]: 0.7, hybrid: 0.2 }))).toBe(0.7);
  });
});

describe('rates over splits', () => {
  const evaluated = evaluatedDetector('spectral-gap');

  it('keep the target on benign contexts of one distribution, and find attacks above it', () => {
    const benign = uniform(300, 1);
    const attacks = [
      { name: 'far', observations: uniform(300, 2, 5) },
      { name: 'same', observations: uniform(300, 3) },
    ];
    const splits = splitsByRow(
      benign.map((o) => o.row),
      200,
      100,
      200,
      4,
    );
    const [one, five] = splitRates(evaluated.detector, benign, attacks, {
      splits,
      fittedSplits: [],
      fpr: [0.01, 0.05],
    });
    const average = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(average(one!.fpr)).toBeLessThan(0.02);
    expect(Math.abs(average(five!.fpr) - 0.05)).toBeLessThan(0.02);
    expect(average(five!.recall[0])).toBe(1);
    expect(Math.abs(average(five!.recall[1]) - 0.05)).toBeLessThan(0.03);
  });

  it('are null where development rows are too few', () => {
    const benign = uniform(60, 1);
    const splits = splitsByRow(
      benign.map((o) => o.row),
      40,
      5,
      5,
      4,
    );
    const [one, five] = splitRates(evaluated.detector, benign, [], { splits, fittedSplits: [], fpr: [0.01, 0.05] });
    expect(one).toBeNull();
    expect(five).not.toBeNull();
  });

  it('performances have the AUROC of the scores, and count contexts', () => {
    const benign = uniform(150, 5);
    const attacks = [{ name: 'shifted', observations: [...uniform(150, 6, 0.3), ...uniform(150, 7, 0.3)] }];
    const splits = splitsByRow(
      benign.map((o) => o.row),
      100,
      20,
      100,
      8,
    );
    const [p] = performances(evaluated, benign, attacks, {
      fpr: [0.05],
      splits,
      fittedSplits: [],
      resamples: 400,
      seed: 1,
    });
    const scores = (set: Observation[]) => set.map((o) => o.values.signals['spectral-gap']);
    expect(p).toMatchObject({ detector: 'spectral-gap', attack: 'shifted', contexts: 300, benign: 150 });
    expect(Math.abs(p.auroc.mean - auroc(scores(benign), scores(attacks[0].observations)))).toBeLessThan(0.01);
    expect(p.auroc.sd).toBeGreaterThan(0.005);
    expect(p.auroc.sd).toBeLessThan(0.06);
  });

  it('quartiles part the benign contexts by gap', () => {
    const benign = Array.from({ length: 41 }, (_, row) => observed(row, { 'document-gap': ((row * 17) % 41) / 41 }));
    const quartiles = documentGapQuartiles(benign);
    expect(quartiles.flatMap((q) => q.observations.map((o) => o.row)).sort((a, b) => a - b)).toEqual(
      benign.map((o) => o.row),
    );
    const gaps = quartiles.map((q) => q.observations.map((o) => o.values.signals['document-gap']));
    for (let q = 1; q < 4; q++) expect(Math.min(...gaps[q])).toBeGreaterThanOrEqual(Math.max(...gaps[q - 1]));
  });
});

describe('transfer', () => {
  it('a frozen threshold follows its source, one per shape its target', () => {
    const shifted = uniform(300, 12, 0.5).map((o) => ({ ...o, sentences: 10 }));
    const systems = [
      { name: 'low', benign: uniform(300, 11) },
      { name: 'high', benign: shifted },
    ];
    const splits = splitsByRow(
      shifted.map((o) => o.row),
      200,
      50,
      50,
      2,
    );
    const at = (policy: typeof frozen) =>
      transferMatrix(systems, 'spectral-gap', policy, splits, 0.05).map((row) => row.map((e) => e.mean));
    const zeroShot = at(frozen);
    expect(zeroShot[0][1]).toBeGreaterThan(0.4);
    expect(zeroShot[1][0]).toBe(0);
    for (const policy of [perShape, recalibrated]) {
      for (const rate of at(policy).flat()) expect(Math.abs(rate - 0.05)).toBeLessThan(0.03);
    }
  });
});

describe('noise', () => {
  it('moves unit vectors by σ, and λ₂ by less than the proof’s bound', () => {
    const random = RandomStream.seeded(21);
    const { backend } = resolveBackend('js');
    const base = Array.from({ length: 6 }, () => {
      const vector = Float64Array.from({ length: 24 }, () => random.uniform());
      const norm = Math.hypot(...vector);
      return vector.map((v) => v / norm);
    });
    let kept = 0;
    for (const sigma of [0.001, 0.01, 0.1, 0.5]) {
      for (let draw = 0; draw < 20; draw++) {
        const moved = base.map((vector) => perturb(vector, sigma, random));
        for (const [i, vector] of moved.entries()) {
          expect(Math.hypot(...vector)).toBeCloseTo(1, 12);
          const distance = Math.hypot(...vector.map((v, c) => v - base[i][c]));
          expect(distance).toBeCloseTo(sigma, 12);
        }
        const { change, bound, sameEdges } = comparePerturbed(backend, base, moved, 4);
        if (!sameEdges) continue;
        kept++;
        expect(change).toBeLessThanOrEqual(bound);
      }
    }
    expect(kept).toBeGreaterThan(20);
    expect(comparePerturbed(backend, base, base, 4)).toEqual({ change: 0, bound: 0, sameEdges: true });
  });
});

const TOPICS = ['harbour', 'violin', 'glacier', 'parliament', 'enzyme', 'railway', 'orchid', 'volcano'];
const PLACES = ['Ardenmoor', 'Belvast', 'Corrimal', 'Dunavale', 'Estermont', 'Fenwick', 'Galloway', 'Hestia'];

/** A made-up data set: the two supporting documents of a question speak of one topic and place, a distractor of another. */
function rowsOf(count: number): DatasetRow[] {
  const sentence = (topic: string, place: string, n: number) =>
    [
      `The ${topic} of ${place} was first described in ${1800 + n}.`,
      `Visitors to ${place} remember its ${topic} number ${n} above all.`,
      `Records from ${place} mention the ${topic} ${n + 2} times.`,
      `A study of the ${topic} near ${place} took ${n + 1} years.`,
    ] as const;
  return Array.from({ length: count }, (_, n) => {
    const [topic, place] = [TOPICS[n % 8], PLACES[(n * 3 + Math.floor(n / 8)) % 8]];
    const [other, elsewhere] = [TOPICS[(n + 3) % 8], PLACES[(n * 5 + 1) % 8]];
    const [a, b, c, d] = sentence(topic, place, n);
    return {
      id: `row-${n}`,
      question: `When was the ${topic} of ${place} number ${n} described?`,
      answer: `${1800 + n}`,
      documents: [
        { title: `${place} ${n}`, sentences: [a, b, c], supporting: true },
        { title: `${topic} ${n}`, sentences: [d, b, `${place} keeps ${n} of them.`], supporting: true },
        { title: `${elsewhere} ${n}`, sentences: sentence(other, elsewhere, n).slice(0, 3), supporting: false },
      ],
    };
  });
}

function memoryStore(): ExperimentStore & { saved: string[] } {
  const kept = new Map<string, string>();
  const saved: string[] = [];
  return {
    saved,
    load: async (name, key) => JSON.parse(kept.get(`${name} ${key}`) ?? 'null'),
    save: async (name, key, finished) => {
      saved.push(name);
      kept.set(`${name} ${key}`, JSON.stringify(finished));
    },
  };
}

async function inputOf(rows: number, changes: Partial<StudyInput['options']> = {}): Promise<StudyInput> {
  return {
    dataset: 'hotpotqa-like',
    rows: rowsOf(rows),
    encoders: [await nodeEnvironment.loadStaticEncoder()],
    environment: nodeEnvironment,
    options: {
      seed: 1,
      k: 4,
      alpha: 0.4,
      sentences: 3,
      fpr: [0.05, 0.1],
      draws: 1,
      splits: 10,
      resamples: 20,
      ...changes,
    },
  };
}

describe('a run', () => {
  it('gives every experiment with numbers in range, the same with the same seed', async () => {
    const input = await inputOf(30);
    // The two that take longest have tests of their own.
    const names = EXPERIMENTS.map((e) => e.name).filter((name) => name !== 'ablation' && name !== 'white-box');
    const run = () => evaluate({ ...input, leftOut: [{ reason: 'broken', count: 2 }], experiments: names });
    const file = await run();
    expect(file.experiments.map((e) => e.name)).toEqual(names);
    expect(file.dataset).toMatchObject({ rows: 30, used: 30 });
    expect(file.dataset.leftOut).toContainEqual({ reason: 'broken', count: 2 });
    for (const m of file.results) {
      expect(m.dataset).toBe('hotpotqa-like');
      for (const value of [m.auroc, m.recall1, m.recall5, m.fpr]) {
        if (value !== null) expect(value >= 0 && value <= 1).toBe(true);
      }
    }
    // Recall at 5 % is there, at 1 % nobody asked.
    const detected = file.results.find((m) => m.experiment === 'detection' && m.detector === 'spectral-gap')!;
    expect(detected.recall5).not.toBeNull();
    expect(detected.recall1).toBeNull();
    const again = await run();
    const timed = new Set(['latency']);
    const numbers = (f: typeof file) => f.results.filter((m) => !timed.has(m.experiment));
    expect(numbers(again)).toEqual(numbers(file));
  }, 180_000);

  it('takes finished experiments up again, and only for the same input', async () => {
    const input = await inputOf(24);
    const store = memoryStore();
    const told: RunProgress[] = [];
    const run = (changed: Partial<StudyInput> = {}, experiments = ['table-8', 'figure-4']) =>
      evaluate({ ...input, ...changed, leftOut: [], experiments, store, onProgress: (p) => told.push(p) });
    const first = await run({}, ['k']);
    expect(store.saved).toEqual(['k']);
    const second = await run();
    expect(store.saved).toEqual(['k', 'document-gap']);
    expect(second.experiments[0]).toEqual(first.experiments[0]);
    expect(told.at(-1)).toMatchObject({ done: 2, total: 2, finished: { name: 'document-gap', kept: false } });
    await run({ options: { ...input.options, seed: 2 } }, ['k']);
    await run({ rows: input.rows.slice(1) }, ['k']);
    expect(store.saved).toEqual(['k', 'document-gap', 'k', 'k']);
  }, 180_000);

  it('stops when aborted, and keeps what was finished', async () => {
    const store = memoryStore();
    const abort = new AbortController();
    const running = evaluate({
      ...(await inputOf(24)),
      leftOut: [],
      experiments: ['document-gap', 'encoders'],
      store,
      signal: abort.signal,
      onProgress: ({ done }) => {
        if (done === 1) abort.abort(new Error('enough'));
      },
    });
    await expect(running).rejects.toThrow('enough');
    expect(store.saved).toEqual(['document-gap']);
  });

  it('computes each set of contexts once, and encodes each text once', async () => {
    const input = await inputOf(24);
    const [encoder] = input.encoders;
    let encoded = 0;
    const counting: Encoder = {
      id: encoder.id,
      dimension: encoder.dimension,
      fingerprint: encoder.fingerprint,
      encode: async (texts) => {
        encoded += texts.length;
        return encoder.encode(texts);
      },
    };
    const study = new Study({ ...input, encoders: [counting] });
    const material = await study.material();
    const texts = encoded;
    const benign = await study.benign();
    expect(benign).toHaveLength(material.rows.length);
    const attacked = await study.attack('replace');
    expect(await study.benign({ k: 4 })).toBe(benign);
    expect(await study.attack('replace', { sentences: 3 })).toBe(attacked);
    expect(await study.benign({ k: 2 })).not.toBe(benign);
    // Every sentence and question was encoded for the material already.
    expect(encoded).toBe(texts);
  });

  it('names experiments by name or by table', () => {
    expect(experimentsNamed(['table-1', 'figure-6', 'detection']).map((e) => e.name)).toEqual([
      'detection',
      'document-gap',
    ]);
    expect(experimentsNamed(['all'])).toHaveLength(EXPERIMENTS.length);
    expect(() => experimentsNamed(['table-99'])).toThrowError(expect.objectContaining({ code: 'OPTION_INVALID' }));
    const names = EXPERIMENTS.flatMap((e) => [e.name, ...e.aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('refuses too few rows, saying why', async () => {
    const input = await inputOf(5);
    const running = evaluate({ ...input, leftOut: [], experiments: ['k'] });
    await expect(running).rejects.toMatchObject({ code: 'CONTEXT_INVALID' });
  });
});
