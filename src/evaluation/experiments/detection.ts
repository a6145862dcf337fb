import { averagePrecision, precisionRecallCurve, proportion, rocCurve, thinCurve } from '../metrics/index.ts';
import type { Exhibit } from '../types.ts';
import { percentCell, rateLabel, rounded } from './cells.ts';
import { EVALUATED_DETECTORS, evaluatedDetector, HYBRID_NAMES, labelOf } from './detectors.ts';
import { type Experiment, type Findings, measurementOf } from './experiment.ts';
import type { Observation } from './observe.ts';
import { Comparisons, inPercent, PAPER_CONTEXTS } from './paper.ts';
import { type Performance, performances } from './performance.ts';
import { Scorer } from './scoring.ts';
import type { Study } from './study.ts';

/** Points of a drawn curve. */
const CURVE_POINTS = 200;
/** A larger share of the rows for thresholds: with a few hundred rows, half of them put a 1 % threshold at their maximum. */
const MORE = 2 / 3;
const DRAWN = ['spectral-gap', 'conductance', 'modularity', HYBRID_NAMES, 'document-gap', 'anchored'];

/** What the paper says of detectors that ask a model; published, never measured here. */
const PUBLISHED: readonly [name: string, dataset: string, auroc: string, recall: string][] = [
  ['LlamaGuard-2-8B', 'HotpotQA', '54.0', '1.53'],
  ['LlamaGuard-2-8B', 'MuSiQue', '≈ 50', '1.29'],
  ['LlamaGuard-3-8B, LLM-as-a-Judge (Llama-3-8B-Instruct)', 'both', '≈ 50 (50–58)', '—'],
];

/** Performances of all detectors on replaced documents, in their order. */
export function replacePerformances(study: Study, share?: number): Promise<Performance[]> {
  return study.once(`performances|replace|${share}`, async () => {
    const benign = await study.benign();
    const attacks = [{ name: 'replace', observations: await study.attack('replace') }];
    const options = study.performanceOptions(benign, share);
    return EVALUATED_DETECTORS.map((d) => performances(d, benign, attacks, options)[0]);
  });
}

/** Table 1: detection of replaced documents, threshold from development rows. */
export const detection: Experiment = {
  name: 'detection',
  aliases: ['table-1'],
  title: 'Split-knowledge attack detection (Table 1)',
  async run(study) {
    const benign = await study.benign();
    const attacks = [{ name: 'replace', observations: await study.attack('replace') }];
    const options = study.performanceOptions(benign);
    const found = await replacePerformances(study);
    const withMore = await replacePerformances(study, MORE);
    const sizes = ({ splits: [first] }: typeof options) => ({
      development: first.development.length,
      test: first.test.length,
    });
    return {
      basis: study.basis(`${benign.length} benign contexts, ${attacks[0].observations.length} attacks (replace)`),
      exhibits: [
        detectionTable(study, 'Detection of replaced documents', found, sizes(options)),
        detectionTable(
          study,
          'The same with two thirds of the rows setting the threshold',
          withMore,
          sizes(study.performanceOptions(benign, MORE)),
        ),
        ...curves(benign, attacks[0].observations),
        publishedTable(),
      ],
      comparisons: comparisonsOf(study, found),
      measurements: [
        ...found.map((p) => measurementOf(study, p)),
        ...withMore.map((p) => measurementOf(study, p, { developmentShare: rounded(MORE, 4)! })),
      ],
    };
  },
};

function detectionTable(
  study: Study,
  title: string,
  found: readonly Performance[],
  { development, test }: { development: number; test: number },
): Exhibit {
  const { fpr, resamples, splits } = study.options;
  return {
    type: 'table',
    title,
    note:
      `In percent, mean ± standard deviation over ${resamples} resamples (${splits} random splits by row: ${development} rows set ` +
      `the threshold, ${test} test it). An empty recall: too few rows to promise the rate. The interval is Clopper–Pearson, ` +
      `95 %, for the mean number of false alarms among the benign contexts of one test part.`,
    columns: [
      'Detector',
      'AUROC',
      ...fpr.flatMap((rate) => [`Recall at ${rateLabel(rate)} FPR`, `FPR at ${rateLabel(rate)}`]),
      `FPR interval at ${rateLabel(fpr[0])}`,
    ],
    rows: found.map((p, i) => [
      labelOf(EVALUATED_DETECTORS[i]),
      percentCell(p.auroc),
      ...fpr.flatMap((_, f) => [percentCell(p.recall[f]), percentCell(p.fpr[f], 2)]),
      p.fpr[0] ? intervalCell(p.fpr[0].mean, test) : null,
    ]),
  };
}

function intervalCell(rate: number, trials: number): string {
  const { low, high } = proportion(Math.round(rate * trials), trials);
  return `${(100 * low).toFixed(1)} – ${(100 * high).toFixed(1)}`;
}

function curves(benign: readonly Observation[], attacks: readonly Observation[]): Exhibit[] {
  const scored = DRAWN.map((name) => {
    const evaluated = evaluatedDetector(name);
    const scorer = new Scorer(evaluated.detector, benign);
    const of = (observations: readonly Observation[]) => observations.map((o) => scorer.score(o));
    return { name: labelOf(evaluated), benign: of(benign), attacks: of(attacks) };
  });
  return [
    {
      type: 'lines',
      title: 'ROC curves',
      note: `${benign.length} benign contexts, ${attacks.length} attacks (replace), all rows.`,
      xLabel: 'False-positive rate',
      yLabel: 'Recall',
      series: scored.map((s) => ({
        name: s.name,
        points: thinCurve(rocCurve(s.benign, s.attacks), CURVE_POINTS),
      })),
    },
    {
      type: 'lines',
      title: 'Precision–recall curves',
      note: `The same contexts. Precision is that of a set in which ${Math.round((100 * attacks.length) / (attacks.length + benign.length))} % are attacks; in traffic with fewer it is lower.`,
      xLabel: 'Recall',
      yLabel: 'Precision',
      series: scored.map((s) => ({
        name: `${s.name}, average precision ${rounded(averagePrecision(s.benign, s.attacks), 3)}`,
        points: thinCurve(precisionRecallCurve(s.benign, s.attacks), CURVE_POINTS),
      })),
    },
  ];
}

function publishedTable(): Exhibit {
  return {
    type: 'table',
    title: 'Detectors that ask a model, as published',
    note: 'From the paper’s text; not measured here. In percent; recall at 1 % FPR.',
    columns: ['Detector', 'Data set', 'AUROC (published)', 'Recall (published)'],
    rows: PUBLISHED.map((row) => [...row]),
  };
}

function comparisonsOf(study: Study, found: readonly Performance[]): Findings['comparisons'] {
  const comparisons = new Comparisons(study);
  const { test } = PAPER_CONTEXTS.hotpotqa;
  const at1 = study.options.fpr.indexOf(0.01);
  const of = (name: string) => found.find((p) => p.detector === name)!;
  const compare = (name: string, what: string, auroc: number | null, recall: number | null) => {
    const p = of(name);
    if (auroc !== null) {
      comparisons.add('hotpotqa', `AUROC of ${what}, %`, auroc, inPercent(p.auroc), p.contexts + p.benign, test);
    }
    if (recall !== null) {
      comparisons.add(
        'hotpotqa',
        `Recall of ${what} at 1 % FPR, %`,
        recall,
        inPercent(p.recall[at1]),
        p.contexts,
        test,
      );
    }
  };
  compare('spectral-gap', 'λ₂', 93.2, 26.6);
  compare('conductance', 'Conductance', 93.6, null);
  compare('modularity', 'Modularity', null, 35.09);
  compare(HYBRID_NAMES, 'λ₂+Entity', 95.2, 32.6);
  // "5–7 %" for the four detectors on MuSiQue (appendix G).
  const recalls = ['spectral-gap', 'conductance', 'modularity', HYBRID_NAMES]
    .map((name) => of(name).recall[at1])
    .filter((r) => r !== null && r !== undefined)
    .sort((a, b) => a.mean - b.mean);
  const musique = PAPER_CONTEXTS.musique.test;
  const { contexts } = of('spectral-gap');
  comparisons.add(
    'musique',
    'Lowest recall of the four detectors at 1 % FPR, %',
    5,
    inPercent(recalls[0]),
    contexts,
    musique,
  );
  comparisons.add(
    'musique',
    'Highest recall of the four detectors at 1 % FPR, %',
    7,
    inPercent(recalls.at(-1)),
    contexts,
    musique,
  );
  return comparisons.list;
}
