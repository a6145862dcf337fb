import type { TokenTable } from './format.ts';
import type { Pooling } from './pooling.ts';
import { BLOCK, COMPONENT_ORDER, MOST_ROWS, type PoolingKernel, poolingKernel } from './pooling-kernel.ts';

/** The same vectors by the kernel, which holds a copy of the table. */
export class KernelPooling implements Pooling {
  readonly vectors: Float32Array;
  readonly #dimension: number;
  readonly #words: Uint8Array;
  readonly #kernel: PoolingKernel;
  /** A row with scale 0. */
  readonly #blank: number;

  private constructor(table: TokenTable, digits: Int32Array, exponent: number, kernel: PoolingKernel) {
    this.vectors = kernel.vectors;
    this.#dimension = table.dimension;
    this.#words = table.words;
    this.#kernel = kernel;
    this.#blank = digits.length;
    const { buffer, byteOffset, byteLength } = table.vectors;
    kernel.components.set(new Uint8Array(buffer, byteOffset, byteLength));
    kernel.offset();
    kernel.digits.set(digits);
    const unit = 2 ** exponent;
    kernel.bias.forEach((_, at, bias) => {
      const component = at - (at % BLOCK) + COMPONENT_ORDER[at % BLOCK];
      // As in the scalar pooling, −0 is 0.
      bias[at] = table.bias[component] * unit + 0;
    });
  }

  /**
   * null where there is no WebAssembly with vectors, where a content security policy forbids it, where the dimension is no
   * multiple of 8, or where the scales are no multiples of one power of two with 31 bits.
   *
   * @param texts how many vectors there is room for
   */
  static of(table: TokenTable, texts: number): KernelPooling | null {
    const { dimension, scales } = table;
    if (typeof WebAssembly === 'undefined' || dimension % BLOCK !== 0) return null;
    const exponent = exponentOf(scales);
    const digits = digitsOf(scales, 2 ** exponent);
    if (digits === null) return null;
    try {
      return new KernelPooling(table, digits, exponent, poolingKernel(scales.length + 1, dimension, texts));
    } catch {
      return null;
    }
  }

  pool(rows: ArrayLike<number>, count: number, index: number): void {
    const words = this.#words;
    const { rows: next, biasAt, sumAt, pool } = this.#kernel;
    let worded = 0;
    for (let from = 0; from < count; from += MOST_ROWS) {
      let taken = Math.min(MOST_ROWS, count - from);
      for (let i = 0; i < taken; i++) {
        const row = rows[from + i];
        worded |= words[row];
        next[i] = row;
      }
      while (taken % 4 !== 0) next[taken++] = this.#blank;
      if (from === 0) pool(taken, biasAt, Math.sqrt(count), index);
      else pool(taken, sumAt, 1, index);
    }
    if (worded === 0) this.vectors.fill(0, index * this.#dimension, (index + 1) * this.#dimension);
  }
}

/** Largest integer that two digits make. */
const MOST = 32_767 * 65_536 + 32_767;

/** The largest k for which 2^k · scale is at most MOST for every scale; 0 where they are all 0. */
function exponentOf(scales: Float32Array): number {
  const largest = scales.reduce((most, scale) => Math.max(most, scale), 0);
  if (largest === 0) return 0;
  const exponent = 31 - Math.ceil(Math.log2(largest));
  return largest * 2 ** exponent <= MOST ? exponent : exponent - 1;
}

/** Digits of unit · scale as a kernel has them; null unless they are all whole numbers from 0 to MOST. */
function digitsOf(scales: Float32Array, unit: number): Int32Array | null {
  const digits = new Int32Array(scales.length);
  for (let i = 0; i < scales.length; i++) {
    const whole = scales[i] * unit;
    if (!Number.isInteger(whole) || whole < 0 || whole > MOST) return null;
    const high = (whole + 32_768) >>> 16;
    digits[i] = (high << 16) | ((whole - 65_536 * high) & 0xffff);
  }
  return digits;
}
