import { lowerBound, midRankPValue } from '../reference-sample.ts';
import { hazenQuantile } from './quantiles.ts';

/**
 * Surprise −log p of a group's sum among benign contexts: p is its mid-rank p-value up to the largest benign sum, and beyond it the
 * surprise goes on growing by so much for each spread (95 % quantile less median) that the sum is further out. Ranks, because a few
 * benign sums far out would otherwise stretch the scale for all; growth, because sums no benign context reached still differ.
 */
export class BenignTail {
  /** The different sums, ascending, and the surprise of each. */
  readonly #sums: Float64Array;
  readonly #at: Float64Array;
  /** Surprise of a sum that is less than each of them and more than the one before; the last is of more than all. */
  readonly #below: Float64Array;
  readonly #largest: number;
  readonly #slope: number;

  /**
   * @param sorted ascending sums of benign contexts, at least one
   * @param growth surprise for each spread beyond the largest, > 0
   */
  constructor(sorted: readonly number[], growth: number) {
    this.#sums = Float64Array.from(sorted.filter((sum, i) => i === 0 || sum !== sorted[i - 1]));
    this.#at = this.#sums.map((sum) => -Math.log(midRankPValue(sorted, sum)));
    const below = Array.from(this.#sums, (sum) => -Math.log(pValueAbove(sorted, lowerBound(sorted, sum))));
    this.#below = Float64Array.of(...below, -Math.log(pValueAbove(sorted, sorted.length)));
    this.#largest = sorted[sorted.length - 1];
    const spread = hazenQuantile(sorted, 0.95) - hazenQuantile(sorted, 0.5);
    this.#slope = growth / (spread || this.#largest - sorted[0] || 1);
  }

  surprise(value: number): number {
    const i = lowerBound(this.#sums, value);
    if (i === this.#sums.length) return this.#below[i] + (value - this.#largest) * this.#slope;
    return this.#sums[i] === value ? this.#at[i] : this.#below[i];
  }
}

/** Mid-rank p-value of a value that is above `rank` of the benign values and equal to none. */
function pValueAbove(sorted: readonly number[], rank: number): number {
  return (1 + sorted.length - rank) / (sorted.length + 1);
}
