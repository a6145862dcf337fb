import { lowerBound, upperBound } from '../../detectors/index.ts';
import type { RankedScores } from '../ranked-scores.ts';
import { rankedOf, type ScoreSample } from '../score-sample.ts';
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
    const ranked = rankedOf(sample);
    const ranks = randomRanks(sample.count, capacity, random);
    return new ScoreReservoir(
      capacity,
      ranks.map((rank) => valueAt(ranked, rank)),
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

/** The value of a rank, or where it was left out, the nearest in rank of those that were kept. */
function valueAt({ values, atMost, below }: RankedScores, rank: number): number {
  const above = lowerBound(atMost, rank);
  if (above === values.length) return values[above - 1];
  const known = above === 0 || rank > below[above];
  return known || below[above] + 1 - rank <= rank - atMost[above - 1] ? values[above] : values[above - 1];
}
