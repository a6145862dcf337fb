import { upperBound } from '../../detectors/index.ts';
import type { ScoreSample } from '../score-sample.ts';

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
export function kolmogorovSmirnov(sorted: ArrayLike<number>, sample: ScoreSample): TwoSampleTest {
  const n = sorted.length;
  const m = sample.count;
  let distance = 0;
  for (let i = 0; i < n; i++) {
    if (i + 1 < n && sorted[i + 1] === sorted[i]) continue;
    const kept = upperBound(sample.scores, sorted[i]);
    distance = Math.max(distance, (i + 1) / n - mostAt(sample, kept) / m);
  }
  for (let i = 0; i < sample.scores.length; i++) {
    const score = sample.scores[i];
    if (sample.scores[i + 1] === score) continue;
    distance = Math.max(distance, (sample.ranks ? sample.ranks[i] : i + 1) / m - upperBound(sorted, score) / n);
  }
  return { distance, pValue: tailBound(distance, n, m) };
}

/**
 * 2·exp(−2 D² nm/(n+m)): the limit of the test's tail, which is above the exact two-sided probability for samples of at least
 * 30 each (checked against path counting in the tests).
 */
function tailBound(distance: number, n: number, m: number): number {
  return Math.min(1, 2 * Math.exp((-2 * distance * distance * n * m) / (n + m)));
}

/** How many of all scores can be at or below a point with `kept` kept scores at or below it. */
function mostAt(sample: ScoreSample, kept: number): number {
  if (!sample.ranks) return kept;
  return kept === sample.ranks.length ? sample.count : sample.ranks[kept] - 1;
}
