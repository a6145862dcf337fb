import type { Comparison, Exhibit } from '../types.ts';
import { percentCell, rateLabel, rounded } from './cells.ts';
import { evaluatedDetector, HYBRID_NAMES, labelOf } from './detectors.ts';
import type { Experiment, Findings } from './experiment.ts';
import { Comparisons, inPercent, PAPER_CONTEXTS } from './paper.ts';
import type { Estimate } from './performance.ts';
import type { Study } from './study.ts';
import {
  commonRows,
  frozen,
  perShape,
  promisableRate,
  recalibrated,
  type System,
  type ThresholdPolicy,
  transferMatrix,
} from './transfer-rates.ts';

/** Sentences a document: R = 6 and 10 with two documents. */
const SENTENCES = [3, 5];
const KS = [4, 8];
const DRAWN = ['spectral-gap', 'conductance', 'modularity'];
const WHOLE = ['spectral-gap', 'conductance', 'modularity', HYBRID_NAMES];

/** A change of configuration, and how thresholds may be had across it. */
interface Change {
  title: string;
  systems: System[];
  signals: readonly string[];
  policies: readonly (readonly [name: string, policy: ThresholdPolicy])[];
  drawn: readonly string[];
}

/** Figure 2: false alarms when a threshold meets contexts of another configuration, and what calibration per shape changes. */
export const transfer: Experiment = {
  name: 'transfer',
  aliases: ['figure-2'],
  title: 'Transfer between configurations (Figure 2)',
  async run(study) {
    const [short, long] = await Promise.all(SENTENCES.map((sentences) => study.benign({ sentences })));
    const atBoth = (sentences: number) =>
      Promise.all(KS.map(async (k) => ({ name: `k = ${k}`, benign: await study.benign({ sentences, k }) })));
    const third = await study.benign({ kind: 'with-distractors', documents: 3 });
    const shapePolicies = [
      ['frozen', frozen],
      ['per shape', perShape],
    ] as const;
    const comparisons: Change[] = [
      {
        title: `Retrieval depth R at k = ${study.options.k}`,
        systems: commonRows([
          { name: 'R = 6', benign: short },
          { name: 'R = 10', benign: long },
        ]),
        signals: WHOLE,
        policies: shapePolicies,
        drawn: DRAWN,
      },
      ...(await Promise.all(
        SENTENCES.map(async (sentences) => ({
          title: `Neighbours k at R = ${2 * sentences}`,
          systems: commonRows(await atBoth(sentences)),
          signals: WHOLE,
          policies: [
            ['frozen', frozen],
            ['recalibrated', recalibrated],
          ] as const,
          drawn: DRAWN,
        })),
      )),
      {
        title: 'Documents: two supporting, and a distractor of the data set as third',
        systems: commonRows([
          { name: '2 documents', benign: await study.benign() },
          { name: '3 documents', benign: third },
        ]),
        signals: ['spectral-gap', 'pairwise-spectral-gap', HYBRID_NAMES, 'pairwise-hybrid'],
        policies: shapePolicies,
        drawn: [],
      },
    ];
    const exhibits: Exhibit[] = [];
    const measurements: Findings['measurements'] = [];
    const stated: Comparison[] = [];
    const sizes: string[] = [];
    for (const comparison of comparisons) {
      const rows = comparison.systems[0].benign.length;
      const rate = promisableRate(rows, study.options.fpr);
      sizes.push(`${comparison.title}: ${rows}`);
      if (rate === undefined) continue;
      const found = measure(study, comparison, rate);
      exhibits.push(...draw(study, comparison, found, rate, rows));
      measurements.push(...flat(study, comparison, found, rate, rows));
      if (rate === 0.01) stated.push(...compared(study, comparison, found, rows));
    }
    return {
      basis: study.basis(`benign contexts by row (${sizes.join('; ')})`),
      exhibits,
      comparisons: stated,
      measurements,
    };
  },
};

/** Matrices by signal (outer) and policy (inner). */
function measure(study: Study, { systems, signals, policies }: Change, rate: number): Estimate[][][][] {
  const splits = study.splits(systems[0].benign, rate);
  return signals.map((signal) => policies.map(([, policy]) => transferMatrix(systems, signal, policy, splits, rate)));
}

function draw(
  study: Study,
  { title, systems, signals, policies, drawn }: Change,
  found: Estimate[][][][],
  rate: number,
  rows: number,
): Exhibit[] {
  const names = systems.map((s) => s.name);
  const smallest = Math.min(...study.options.fpr);
  const fewer =
    rate === smallest ? '' : ` At ${rateLabel(smallest)} these rows are too few, so the target is ${rateLabel(rate)}.`;
  const heatmaps = signals.flatMap((signal, s) =>
    drawn.includes(signal)
      ? policies.map(
          ([policy], p): Exhibit => ({
            type: 'heatmap',
            title: `${title}: ${labelOf(evaluatedDetector(signal))}, ${policy}`,
            note: `False-positive rate in percent at a target of ${rateLabel(rate)}; ${rows} rows.${fewer}`,
            xLabel: 'Deployed on',
            yLabel: 'Calibrated on',
            x: names,
            y: names,
            values: found[s][p].map((row) => row.map((e) => rounded(100 * e.mean, 2))),
          }),
        )
      : [],
  );
  return [
    ...heatmaps,
    {
      type: 'table',
      title: `${title}: false-positive rates`,
      note:
        `In percent, mean ± standard deviation, target ${rateLabel(rate)}, ${rows} rows.${fewer} Frozen: the source’s threshold as it is. ` +
        'Per shape: one profile over both systems, each shape with a threshold of its own. Recalibrated: the target’s own threshold ' +
        '(a profile refuses another k).',
      columns: ['Detector', 'Calibrated on', 'Deployed on', ...policies.map(([name]) => name)],
      rows: signals.flatMap((signal, s) =>
        names.flatMap((source, i) =>
          names.map((target, j) => [
            labelOf(evaluatedDetector(signal)),
            source,
            target,
            ...policies.map((_, p) => percentCell(found[s][p][i][j], 2)),
          ]),
        ),
      ),
    },
  ];
}

function flat(
  study: Study,
  { title, systems, signals, policies }: Change,
  found: Estimate[][][][],
  rate: number,
  rows: number,
): Findings['measurements'] {
  return signals.flatMap((detector, s) =>
    policies.flatMap(([policy], p) =>
      systems.flatMap((source, i) =>
        systems.map((target, j) => ({
          encoder: study.encoder.id,
          detector,
          attack: null,
          contexts: rows,
          auroc: null,
          aurocSd: null,
          recall1: null,
          recall1Sd: null,
          recall5: null,
          fpr: found[s][p][i][j].mean,
          params: {
            comparison: title,
            policy,
            source: source.name,
            target: target.name,
            rate,
            fprSd: found[s][p][i][j].sd,
          },
        })),
      ),
    ),
  );
}

/** What section 4.4 states; only where the target rate is the paper's 1 %. */
function compared(study: Study, { title, signals }: Change, found: Estimate[][][][], rows: number): Comparison[] {
  const comparisons = new Comparisons(study);
  const { test } = PAPER_CONTEXTS.hotpotqa;
  if (title.startsWith('Retrieval depth')) {
    const at = (signal: string, from: number, to: number) => inPercent(found[signals.indexOf(signal)][0][from][to]);
    const what = 'FPR of Conductance, calibrated on R = 6, deployed on R = 10, %';
    comparisons.add('hotpotqa', what, 5.2, at('conductance', 0, 1), rows, test);
    for (const signal of DRAWN) {
      const label = labelOf(evaluatedDetector(signal));
      comparisons.add(
        'hotpotqa',
        `FPR of ${label}, calibrated on R = 10, deployed on R = 6, %`,
        0.1,
        at(signal, 1, 0),
        rows,
        test,
      );
    }
  }
  return comparisons.list;
}
