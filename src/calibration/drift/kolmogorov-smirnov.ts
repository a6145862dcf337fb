import type { RankedScores } from '../ranked-scores.ts';

export interface TwoSampleTest {
  /** Largest difference D of the two empirical distribution functions, in [0, 1]. */
  distance: number;
  /** Upper bound of the probability of so large a D when both samples come from one distribution. */
  pValue: number;
}

/**
 * Two-sample Kolmogorov–Smirnov test of a window against a benign sample. Functions are compared after all scores of one
 * value, so ties count once; they only make the p-value more conservative. Where the sample was thinned, its function is
 * known up to the ranks left out, and D is the smallest that fits: never too large.
 *
 * @param sorted the window, ascending, not empty
 */
export function kolmogorovSmirnov(sorted: ArrayLike<number>, sample: RankedScores): TwoSampleTest {
  const { values, atMost, below, count: m } = sample;
  const n = sorted.length;
  let distance = 0;
  for (let i = 0, at = 0; i < values.length; i++) {
    while (at < n && sorted[at] <= values[i]) at++;
    distance = Math.max(distance, atMost[i] / m - at / n);
  }
  for (let at = 0, i = 0; at < n; at++) {
    if (sorted[at + 1] === sorted[at]) continue;
    while (i < values.length && values[i] <= sorted[at]) i++;
    const most = i < values.length ? below[i] : m;
    distance = Math.max(distance, (at + 1) / n - most / m);
  }
  return { distance, pValue: tailBound(distance, n, m) };
}

/** Finite samples of 30 and more exceed the limit of the tail by less than this (Wei and Dudley 2012; see the tests). */
const FINITE = 1.01;

/**
 * 1.01 · 2·exp(−2 D² nm/(n+m)), above the exact two-sided probability of a distance of at least D, for samples of n and m ≥ 30
 * without ties, and so with ties too.
 */
export function tailBound(distance: number, n: number, m: number): number {
  return Math.min(1, FINITE * 2 * Math.exp((-2 * distance * distance * n * m) / (n + m)));
}
