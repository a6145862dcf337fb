import { TopoGuardError } from '../errors/index.ts';
import { clopperPearsonUpper } from './binomial.ts';
import { countAtMost, countBelow, type ScoreSample } from './score-sample.ts';

/** Scores of several groups taken as one sample. */
export type PooledSample = readonly ScoreSample[];

/** A threshold with what it rests on. A context is flagged when its score is above `threshold`. */
export interface ConformalThreshold {
  threshold: number;
  /** Number of benign scores m. */
  count: number;
  /** One-sided 95 % Clopper–Pearson bound of the FPR, from the benign scores above the threshold. */
  fprUpper95: number;
}

/** Fewest benign scores with which split conformal calibration can promise `fpr`: ⌈1/β⌉ − 1. */
export function minimumCount(fpr: number): number {
  return Math.ceil(1 / fpr - 1e-9) - 1;
}

/** Fewest scores a shape's own group needs before neighbours are pooled in: twice the minimum, so that τ is not the maximum. */
export function comfortableCount(fpr: number): number {
  return 2 * (minimumCount(fpr) + 1);
}

export function pooledCount(pool: PooledSample): number {
  return pool.reduce((sum, sample) => sum + sample.count, 0);
}

/**
 * Split conformal threshold (design section 5): τ = the ⌈(m+1)(1−β)⌉-th smallest of m benign scores; a new benign context from
 * the same source then exceeds τ with probability ≤ β, for any distribution, ties included. Where scores were thinned, the
 * next kept score at or above that rank.
 *
 * @param fpr β in (0, 1)
 * @throws TopoGuardError CALIBRATION_TOO_SMALL when m < 1/β − 1, saying how many are needed
 */
export function conformalThreshold(pool: PooledSample, fpr: number): ConformalThreshold {
  const count = pooledCount(pool);
  if (count < minimumCount(fpr)) {
    throw new TopoGuardError(
      'CALIBRATION_TOO_SMALL',
      `${count} benign scores cannot support a false-positive rate of ${fpr}; it takes at least ${minimumCount(fpr)}`,
      {
        remedy: `Calibrate with more benign contexts, or ask for a rate of at least ${(1 / (count + 1)).toPrecision(2)}`,
      },
    );
  }
  const rank = Math.ceil((count + 1) * (1 - fpr) - 1e-9);
  const scores = Float64Array.from(pool.flatMap((sample) => sample.scores)).sort();
  let from = 0;
  let to = scores.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (atMost(pool, scores[middle]) >= rank) to = middle;
    else from = middle + 1;
  }
  const threshold = scores[from];
  return { threshold, count, fprUpper95: clopperPearsonUpper(count - atMost(pool, threshold), count) };
}

/** Conservative conformal p-value: (1 + #{benign scores ≥ score}) / (m + 1), never below the exact one. */
export function conformalPValue(pool: PooledSample, score: number): number {
  let atLeast = 0;
  for (const sample of pool) atLeast += sample.count - countBelow(sample, score);
  return (1 + atLeast) / (pooledCount(pool) + 1);
}

function atMost(pool: PooledSample, x: number): number {
  let sum = 0;
  for (const sample of pool) sum += countAtMost(sample, x);
  return sum;
}
