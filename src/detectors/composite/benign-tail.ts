import { midRankPValue } from '../reference-sample.ts';
import { hazenQuantile } from './quantiles.ts';

/**
 * Surprise −log p of a group's sum among benign contexts: p is its mid-rank p-value up to the largest benign sum, and beyond it the
 * surprise goes on growing by so much for each spread (95 % quantile less median) that the sum is further out. Ranks, because a few
 * benign sums far out would otherwise stretch the scale for all; growth, because sums no benign context reached still differ.
 */
export class BenignTail {
  readonly #sorted: readonly number[];
  readonly #largest: number;
  readonly #slope: number;

  /**
   * @param sorted ascending sums of benign contexts, at least one
   * @param growth surprise for each spread beyond the largest, > 0
   */
  constructor(sorted: readonly number[], growth: number) {
    this.#sorted = sorted;
    this.#largest = sorted[sorted.length - 1];
    const spread = hazenQuantile(sorted, 0.95) - hazenQuantile(sorted, 0.5);
    this.#slope = growth / (spread || this.#largest - sorted[0] || 1);
  }

  surprise(value: number): number {
    const surprise = -Math.log(midRankPValue(this.#sorted, value));
    return value > this.#largest ? surprise + (value - this.#largest) * this.#slope : surprise;
  }
}
