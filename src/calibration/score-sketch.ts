import { mergeRanked, NO_SCORES, type RankedScores, rankedFromSorted, thinRanked } from './ranked-scores.ts';
import { type ScoreSample, sampleOf } from './score-sample.ts';

/** Distinct values a sketch holds before it thins. */
const CAPACITY = 16_384;
/** Scores gathered before they are sorted in. */
const BUFFER = 4_096;
/** Smallest thinning, and how it grows each time it does not suffice. */
const FIRST_SHARE = 1 / 4096;
const GROWTH = 1.25;

/**
 * Any number of scores in bounded memory: exact while there are at most 16,384 distinct values; from then on the upper tail
 * stays exact and the body is thinned (thinRanked) no more than memory asks. It keeps true bounds of every rank, so what it says
 * about its own error is certain, whatever the order of the scores; 10 million scores in random, rising or falling order
 * come to a third of a percent (bench/calibration/streaming.ts).
 */
export class ScoreSketch {
  #ranked: RankedScores = NO_SCORES;
  #buffer: number[] = [];
  #share = 0;
  readonly #capacity: number;

  /** @param capacity most values held, ≥ 64; fewer trade accuracy for memory */
  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
  }

  /** @param score finite */
  add(score: number): void {
    this.#buffer.push(score);
    if (this.#buffer.length >= Math.min(BUFFER, this.#capacity / 4)) this.#sortIn();
  }

  get count(): number {
    return this.#ranked.count + this.#buffer.length;
  }

  /** What it holds now. */
  ranked(): RankedScores {
    this.#sortIn();
    return this.#ranked;
  }

  /** What a profile keeps of it: at most `keep` values. */
  sample(keep: number): ScoreSample {
    return sampleOf(this.ranked(), keep);
  }

  #sortIn(): void {
    if (this.#buffer.length === 0) return;
    const merged = mergeRanked(this.#ranked, rankedFromSorted(Float64Array.from(this.#buffer).sort()));
    this.#buffer = [];
    this.#ranked = merged.values.length > this.#capacity ? this.#thin(merged) : merged;
  }

  #thin(merged: RankedScores): RankedScores {
    const target = 0.75 * this.#capacity;
    let thinned = this.#share > 0 ? thinRanked(merged, this.#share) : merged;
    while (thinned.values.length > target) {
      this.#share = Math.max(FIRST_SHARE, this.#share * GROWTH);
      thinned = thinRanked(merged, this.#share);
    }
    return thinned;
  }
}
