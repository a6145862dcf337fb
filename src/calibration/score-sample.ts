import { lowerBound, upperBound } from '../detectors/index.ts';
import {
  mergeRanked,
  type RankedScores,
  rankedFromSorted,
  rankedQuantiles,
  rankUncertainty,
  thinRankedTo,
} from './ranked-scores.ts';

/** Scores a profile keeps in all, unless told otherwise (docs/method.md). */
export const MAX_KEPT_SCORES = 4096;

/**
 * Benign scores of one group of contexts, as a profile holds them. Without `ranks` these are all `count` scores. Where there
 * were more than may be kept, `scores` are some of them: at least ranks[i] of all are ≤ scores[i], and at most below[i] of all
 * are < scores[i] (ranks[i] − 1 where `below` is absent). The upper tail is kept exactly, the rest thinner and thinner (see
 * thinRanked).
 */
export interface ScoreSample {
  count: number;
  /** Ascending. */
  scores: number[];
  ranks?: number[] | undefined;
  below?: number[] | undefined;
}

/** Sorts and, where there are more than `keep` ≥ 4, thins. Scores must be finite. */
export function scoreSample(scores: Iterable<number>, keep = MAX_KEPT_SCORES): ScoreSample {
  return sampleOf(rankedFromSorted(Float64Array.from(scores).sort()), keep);
}

/**
 * Two samples as one: what one sample of all the scores would be, exactly, as long as both are complete and together within
 * `keep`; beyond that sampleUncertainty tells how far it may be off.
 */
export function mergeSamples(a: ScoreSample, b: ScoreSample, keep = MAX_KEPT_SCORES): ScoreSample {
  return sampleOf(mergeRanked(rankedOf(a), rankedOf(b)), keep);
}

/** The form a profile holds: every score where they are at most `keep`, else at most `keep` values with their ranks. */
export function sampleOf(ranked: RankedScores, keep: number): ScoreSample {
  const { count, values, atMost, below } = ranked;
  if (count <= keep && rankUncertainty(ranked) === 0) {
    const scores: number[] = [];
    values.forEach((value, i) => {
      for (let copies = atMost[i] - below[i]; copies > 0; copies--) scores.push(value);
    });
    return { count, scores };
  }
  const thinned = thinRankedTo(ranked, keep);
  const sample = { count, scores: Array.from(thinned.values), ranks: Array.from(thinned.atMost) };
  const plain = thinned.below.every((b, i) => b === thinned.atMost[i] - 1);
  return plain ? sample : { ...sample, below: Array.from(thinned.below) };
}

/** The sample with bounds of its ranks. */
export function rankedOf(sample: ScoreSample): RankedScores {
  const { count, scores } = sample;
  const first = scores.map((_, i) => i).filter((i) => i === 0 || scores[i] !== scores[i - 1]);
  return {
    count,
    values: Float64Array.from(first, (i) => scores[i]),
    atMost: Float64Array.from(first, (_, k) => rankAt(sample, first[k + 1] ?? scores.length)),
    below: Float64Array.from(first, (i) => belowAt(sample, i)),
  };
}

/** How far ranks may be off: for every x, 1 + the number of scores above x is known within a factor 1 + this. 0 = exact. */
export function sampleUncertainty(sample: ScoreSample): number {
  return rankUncertainty(rankedOf(sample));
}

/** At least this many of all scores are ≤ x (exactly so many where all are kept). */
export function countAtMost(sample: ScoreSample, x: number): number {
  return rankAt(sample, upperBound(sample.scores, x));
}

/** At least this many of all scores are < x (exactly so many where all are kept). */
export function countBelow(sample: ScoreSample, x: number): number {
  return rankAt(sample, lowerBound(sample.scores, x));
}

/** At most this many of all scores are ≤ x. */
export function mostAtMost(sample: ScoreSample, x: number): number {
  return belowAt(sample, upperBound(sample.scores, x));
}

/** At most this many of all scores are < x. */
export function mostBelow(sample: ScoreSample, x: number): number {
  return belowAt(sample, lowerBound(sample.scores, x));
}

/** Evenly spaced quantiles from minimum to maximum (linear between order statistics); [steps + 1]. */
export function quantiles(values: Iterable<number>, steps: number): number[] {
  return rankedQuantiles(rankedFromSorted(Float64Array.from(values).sort()), steps);
}

/** The same over several samples taken as one, e.g. the groups of a profile. */
export function sampleQuantiles(samples: readonly ScoreSample[], steps: number): number[] {
  return rankedQuantiles(samples.map(rankedOf).reduce(mergeRanked), steps);
}

/** At least so many of all scores are among the first `kept` or below them. */
function rankAt(sample: ScoreSample, kept: number): number {
  if (kept === 0) return 0;
  return sample.ranks ? sample.ranks[kept - 1] : kept;
}

/** At most so many of all scores are below the kept score at `index`. */
function belowAt(sample: ScoreSample, index: number): number {
  if (index >= sample.scores.length) return sample.count;
  if (sample.below) return sample.below[index];
  return sample.ranks ? sample.ranks[index] - 1 : index;
}
