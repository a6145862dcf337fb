import type { RankedScores } from '../ranked-scores.ts';
import { rankedOf, type ScoreSample } from '../score-sample.ts';
import { kolmogorovSmirnov, type TwoSampleTest } from './kolmogorov-smirnov.ts';
import { spendingOfTest } from './spending.ts';

/** Fewer benign scores than this are no sample to compare with. */
const FEWEST_SCORES = 30;

/** One finished window. */
export interface WindowTest extends TwoSampleTest {
  /** The level that this test was given. */
  level: number;
}

export interface ScoreWindowsState {
  tests: number;
  open: { shape: string; scores: number[] }[];
  last: (WindowTest & { shape: string })[];
}

/**
 * Live scores in windows of one shape each, compared with the profile's when full. Unlike the reservoirs, what they are
 * compared with never changes, so a drift too slow for the martingale adds up here. Test number j may spend
 * `spendingOfTest(j)` of the level; by the union bound all tests together stay within it, dependent or not.
 */
export class ScoreWindows {
  readonly #samples = new Map<string, RankedScores>();
  readonly #size: number;
  readonly #level: number;
  readonly #open = new Map<string, number[]>();
  readonly #last = new Map<string, WindowTest>();
  #tests = 0;

  /** @param samples the profile's scores by shape */
  constructor(samples: ReadonlyMap<string, ScoreSample>, size: number, level: number, state?: ScoreWindowsState) {
    for (const [shape, sample] of samples)
      if (sample.count >= FEWEST_SCORES) this.#samples.set(shape, rankedOf(sample));
    this.#size = size;
    this.#level = level;
    if (!state) return;
    this.#tests = state.tests;
    for (const { shape, scores } of state.open) this.#open.set(shape, [...scores]);
    for (const { shape, ...test } of state.last) this.#last.set(shape, test);
  }

  get state(): ScoreWindowsState {
    return {
      tests: this.#tests,
      open: [...this.#open].map(([shape, scores]) => ({ shape, scores: [...scores] })),
      last: [...this.#last].map(([shape, test]) => ({ shape, ...test })),
    };
  }

  /** @returns the test that this score completed, else null */
  observe(shape: string, score: number): WindowTest | null {
    const sample = this.#samples.get(shape);
    if (!sample) return null;
    let open = this.#open.get(shape);
    if (!open) {
      open = [];
      this.#open.set(shape, open);
    }
    open.push(score);
    if (open.length < this.#size) return null;
    this.#open.delete(shape);
    const level = this.#level * spendingOfTest(++this.#tests);
    const test = { ...kolmogorovSmirnov(Float64Array.from(open).sort(), sample), level };
    this.#last.set(shape, test);
    return test;
  }
}
