import { mean } from '../metrics/index.ts';
import { percentCell, rounded } from './cells.ts';
import { type EvaluatedDetector, evaluatedDetector, labelOf } from './detectors.ts';
import { type Experiment, measurementOf } from './experiment.ts';
import { Comparisons, PAPER_CONTEXTS } from './paper.ts';
import { type Performance, performances } from './performance.ts';

const KS = [2, 4, 6, 8, 10];
const DETECTORS = ['spectral-gap', 'conductance', 'modularity'].map(evaluatedDetector);

interface Point {
  k: number;
  evaluated: EvaluatedDetector;
  performance: Performance;
  separation: number;
}

/** AUROCs on the development set that appendix B.2 states. */
const STATED: readonly [detector: string, k: number, auroc: number][] = [
  ['spectral-gap', 2, 0.891],
  ['spectral-gap', 4, 0.932],
  ['conductance', 2, 0.889],
  ['conductance', 4, 0.935],
];

/** Figure 4: AUROC and separation of the classes against the number of neighbours. */
export const kSweep: Experiment = {
  name: 'k',
  aliases: ['figure-4'],
  title: 'Neighbours in the graph (Figure 4)',
  async run(study) {
    const comparisons = new Comparisons(study);
    const found: Point[] = [];
    for (const k of KS) {
      const benign = await study.benign({ k });
      const attacks = await study.attack('replace', { k });
      for (const evaluated of DETECTORS) {
        const [performance] = performances(
          evaluated,
          benign,
          [{ name: 'replace', observations: attacks }],
          study.performanceOptions(benign),
        );
        const of = (set: typeof benign) => mean(set.map((o) => o.values.signals[evaluated.name]));
        found.push({ k, evaluated, performance, separation: of(attacks) - of(benign) });
      }
    }
    for (const [detector, k, auroc] of STATED) {
      const hit = found.find((f) => f.k === k && f.evaluated.name === detector)!;
      const { contexts, benign } = hit.performance;
      const { development } = PAPER_CONTEXTS.hotpotqa;
      const what = `AUROC of ${labelOf(hit.evaluated)} at k = ${k}`;
      comparisons.add('hotpotqa', what, auroc, hit.performance.auroc, contexts + benign, development);
    }
    const [first] = found;
    const sentences = 2 * study.options.sentences;
    const note = `R = ${sentences} sentences: k of ${sentences - 1} and more join every two sentences, so nothing changes from there on.`;
    const curve = (value: (f: Point) => { y: number; error?: number }) =>
      DETECTORS.map((d) => ({
        name: labelOf(d),
        points: found.filter((f) => f.evaluated === d).map((f) => ({ x: f.k, ...value(f) })),
      }));
    return {
      basis: study.basis(
        `${first.performance.benign} benign contexts, ${first.performance.contexts} attacks (replace)`,
      ),
      exhibits: [
        {
          type: 'lines',
          title: 'AUROC against k',
          note: `${note} Bars: one standard deviation over resamples.`,
          xLabel: 'Neighbours k',
          yLabel: 'AUROC',
          series: curve((f) => ({ y: f.performance.auroc.mean, error: f.performance.auroc.sd })),
        },
        {
          type: 'lines',
          title: 'Separation against k',
          note: 'Mean score of attacks minus mean score of benign contexts.',
          xLabel: 'Neighbours k',
          yLabel: 'Separation of scores',
          series: curve((f) => ({ y: f.separation })),
        },
        {
          type: 'table',
          title: 'Sensitivity to k',
          note: `${note} AUROC and recall in percent.`,
          columns: ['k', 'Detector', 'AUROC', 'Recall at the first rate', 'Separation'],
          rows: found.map((f) => [
            f.k,
            labelOf(f.evaluated),
            percentCell(f.performance.auroc),
            percentCell(f.performance.recall[0]),
            rounded(f.separation, 3),
          ]),
        },
      ],
      comparisons: comparisons.list,
      measurements: found.map((f) => measurementOf(study, f.performance, { k: f.k, separation: f.separation })),
    };
  },
};
