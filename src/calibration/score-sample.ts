import { lowerBound, upperBound } from '../detectors/index.ts';

/** Scores a profile keeps in all, unless told otherwise (design section 5). */
export const MAX_KEPT_SCORES = 4096;

/**
 * Benign scores of one group of contexts. Where there are more than may be kept, the upper half of what is kept is the exact
 * tail and the rest is evenly spaced by rank; `ranks` then tells the 1-based rank of each kept score among all `count`.
 */
export interface ScoreSample {
  count: number;
  /** Ascending. */
  scores: number[];
  ranks?: number[] | undefined;
}

/** Sorts and, where there are more than `keep` ≥ 4, thins. Scores must be finite. */
export function scoreSample(scores: Iterable<number>, keep = MAX_KEPT_SCORES): ScoreSample {
  const sorted = Float64Array.from(scores).sort();
  const count = sorted.length;
  if (count <= keep) return { count, scores: Array.from(sorted) };
  const tail = Math.floor(keep / 2);
  const body = count - tail;
  const spaced = keep - tail;
  const ranks = Array.from({ length: spaced }, (_, i) => Math.round(1 + (i * (body - 1)) / (spaced - 1)));
  for (let r = body + 1; r <= count; r++) ranks.push(r);
  return { count, scores: ranks.map((r) => sorted[r - 1]), ranks };
}

/** At least this many of all scores are ≤ x (exactly so many where all are kept). */
export function countAtMost(sample: ScoreSample, x: number): number {
  return rankAt(sample, upperBound(sample.scores, x));
}

/** At least this many of all scores are < x (exactly so many where all are kept). */
export function countBelow(sample: ScoreSample, x: number): number {
  return rankAt(sample, lowerBound(sample.scores, x));
}

function rankAt(sample: ScoreSample, kept: number): number {
  if (kept === 0) return 0;
  return sample.ranks ? sample.ranks[kept - 1] : kept;
}

/** Evenly spaced quantiles from minimum to maximum (linear between order statistics); [steps + 1]. */
export function quantiles(values: Iterable<number>, steps: number): number[] {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return [];
  return Array.from({ length: steps + 1 }, (_, i) => {
    const at = (i / steps) * (sorted.length - 1);
    const low = Math.floor(at);
    const high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
  });
}
