import { minimumCount } from '../../calibration/index.ts';
import { RandomStream } from '../random.ts';

/** A development part that sets thresholds, and bootstrap resamples of the rest. Both hold rows of the data set. */
export interface Split {
  development: Int32Array;
  /** Rows of the test part as they are. */
  test: Int32Array;
  /** Rows drawn with replacement from the test part, each of its size. */
  resamples: Int32Array[];
}

/** Largest share of the rows that may set thresholds. */
const MOST = 2 / 3;

/**
 * Rows that set thresholds: a share of them, or as many as the smallest rate needs, but never more than two thirds.
 *
 * @param fpr the smallest rate asked for
 * @param share half by default, as the reference's table
 */
export function developmentSize(rows: number, fpr: number, share = 1 / 2): number {
  return Math.min(Math.max(Math.floor(share * rows + 1e-9), minimumCount(fpr)), Math.floor(MOST * rows + 1e-9));
}

/** Share of the rows that an exact development part may take: the others are tested. */
const MOST_EXACT = 0.92;

/**
 * The largest development part, of at most 92 % of the rows, whose conformal threshold lets exactly `fpr` through: (m + 1)·fpr whole.
 * Other sizes stay below it: the highest of 163 scores lets 0.6 % through where 1 % is asked.
 *
 * @returns null where there are too few rows to promise the rate
 */
export function exactDevelopmentSize(rows: number, fpr: number): number | null {
  const size = exactCount(Math.floor(MOST_EXACT * rows + 1e-9), fpr);
  return size < minimumCount(fpr) ? null : size;
}

/** The largest number of scores up to `most` for which (m + 1)·fpr is whole; `most` where none is. */
export function exactCount(most: number, fpr: number): number {
  const allowed = Math.floor((most + 1) * fpr + 1e-9);
  return allowed < 1 ? most : Math.round(allowed / fpr) - 1;
}

/**
 * Random splits by row, so that a question's benign context and its attacks are never on both sides.
 *
 * @param rows identifiers of the rows
 * @param splits number of random splits; each gets resamples / splits resamples of its test part
 */
export function splitsByRow(
  rows: ArrayLike<number>,
  development: number,
  splits: number,
  resamples: number,
  seed: number,
): Split[] {
  const random = RandomStream.seeded(seed);
  const each = Math.ceil(resamples / splits);
  return Array.from({ length: splits }, () => {
    const order = Int32Array.from(rows as ArrayLike<number>);
    for (let i = order.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      const kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    const test = order.slice(development);
    return {
      development: order.slice(0, development),
      test,
      resamples: Array.from({ length: each }, () => Int32Array.from(test, () => test[random.below(test.length)])),
    };
  });
}

/** Rows drawn with replacement from all of them, once per resample. */
export function bootstrapRows(rows: ArrayLike<number>, resamples: number, seed: number): Int32Array[] {
  const random = RandomStream.seeded(seed);
  return Array.from({ length: resamples }, () =>
    Int32Array.from(rows as ArrayLike<number>, () => rows[random.below(rows.length)]),
  );
}
