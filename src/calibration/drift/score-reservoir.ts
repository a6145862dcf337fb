import { lowerBound, upperBound } from '../../detectors/index.ts';
import type { ScoreSample } from '../score-sample.ts';
import { type RandomStream, randomRanks } from './random.ts';

/**
 * Scores that a new one is ranked among: at first the profile's, then those and the live ones, of which a random one is
 * forgotten for each that comes once there are `capacity`.
 *
 * Why this and not the profile's scores alone: p-values against a sample that stays the same are not uniform given that
 * sample, and over a million observations its sampling error alone would look like a change. Here, as long as all scores come
 * independently from one distribution, each new score is equally likely to take any rank among reservoir and itself, whatever
 * the ranks before it were (which one is forgotten does not depend on which came last), so the p-values are exactly uniform
 * and independent, at any capacity, with ties, and with a memory that does not grow.
 */
export class ScoreReservoir {
  readonly #scores: Float64Array;
  #size: number;

  /** @param scores ascending, at most `capacity` */
  constructor(capacity: number, scores: readonly number[]) {
    this.#scores = new Float64Array(capacity);
    this.#scores.set(scores);
    this.#size = scores.length;
  }

  /** A random part of a sample. Of a thinned sample the kept score nearest in rank stands for those that were left out. */
  static of(sample: ScoreSample, capacity: number, random: RandomStream): ScoreReservoir {
    const ranks = randomRanks(sample.count, capacity, random);
    const kept = sample.ranks;
    return new ScoreReservoir(
      capacity,
      ranks.map((rank) => sample.scores[kept ? nearestIndex(kept, rank) : rank - 1]),
    );
  }

  get scores(): number[] {
    return Array.from(this.#scores.subarray(0, this.#size));
  }

  /** Smoothed p-value of a score, ties broken at random; then takes it in. In (0, 1). */
  observe(score: number, random: RandomStream): number {
    const live = this.#scores.subarray(0, this.#size);
    const below = lowerBound(live, score);
    const atMost = upperBound(live, score);
    const p = (this.#size - atMost + random.uniform() * (atMost - below + 1)) / (this.#size + 1);
    this.#take(score, atMost, random);
    return p;
  }

  #take(score: number, at: number, random: RandomStream): void {
    const scores = this.#scores;
    if (this.#size < scores.length) {
      scores.copyWithin(at + 1, at, this.#size);
      scores[at] = score;
      this.#size++;
      return;
    }
    const forgotten = random.below(this.#size + 1);
    // The new score itself may be the one that is forgotten.
    if (forgotten === this.#size) return;
    if (forgotten < at) {
      scores.copyWithin(forgotten, forgotten + 1, at);
      scores[at - 1] = score;
    } else {
      scores.copyWithin(at + 1, at, forgotten);
      scores[at] = score;
    }
  }
}

/** Index of the kept rank nearest to `rank`; the first and the last rank are always kept. */
function nearestIndex(kept: readonly number[], rank: number): number {
  const above = lowerBound(kept, rank);
  return above > 0 && rank - kept[above - 1] < kept[above] - rank ? above - 1 : above;
}
