import { LITTLE_ENDIAN, type TokenTable } from './format.ts';
import { KernelPooling } from './kernel-pooling.ts';
import { ScalarPooling } from './scalar-pooling.ts';

/** Texts whose vectors are held at once. */
export const POOLED_TEXTS = 64;

/**
 * Sentence vectors from token rows: y = normalize(Σ T[row] + b·√n), T[row] = scale · int8 row.
 *
 * Sums in double and in one fixed order (b·√n first, then rows four at a time and each four from left to right), with nothing
 * but additions, multiplications, divisions and square roots, so that every machine gives the same bits.
 */
export interface Pooling {
  /** What `pool` writes. [POOLED_TEXTS × dimension] */
  readonly vectors: Float32Array;
  /**
   * Makes the unit vector of `rows[0 … count)` the `index`-th of `vectors`. A text of no word at all (no token, or punctuation
   * alone) is the zero vector: it says nothing, so it is similar to nothing.
   */
  pool(rows: ArrayLike<number>, count: number, index: number): void;
}

/** The fastest there is here. */
export function poolingFor(table: TokenTable): Pooling {
  return (LITTLE_ENDIAN ? KernelPooling.of(table, POOLED_TEXTS) : null) ?? new ScalarPooling(table, POOLED_TEXTS);
}
