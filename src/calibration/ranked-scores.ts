/**
 * A sample of scores as distinct values with bounds of their ranks: all of the sample, or what thinning left of it. Whatever is
 * dropped, the bounds stay true:
 *
 * - at least `atMost[i]` of all scores are ≤ values[i];
 * - at most `below[i]` of all scores are < values[i].
 *
 * Strictly between two kept neighbours lie at most below[i + 1] − atMost[i] scores, so nothing was dropped where that is 0.
 */
export interface RankedScores {
  /** Number of scores it stands for. */
  count: number;
  /** Strictly ascending. */
  values: Float64Array;
  atMost: Float64Array;
  below: Float64Array;
}

export const NO_SCORES: RankedScores = {
  count: 0,
  values: new Float64Array(0),
  atMost: new Float64Array(0),
  below: new Float64Array(0),
};

/** Exact ranks of ascending finite scores. */
export function rankedFromSorted(sorted: Float64Array): RankedScores {
  const out = new Entries(sorted.length);
  for (let i = 0; i < sorted.length; ) {
    let next = i + 1;
    while (next < sorted.length && sorted[next] === sorted[i]) next++;
    // Adding 0 turns −0 into 0, which JSON cannot tell apart.
    out.push(sorted[i] + 0, next, i);
    i = next;
  }
  return out.finish(sorted.length);
}

/** Both samples as one. The bounds add up: where both are exact, so is the result. */
export function mergeRanked(a: RankedScores, b: RankedScores): RankedScores {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const out = new Entries(a.values.length + b.values.length);
  const left = new Cursor(a);
  const right = new Cursor(b);
  while (!left.done || !right.done) {
    const value = Math.min(left.next, right.next);
    const below = left.below + right.below;
    left.pass(value);
    right.pass(value);
    out.push(value, left.atMost + right.atMost, below);
  }
  return out.finish(a.count + b.count);
}

/**
 * Drops values as long as neighbours that stay have at most `share` · (1 + number of scores above) others between them: the
 * upper tail, which thresholds and small p-values rest on, stays exact, and the body gets coarser with its rank. Both extremes
 * stay. Bounds that are wider already are left as they are.
 */
export function thinRanked(ranked: RankedScores, share: number): RankedScores {
  const { count, values, atMost, below } = ranked;
  const kept: number[] = [];
  let upper = values.length - 1;
  while (upper >= 0) {
    kept.push(upper);
    if (upper === 0) break;
    const least = below[upper] - share * (count - below[upper] + 1);
    // The lowest neighbour whose bound reaches `least`; atMost ascends.
    let from = 0;
    let to = upper - 1;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (atMost[middle] >= least) to = middle;
      else from = middle + 1;
    }
    upper = from;
  }
  const out = new Entries(kept.length);
  for (let k = kept.length - 1; k >= 0; k--) out.push(values[kept[k]], atMost[kept[k]], below[kept[k]]);
  return out.finish(count);
}

/** Thins to at most `keep` ≥ 2 values with the smallest share that does. */
export function thinRankedTo(ranked: RankedScores, keep: number): RankedScores {
  if (ranked.values.length <= keep) return ranked;
  let low = 0;
  let high = 1 / 64;
  let best = thinRanked(ranked, high);
  while (best.values.length > keep) {
    low = high;
    high *= 2;
    best = thinRanked(ranked, high);
  }
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2;
    const thinned = thinRanked(ranked, middle);
    if (thinned.values.length <= keep) {
      high = middle;
      best = thinned;
    } else low = middle;
  }
  return best;
}

/**
 * The rank error that the bounds leave: for every x, the number of scores above x, plus 1, is known within a factor 1 + error.
 * So is a conformal p-value. 0 = exact.
 */
export function rankUncertainty({ count, values, atMost, below }: RankedScores): number {
  let worst = 0;
  let before = 0;
  for (let i = 0; i < values.length; i++) {
    worst = Math.max(worst, (below[i] - before) / (count - below[i] + 1));
    before = atMost[i];
  }
  return values.length === 0 ? 0 : Math.max(worst, count - before);
}

/** The (t + 1)-th smallest score, t from 0; where scores were dropped, the next kept one at or above that rank. */
export function orderStatistic({ values, atMost }: RankedScores, t: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (atMost[middle] > t) to = middle;
    else from = middle + 1;
  }
  return values[from];
}

/** Evenly spaced quantiles from minimum to maximum, linear between order statistics; [steps + 1], empty without scores. */
export function rankedQuantiles(ranked: RankedScores, steps: number): number[] {
  if (ranked.count === 0) return [];
  return Array.from({ length: steps + 1 }, (_, i) => {
    const at = (i / steps) * (ranked.count - 1);
    const low = Math.floor(at);
    const lower = orderStatistic(ranked, low);
    return lower + (at - low) * (orderStatistic(ranked, Math.min(low + 1, ranked.count - 1)) - lower);
  });
}

/** Walks a sample upwards beside another one. */
class Cursor {
  readonly #ranked: RankedScores;
  #at = 0;
  /** Bound of the scores ≤ the value passed last. */
  atMost = 0;

  constructor(ranked: RankedScores) {
    this.#ranked = ranked;
  }

  get done(): boolean {
    return this.#at >= this.#ranked.values.length;
  }

  get next(): number {
    return this.done ? Number.POSITIVE_INFINITY : this.#ranked.values[this.#at];
  }

  /** At most so many are below any value from `next` down to the one passed last. */
  get below(): number {
    return this.done ? this.#ranked.count : this.#ranked.below[this.#at];
  }

  pass(value: number): void {
    if (this.next === value) this.atMost = this.#ranked.atMost[this.#at++];
  }
}

class Entries {
  readonly #values: Float64Array;
  readonly #atMost: Float64Array;
  readonly #below: Float64Array;
  #size = 0;

  constructor(most: number) {
    this.#values = new Float64Array(most);
    this.#atMost = new Float64Array(most);
    this.#below = new Float64Array(most);
  }

  push(value: number, atMost: number, below: number): void {
    this.#values[this.#size] = value;
    this.#atMost[this.#size] = atMost;
    this.#below[this.#size++] = below;
  }

  finish(count: number): RankedScores {
    const size = this.#size;
    const cut = (array: Float64Array) => (size === array.length ? array : array.slice(0, size));
    return { count, values: cut(this.#values), atMost: cut(this.#atMost), below: cut(this.#below) };
  }
}
