import { type Accumulation, accumulationFor } from './accumulation.ts';
import type { TokenTable } from './format.ts';

/**
 * Sentence vectors from token rows: y = normalize(Σ T[row] + b·√n), T[row] = scale · int8 row.
 *
 * Sums in double and in one fixed order (rows four at a time, left to right), with nothing but additions,
 * multiplications, divisions and square roots, so that every machine gives the same bits.
 */
export class Pooling {
  readonly #bias: Float32Array;
  readonly #words: Uint8Array;
  readonly #accumulation: Accumulation;

  constructor(table: TokenTable, accumulation: Accumulation = accumulationFor(table)) {
    this.#bias = table.bias;
    this.#words = table.words;
    this.#accumulation = accumulation;
  }

  /**
   * Writes the unit vector of `rows[0 … count)` to `out[offset … offset + dimension)`. A text of no word at all (no
   * token, or punctuation alone) is the zero vector: it says nothing, so it is similar to nothing.
   */
  pool(rows: ArrayLike<number>, count: number, out: Float32Array, offset: number): void {
    const { sum } = this.#accumulation;
    const dimension = sum.length;
    let worded = 0;
    for (let i = 0; i < count; i++) worded |= this.#words[rows[i]];
    if (worded === 0) {
      out.fill(0, offset, offset + dimension);
      return;
    }
    const root = Math.sqrt(count);
    for (let j = 0; j < dimension; j++) sum[j] = this.#bias[j] * root;
    this.#accumulation.add(rows, count);
    let square = 0;
    for (let j = 0; j < dimension; j++) square += sum[j] * sum[j];
    const norm = Math.sqrt(square);
    for (let j = 0; j < dimension; j++) out[offset + j] = norm > 0 ? sum[j] / norm : 0;
  }
}
