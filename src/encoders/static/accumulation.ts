import { type AccumulationKernel, accumulationKernel, MOST_ROWS } from './accumulation-kernel.ts';
import { LITTLE_ENDIAN, type TokenTable } from './format.ts';

/** Adds scaled rows of a token table to a sum. */
export interface Accumulation {
  /** [dimension] */
  readonly sum: Float64Array;
  /**
   * sum += Σ scale · row over rows[0 … count), four at a time and each four from left to right; where the last four are
   * fewer, the first of them stands in with scale 0.
   */
  add(rows: ArrayLike<number>, count: number): void;
}

/** Plain JavaScript, allocation-free. Four rows at once because loading and storing the sum would cost more than adding. */
export class ScalarAccumulation implements Accumulation {
  readonly sum: Float64Array;
  readonly #table: TokenTable;

  constructor(table: TokenTable) {
    this.#table = table;
    this.sum = new Float64Array(table.dimension);
  }

  add(rows: ArrayLike<number>, count: number): void {
    for (let i = 0; i < count; i += 4) this.#addRows(rows, i, count);
  }

  /** Adds rows[i … min(i + 4, count)). */
  #addRows(rows: ArrayLike<number>, i: number, count: number): void {
    const { dimension, scales, vectors } = this.#table;
    const sum = this.sum;
    const width = dimension >> 2;
    const a = rows[i];
    const b = i + 1 < count ? rows[i + 1] : a;
    const c = i + 2 < count ? rows[i + 2] : a;
    const d = i + 3 < count ? rows[i + 3] : a;
    const scaleA = scales[a];
    const scaleB = i + 1 < count ? scales[b] : 0;
    const scaleC = i + 2 < count ? scales[c] : 0;
    const scaleD = i + 3 < count ? scales[d] : 0;
    const atA = a * width;
    const atB = b * width;
    const atC = c * width;
    const atD = d * width;
    for (let word = 0, j = 0; word < width; word++, j += 4) {
      const p = vectors[atA + word];
      const q = vectors[atB + word];
      const r = vectors[atC + word];
      const s = vectors[atD + word];
      sum[j] +=
        scaleA * ((p << 24) >> 24) +
        scaleB * ((q << 24) >> 24) +
        scaleC * ((r << 24) >> 24) +
        scaleD * ((s << 24) >> 24);
      sum[j + 1] +=
        scaleA * ((p << 16) >> 24) +
        scaleB * ((q << 16) >> 24) +
        scaleC * ((r << 16) >> 24) +
        scaleD * ((s << 16) >> 24);
      sum[j + 2] +=
        scaleA * ((p << 8) >> 24) + scaleB * ((q << 8) >> 24) + scaleC * ((r << 8) >> 24) + scaleD * ((s << 8) >> 24);
      sum[j + 3] += scaleA * (p >> 24) + scaleB * (q >> 24) + scaleC * (r >> 24) + scaleD * (s >> 24);
    }
  }
}

/** The same sums by the kernel. */
export class KernelAccumulation implements Accumulation {
  readonly sum: Float64Array;
  readonly #kernel: AccumulationKernel;
  readonly #scales: Float32Array;
  readonly #dimension: number;

  constructor(table: TokenTable, kernel: AccumulationKernel) {
    this.sum = kernel.sum;
    this.#kernel = kernel;
    this.#scales = table.scales;
    this.#dimension = table.dimension;
  }

  add(rows: ArrayLike<number>, count: number): void {
    const { addresses, scales, accumulate } = this.#kernel;
    for (let from = 0; from < count; from += MOST_ROWS) {
      const part = Math.min(MOST_ROWS, count - from);
      for (let i = 0; i < part; i++) {
        const row = rows[from + i];
        addresses[i] = row * this.#dimension;
        scales[i] = this.#scales[row];
      }
      const padded = (part + 3) & ~3;
      for (let i = part; i < padded; i++) {
        addresses[i] = addresses[padded - 4];
        scales[i] = 0;
      }
      accumulate(padded >> 2);
    }
  }
}

/** The fastest there is here. */
export function accumulationFor(table: TokenTable): Accumulation {
  const { buffer, byteOffset, byteLength } = table.vectors;
  const kernel = LITTLE_ENDIAN
    ? accumulationKernel(new Uint8Array(buffer, byteOffset, byteLength), table.dimension)
    : null;
  return kernel === null ? new ScalarAccumulation(table) : new KernelAccumulation(table, kernel);
}
