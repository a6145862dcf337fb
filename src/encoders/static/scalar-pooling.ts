import type { TokenTable } from './format.ts';
import type { Pooling } from './pooling.ts';

/** Plain JavaScript, allocation-free. Four rows at once because loading and storing the sum would cost more than adding. */
export class ScalarPooling implements Pooling {
  readonly vectors: Float32Array;
  readonly #table: TokenTable;
  /** [dimension] */
  readonly #sum: Float64Array;

  /** @param texts how many vectors there is room for */
  constructor(table: TokenTable, texts: number) {
    this.#table = table;
    this.#sum = new Float64Array(table.dimension);
    this.vectors = new Float32Array(texts * table.dimension);
  }

  pool(rows: ArrayLike<number>, count: number, index: number): void {
    const { dimension, bias, words } = this.#table;
    const offset = index * dimension;
    const sum = this.#sum;
    let worded = 0;
    for (let i = 0; i < count; i++) worded |= words[rows[i]];
    if (worded === 0) {
      this.vectors.fill(0, offset, offset + dimension);
      return;
    }
    const root = Math.sqrt(count);
    // A bias of −0 is 0, so that no sum is ever −0.
    for (let j = 0; j < dimension; j++) sum[j] = bias[j] * root + 0;
    for (let i = 0; i < count; i += 4) this.#addRows(rows, i, count);
    let square = 0;
    for (let j = 0; j < dimension; j++) square += sum[j] * sum[j];
    const norm = Math.sqrt(square);
    for (let j = 0; j < dimension; j++) this.vectors[offset + j] = norm > 0 ? sum[j] / norm : 0;
  }

  /** Adds rows[i … min(i + 4, count)); where those are fewer than four, the first stands in with scale 0. */
  #addRows(rows: ArrayLike<number>, i: number, count: number): void {
    const { dimension, scales, vectors } = this.#table;
    const sum = this.#sum;
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
