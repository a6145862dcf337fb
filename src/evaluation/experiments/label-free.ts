import { percentCell, rateLabel, rounded } from './cells.ts';
import { labelOf, PAPER_DETECTORS } from './detectors.ts';
import type { Experiment } from './experiment.ts';
import { groupByRow, type Observation } from './observe.ts';
import { type Estimate, estimate } from './performance.ts';
import { thresholdOf } from './scoring.ts';
import { promisableRate } from './transfer-rates.ts';

/**
 * The lowest threshold with which at most a share `fpr` of the benign scores is above it: of all thresholds that keep the rate
 * on the development rows it finds most attacks, so it is what attack labels can give.
 */
export function supervisedThreshold(benign: readonly number[], attacks: readonly number[], fpr: number): number {
  const sorted = Float64Array.from(benign).sort();
  const allowed = Math.floor(fpr * sorted.length + 1e-9);
  // Any threshold from this benign score on keeps the rate; attacks below it cannot be had.
  const floor = sorted[sorted.length - 1 - allowed];
  return Math.min(floor, ...attacks.filter((a) => a >= floor));
}

/** The q-quantile as an order statistic, without the finite-sample rank: the paper's label-free threshold. */
export function plainPercentile(scores: readonly number[], fpr: number): number {
  const sorted = Float64Array.from(scores).sort();
  return sorted[Math.max(0, Math.ceil((1 - fpr) * sorted.length - 1e-9) - 1)];
}

interface Outcome {
  recall: Estimate[];
  fpr: Estimate[];
  /** Recall minus that of the supervised threshold, resample by resample. */
  gap: Estimate[];
}

const WAYS = ['conformal, this package', 'plain percentile, the paper’s', 'supervised'] as const;

/** Table 11: thresholds from benign scores alone against those that attack labels allow. */
export const labelFree: Experiment = {
  name: 'label-free',
  aliases: ['table-11'],
  title: 'Label-free against supervised calibration (Table 11)',
  async run(study) {
    const benign = await study.benign();
    const attacks = await study.attack('replace');
    const splits = study.splits(benign);
    const rate = promisableRate(benign.length, study.options.fpr);
    const outcomes =
      rate === undefined ? [] : PAPER_DETECTORS.map((d) => compareWays(d.name, benign, attacks, splits, rate));
    return {
      basis: study.basis(`${benign.length} benign contexts, ${attacks.length} attacks (replace)`),
      exhibits:
        rate === undefined
          ? []
          : [
              {
                type: 'table',
                title: `Recall on test rows at a target of ${rateLabel(rate)} FPR`,
                note:
                  'In percent, mean ± standard deviation. Label-free thresholds see benign development scores only; the supervised one is the ' +
                  'lowest that keeps the rate on the development rows. The plain percentile equals it up to ties; the conformal rank is at most ' +
                  'one score higher, which is what its guarantee costs. The paper finds its label-free recall within 0.07 points of the supervised one.',
                columns: [
                  'Detector',
                  ...WAYS.flatMap((way) => [`Recall, ${way}`, 'FPR']),
                  'Δ conformal',
                  'Δ percentile',
                ],
                rows: PAPER_DETECTORS.map((d, i) => [
                  labelOf(d),
                  ...WAYS.flatMap((_, w) => [percentCell(outcomes[i].recall[w]), percentCell(outcomes[i].fpr[w], 2)]),
                  rounded(100 * outcomes[i].gap[0].mean, 2),
                  rounded(100 * outcomes[i].gap[1].mean, 2),
                ]),
              },
            ],
      // The paper states a bound, not a number: the table's note has it.
      comparisons: [],
      measurements: outcomes.flatMap((o, i) =>
        WAYS.map((way, w) => ({
          encoder: study.encoder.id,
          detector: PAPER_DETECTORS[i].name,
          attack: 'replace',
          contexts: attacks.length,
          auroc: null,
          aurocSd: null,
          recall1: rate === 0.01 ? o.recall[w].mean : null,
          recall1Sd: rate === 0.01 ? o.recall[w].sd : null,
          recall5: rate === 0.05 ? o.recall[w].mean : null,
          fpr: o.fpr[w].mean,
          params: { threshold: way, rate: rate! },
        })),
      ),
    };
  },
};

function compareWays(
  signal: string,
  benign: readonly Observation[],
  attacks: readonly Observation[],
  splits: ReturnType<Parameters<Experiment['run']>[0]['splits']>,
  fpr: number,
): Outcome {
  const scoresByRow = (set: readonly Observation[]) =>
    new Map([...groupByRow(set)].map(([row, group]) => [row, group.map((o) => o.values.signals[signal])]));
  const [safe, attacked] = [scoresByRow(benign), scoresByRow(attacks)];
  const recalls: number[][] = WAYS.map(() => []);
  const fprs: number[][] = WAYS.map(() => []);
  for (const { development, resamples } of splits) {
    const of = (scores: Map<number, number[]>, rows: Int32Array) => [...rows].flatMap((row) => scores.get(row) ?? []);
    const own = of(safe, development);
    const thresholds = [
      thresholdOf(own, fpr),
      plainPercentile(own, fpr),
      supervisedThreshold(own, of(attacked, development), fpr),
    ];
    for (const rows of resamples) {
      const [test, testAttacks] = [of(safe, rows), of(attacked, rows)];
      thresholds.forEach((threshold, w) => {
        const share = (scores: number[]) => scores.filter((s) => s > threshold).length / scores.length;
        recalls[w].push(share(testAttacks));
        fprs[w].push(share(test));
      });
    }
  }
  return {
    recall: recalls.map(estimate),
    fpr: fprs.map(estimate),
    gap: recalls.slice(0, 2).map((recall) => estimate(recall.map((r, i) => r - recalls[2][i]))),
  };
}
