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
      recall: rates.map((rate) => rate && estimate(rate.recall[a])),
      fpr: rates.map((rate) => rate && estimate(rate.fpr)),
    };
  });
}

interface Scored {
  row: number;
  score: number;
}

/** Scores where the detector has one for the shape. */
function scores(scorer: Scorer, observations: readonly Observation[]): Scored[] {
  return observations.map((o) => ({ row: o.row, score: scorer.score(o) })).filter((s) => !Number.isNaN(s.score));
}

function resampledAurocs(
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
