import { regularizedBeta } from './binomial.ts';

/**
 * What a threshold promises about the FPR of benign contexts from the calibrated source.
 *
 * - `marginal`: at most β on average over calibration samples (split conformal).
 * - `pac`: at most β for at least 95 % of calibration samples (tolerance interval by an order statistic).
 */
export type Guarantee = 'marginal' | 'pac';

export const GUARANTEES = ['marginal', 'pac'] as const satisfies readonly Guarantee[];

/** Confidence of `pac` over the calibration draw. */
export const PAC_CONFIDENCE = 0.95;

/** Largest share of attacks among calibration contexts that can be stated. */
export const MAX_CONTAMINATION = 0.1;

/** How benign scores become a threshold. */
export interface ThresholdRule {
  guarantee: Guarantee;
  /**
   * Upper share c in [0, 0.1] of attacks among the contexts that calibrated. The ⌊c·m⌋ highest of m scores are taken for attacks
   * and set aside. Where they are, the guarantee holds; where the sample was clean, benign contexts exceed the threshold with
   * probability up to β + c/(1 − c) instead of β.
   */
  contamination: number;
}

export const DEFAULT_RULE: Readonly<ThresholdRule> = { guarantee: 'marginal', contamination: 0 };

/** Scores that are set aside as possible attacks: ⌊c·m⌋. */
export function setAside(count: number, contamination: number): number {
  return Math.floor(count * contamination + 1e-9);
}

/** Fewest benign scores that can promise β: ⌈1/β⌉ − 1, or ⌈ln 0.05 / ln(1 − β)⌉ with `pac`; more where some are set aside. */
export function minimumCount(fpr: number, rule: Readonly<ThresholdRule> = DEFAULT_RULE): number {
  const clean =
    rule.guarantee === 'pac'
      ? Math.ceil(Math.log(1 - PAC_CONFIDENCE) / Math.log1p(-fpr) - 1e-9)
      : Math.ceil(1 / fpr - 1e-9) - 1;
  let count = clean;
  while (count - setAside(count, rule.contamination) < clean) count++;
  return count;
}

/** Scores with which a small shape is left to stand on its pool: twice the minimum, so that τ is not the maximum. */
export function comfortableCount(fpr: number, rule: Readonly<ThresholdRule> = DEFAULT_RULE): number {
  return 2 * (minimumCount(fpr, rule) + 1);
}

/**
 * Rank r from 1 of the threshold among m benign scores in ascending order; m + 1 where m is too small.
 *
 * - `marginal`: ⌈(m + 1)(1 − β)⌉.
 * - `pac`: the smallest r with P(Binomial(m, β) ≤ m − r) ≤ 5 %. 1 − F of the r-th smallest of m continuous scores is
 *   Beta(m + 1 − r, r), and it exceeds β just when at most m − r scores fall into the upper β; ties only help.
 */
export function thresholdRank(count: number, fpr: number, guarantee: Guarantee): number {
  if (guarantee === 'marginal') return Math.min(count + 1, Math.ceil((count + 1) * (1 - fpr) - 1e-9));
  let low = 1;
  let high = count + 1;
  while (low < high) {
    const rank = (low + high) >>> 1;
    if (regularizedBeta(1 - fpr, rank, count + 1 - rank) <= 1 - PAC_CONFIDENCE + 1e-12) high = rank;
    else low = rank + 1;
  }
  return low;
}
