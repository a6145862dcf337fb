import type { Comparison } from '../../evaluation/types.ts';

export type Judgement = 'within both error bars' | 'outside' | 'not comparable';

/**
 * Whether our number agrees with the paper's: |ours − paper| ≤ 2·√(s² + b²), where s is our standard error and b the
 * paper's binomial error, taken only where the paper says how many contexts its number rests on. A missing error counts
 * as 0, so that ignorance never makes an agreement.
 */
export function judgeComparison(comparison: Comparison): Judgement {
  const { paper, ours } = comparison;
  if (!Number.isFinite(paper) || !Number.isFinite(ours)) return 'not comparable';
  const se = Number.isFinite(comparison.standardError) ? comparison.standardError : 0;
  const bound = 2 * Math.hypot(se, binomialError(comparison) ?? 0);
  // A difference of two decimal fractions carries the rounding of both.
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(paper), Math.abs(ours));
  return Math.abs(ours - paper) <= bound + rounding ? 'within both error bars' : 'outside';
}

/**
 * √(p·(whole − p)/n) of the paper's number, in its own unit: a share where both numbers lie in [0, 1], per cent where
 * they lie in [0, 100]. For a per cent value below 1 on both sides this reads a share, whose error is the smaller.
 * Null for a count that is unknown and for a number that is neither.
 */
export function binomialError({ paper, ours, paperContexts }: Comparison): number | null {
  if (paperContexts === undefined || !(paperContexts > 0) || !Number.isFinite(paperContexts)) return null;
  const largest = Math.max(paper, ours);
  if (!(Math.min(paper, ours) >= 0 && largest <= 100)) return null;
  const whole = largest <= 1 ? 1 : 100;
  return Math.sqrt((paper * (whole - paper)) / paperContexts);
}
