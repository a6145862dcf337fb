import { clopperPearsonUpper } from '../../calibration/index.ts';

/** A proportion with its exact (Clopper–Pearson) two-sided interval. */
export interface Proportion {
  count: number;
  trials: number;
  /** NaN without trials. */
  value: number;
  low: number;
  high: number;
}

/** @param confidence of the two-sided interval, half of the rest on either side */
export function proportion(count: number, trials: number, confidence = 0.95): Proportion {
  const oneSided = 1 - (1 - confidence) / 2;
  return {
    count,
    trials,
    value: count / trials,
    // The lower bound of a rate is one minus the upper bound of its complement.
    low: trials === 0 ? 0 : 1 - clopperPearsonUpper(trials - count, trials, oneSided),
    high: trials === 0 ? 1 : clopperPearsonUpper(count, trials, oneSided),
  };
}

/** How many of the scores are above a threshold. */
export function countAbove(scores: ArrayLike<number>, threshold: number): number {
  let count = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i] > threshold) count++;
  return count;
}
