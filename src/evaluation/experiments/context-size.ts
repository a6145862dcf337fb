import { type Normality, normality } from '../metrics/index.ts';
import type { Exhibit } from '../types.ts';
import { percentCell, rateLabel, rounded } from './cells.ts';
import { evaluatedDetector, HYBRID_NAMES, labelOf } from './detectors.ts';
import { type Experiment, type Findings, measurementOf } from './experiment.ts';
import { Comparisons, inPercent, PAPER_CONTEXTS } from './paper.ts';
import { type Performance, performances } from './performance.ts';
import type { Study } from './study.ts';

const SENTENCES = [1, 2, 3, 4, 5, 6];
const DETECTORS = ['spectral-gap', 'conductance', HYBRID_NAMES].map(evaluatedDetector);
/** Benign contexts whose cosines are pooled, as the paper's. */
const POOLED = 200;

interface Size {
  sentences: number;
  rows: number;
  performances: Performance[];
}

/** Figure 5: cosines between sentences, and recall against the number of sentences a document. */
export const contextSize: Experiment = {
  name: 'context-size',
  aliases: ['figure-5'],
  title: 'Cosine distribution and context size (Figure 5)',
  async run(study) {
    const pooled = (await study.benign()).slice(0, POOLED);
    const cosines = pooled.flatMap((o) => [...o.cosines]);
    const shape = normality(cosines);
    const sizes: Size[] = [];
    for (const sentences of SENTENCES) {
      const benign = await study.benign({ sentences });
      const attacks = benign.length === 0 ? [] : await study.attack('replace', { sentences });
      if (benign.length < 10 || attacks.length === 0) continue;
      const options = study.performanceOptions(benign);
      const sets = [{ name: 'replace', observations: attacks }];
      sizes.push({
        sentences,
        rows: benign.length,
        performances: DETECTORS.map((d) => performances(d, benign, sets, options)[0]),
      });
    }
    const comparisons = new Comparisons(study);
    const se = shape.standardDeviation / Math.sqrt(pooled.length);
    comparisons.add(
      'hotpotqa',
      'Mean cosine between sentences of a benign context',
      0.34,
      { mean: shape.mean, sd: se },
      pooled.length,
      POOLED,
    );
    comparisons.add(
      'hotpotqa',
      'Standard deviation of those cosines',
      0.18,
      { mean: shape.standardDeviation, sd: se / Math.SQRT2 },
      pooled.length,
      POOLED,
    );
    compareSizes(study, sizes, comparisons);
    return {
      basis: study.basis(
        `${pooled.length} benign contexts for cosines; rows by s: ${sizes.map((s) => `${s.sentences}: ${s.rows}`).join(', ')}`,
      ),
      exhibits: [histogram(cosines, pooled.length, shape), ...sizeExhibits(study, sizes)],
      comparisons: comparisons.list,
      measurements: sizes.flatMap((size) =>
        size.performances.map((p) => measurementOf(study, p, { sentences: size.sentences })),
      ),
    };
  },
};

function histogram(cosines: number[], contexts: number, n: Normality): Exhibit {
  return {
    type: 'histogram',
    title: 'Cosines between sentences of benign contexts',
    note:
      `${cosines.length} pairs of ${contexts} contexts: mean ${n.mean.toFixed(3)}, deviation ${n.standardDeviation.toFixed(3)}, skewness ` +
      `${n.skewness.toFixed(2)}, excess kurtosis ${n.excessKurtosis.toFixed(2)}, largest distance to the normal distribution function ` +
      `${n.distance.toFixed(3)}, Jarque–Bera ${n.jarqueBera.toFixed(1)} (p = ${n.pValue.toPrecision(2)} if pairs were independent, which they are not).`,
    xLabel: 'Cosine',
    series: [{ name: 'pairs of sentences', values: cosines.map((c) => rounded(c, 4)!) }],
  };
}

function sizeExhibits(study: Study, sizes: readonly Size[]): Exhibit[] {
  const { fpr } = study.options;
  return [
    {
      type: 'lines',
      title: `Recall against sentences a document, at ${rateLabel(fpr.at(-1)!)} FPR`,
      note:
        'Attacks: replace. Threshold recalibrated for each s. Rows differ from s to s: those with two supporting documents of so many ' +
        'sentences with vectors. Bars: one standard deviation.',
      xLabel: 'Sentences a document, s',
      yLabel: 'Recall',
      series: DETECTORS.map((d, i) => ({
        name: labelOf(d),
        points: sizes.flatMap((s) => {
          const recall = s.performances[i].recall.at(-1);
          return recall ? [{ x: s.sentences, y: recall.mean, error: recall.sd }] : [];
        }),
      })),
    },
    {
      type: 'table',
      title: 'Detection by context size',
      note:
        'In percent. At s = 2 a graph of four sentences with k = 4 joins every two of them: the paper’s boundary case. An empty cell: too ' +
        'few rows to promise the rate.',
      columns: [
        's',
        'R',
        'Rows',
        'Detector',
        'AUROC',
        ...fpr.flatMap((rate) => [`Recall at ${rateLabel(rate)} FPR`, `FPR at ${rateLabel(rate)}`]),
      ],
      rows: sizes.flatMap((s) =>
        s.performances.map((p, i) => [
          s.sentences,
          2 * s.sentences,
          s.rows,
          labelOf(DETECTORS[i]),
          percentCell(p.auroc),
          ...fpr.flatMap((_, f) => [percentCell(p.recall[f]), percentCell(p.fpr[f], 2)]),
        ]),
      ),
    },
  ];
}

function compareSizes(study: Study, sizes: readonly Size[], comparisons: Comparisons): Findings['comparisons'] {
  const at1 = study.options.fpr.indexOf(0.01);
  const { test } = PAPER_CONTEXTS.hotpotqa;
  for (const [sentences, recall] of [
    [1, 21.1],
    [2, 75.3],
    [3, 26.6],
  ]) {
    const p = sizes.find((s) => s.sentences === sentences)?.performances[0];
    if (!p) continue;
    const what = `at s = ${sentences}, 1 % FPR, %`;
    comparisons.add('hotpotqa', `Recall of λ₂ ${what}`, recall, inPercent(p.recall[at1]), p.contexts, test);
    if (sentences === 2) comparisons.add('hotpotqa', `FPR of λ₂ ${what}`, 1.15, inPercent(p.fpr[at1]), p.benign, test);
  }
  return comparisons.list;
}
