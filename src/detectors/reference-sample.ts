/**
 * Values of benign traffic that turn a signal into a p-value. Ascending, thinned evenly by rank where there were many.
 */
export interface ReferenceSample {
  /** Signal name → ascending values over benign contexts. */
  signals: Record<string, number[]>;
  /** Document-signal name → ascending values over the documents of benign contexts. */
  documents: Record<string, number[]>;
  /** Class of contexts, colon, window-signal name → ascending values over the windows of benign contexts, undefined ones left out. */
  windows?: Record<string, number[]> | undefined;
  /** Class of contexts, colon, signal group → ascending values of the most anomalous window of each benign context. */
  groups?: Record<string, number[]> | undefined;
}

/** Ascending copy, thinned evenly by rank where longer than `keep` ≥ 2; both extremes stay. */
export function referenceValues(values: Iterable<number>, keep: number): number[] {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length <= keep) return Array.from(sorted);
  return Array.from({ length: keep }, (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (keep - 1))]);
}

/**
 * Mid-rank conformal p-value of x among ascending benign values, small = attack-like: (1 + #{> x} + ½#{= x}) / (N + 1)
 * (docs/method.md, fusion without labels).
 */
export function midRankPValue(sorted: readonly number[], x: number): number {
  const low = lowerBound(sorted, x);
  const high = upperBound(sorted, x, low);
  return (1 + sorted.length - low - 0.5 * (high - low)) / (sorted.length + 1);
}

/** Number of values < x. */
export function lowerBound(sorted: ArrayLike<number>, x: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle] < x) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Number of values ≤ x. */
export function upperBound(sorted: ArrayLike<number>, x: number, from = 0): number {
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle] <= x) from = middle + 1;
    else to = middle;
  }
  return from;
}
