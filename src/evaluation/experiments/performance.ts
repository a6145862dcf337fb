import { bootstrapRows, mean, rankClasses, type Split, standardDeviation, weightedAuroc } from '../metrics/index.ts';
import type { EvaluatedDetector } from './detectors.ts';
import type { NamedContexts, Observation } from './observe.ts';
import { Scorer } from './scoring.ts';
import { splitRates } from './split-rates.ts';

/** A quantity over resamples: mean and standard deviation. */
export interface Estimate {
  mean: number;
  sd: number;
}

/** How well a detector tells one attack from benign contexts. Rates are in [0, 1]. */
export interface Performance {
  detector: string;
  attack: string;
  /** Attack contexts, and benign ones. */
  contexts: number;
  benign: number;
  auroc: Estimate;
  /** Share of attacked contexts in which the document named first is a planted one; null where the detector names none. */
  named: Estimate | null;
  /** At each rate asked for, the threshold from development parts; null where those are too small to promise the rate. */
  recall: (Estimate | null)[];
  /** Realized on test parts. */
  fpr: (Estimate | null)[];
}

export interface PerformanceOptions {
  fpr: readonly number[];
  splits: readonly Split[];
  /** Fewer splits with as many resamples in all, for detectors that are fitted: they score every context anew in each split. */
  fittedSplits: readonly Split[];
  resamples: number;
  seed: number;
}

export function estimate(values: readonly number[]): Estimate {
  return { mean: mean(values), sd: standardDeviation(values) };
}

/**
 * AUROC over bootstrap resamples of all rows; recall and realized FPR over resamples of the test parts of random splits, with
 * the threshold of each split's development part. A row is drawn with all its contexts, so that what hangs together stays
 * together, and the deviations hold the chance of both the split and the resample.
 */
export function performances(
  { name, detector }: EvaluatedDetector,
  benign: readonly Observation[],
  attacks: readonly NamedContexts[],
  options: PerformanceOptions,
): Performance[] {
  const scorer = new Scorer(detector, benign);
  const scored = scores(scorer, benign);
  const draws = bootstrapRows(
    scored.map((s) => s.row),
    options.resamples,
    options.seed,
  );
  const rates = splitRates(detector, benign, attacks, options);
  return attacks.map((attack, a) => {
    const attacked = scores(scorer, attack.observations);
    return {
      detector: name,
      attack: attack.name,
      contexts: attacked.length,
      benign: scored.length,
      auroc: estimate(resampledAurocs(scored, attacked, draws)),
      named: namedFirst(attacked, draws),
      recall: rates.map((rate) => rate && estimate(rate.recall[a])),
      fpr: rates.map((rate) => rate && estimate(rate.fpr)),
    };
  });
}

/** The score of one context. */
export interface Scored {
  row: number;
  score: number;
  /** Whether a planted document is named first; undefined where none is named, or none is planted. */
  named?: boolean;
}

/** Scores where the detector has one for the shape. */
function scores(scorer: Scorer, observations: readonly Observation[]): Scored[] {
  const scored: Scored[] = [];
  for (const o of observations) {
    const { score, suspect } = scorer.judge(o);
    if (Number.isNaN(score)) continue;
    const { row, planted } = o;
    scored.push(planted && suspect !== undefined ? { row, score, named: planted.includes(suspect) } : { row, score });
  }
  return scored;
}

/** Share of the contexts in which a planted document is named first, over resamples of rows. */
export function namedFirst(attacked: readonly Scored[], draws: readonly Int32Array[]): Estimate | null {
  const known = attacked.filter((s) => s.named !== undefined);
  if (known.length === 0) return null;
  const drawn = new Float64Array(1 + Math.max(...known.map((s) => s.row)));
  const shares = draws.map((rows) => {
    drawn.fill(0);
    for (const row of rows) drawn[row]++;
    let right = 0;
    let all = 0;
    for (const { row, named } of known) {
      all += drawn[row];
      if (named) right += drawn[row];
    }
    return right / all;
  });
  return estimate(shares.filter((share) => !Number.isNaN(share)));
}

/** AUROC of each resample of rows. */
export function resampledAurocs(
  benign: readonly Scored[],
  attacks: readonly Scored[],
  draws: readonly Int32Array[],
): number[] {
  if (benign.length === 0 || attacks.length === 0) return [];
  const ranked = rankClasses(
    benign.map((s) => s.score),
    attacks.map((s) => s.score),
  );
  const benignRows = Int32Array.from(benign, (s) => s.row);
  const attackRows = Int32Array.from(attacks, (s) => s.row);
  const rowCount = 1 + Math.max(...benignRows, ...attackRows);
  const benignWeights = new Float64Array(benign.length);
  const attackWeights = new Float64Array(attacks.length);
  const drawn = new Float64Array(rowCount);
  return draws.map((rows) => {
    drawn.fill(0);
    for (let i = 0; i < rows.length; i++) drawn[rows[i]]++;
    for (let i = 0; i < benignRows.length; i++) benignWeights[i] = drawn[benignRows[i]];
    for (let i = 0; i < attackRows.length; i++) attackWeights[i] = drawn[attackRows[i]];
    return weightedAuroc(ranked, benignWeights, attackWeights);
  });
}
