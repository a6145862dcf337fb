import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseTokenTable, type TokenTable } from '../../src/encoders/static/format.ts';
import { KernelPooling } from '../../src/encoders/static/kernel-pooling.ts';
import { POOLED_TEXTS, poolingFor } from '../../src/encoders/static/pooling.ts';
import { MOST_ROWS } from '../../src/encoders/static/pooling-kernel.ts';
import { ScalarPooling } from '../../src/encoders/static/scalar-pooling.ts';

const shipped = parseTokenTable(readFileSync(new URL('../../assets/static-encoder.bin', import.meta.url)));

/** Scales of whole numbers of 31 bits, with the digits that are largest and smallest, and a 0. */
const SCALES = [0x7ffe8000, 0x7fff0000, 0x40008000, 0x40010000, 0x8000, 0x7f80, 1, 0].map((whole) => whole / 2 ** 40);

/** A table of random rows, with the largest and smallest components that there are; every fifth token is no word. */
function tableOf(dimension: number, rows: number, scales: readonly number[] = SCALES): TokenTable {
  const bytes = new Int8Array(dimension * rows);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (Math.imul(i + 1, 0x9e3779b1) >> 13) & 0xff;
  for (let row = 0; row < 8; row++) bytes.fill(row % 2 === 0 ? -128 : 127, row * dimension, (row + 1) * dimension);
  return {
    name: 'test',
    dimension,
    tokens: Array.from({ length: rows }, (_, i) => `t${i}`),
    bias: Float32Array.from({ length: dimension }, (_, j) => (j % 3 === 0 ? -0 : Math.sin(j) / 50)),
    scales: Float32Array.from({ length: rows }, (_, i) => scales[i % scales.length]),
    vectors: new Int32Array(bytes.buffer),
    words: Uint8Array.from({ length: rows }, (_, i) => (i % 5 === 0 ? 0 : 1)),
  };
}

/** Rows all over the table. */
function someRows({ tokens }: TokenTable, count: number, first: number): number[] {
  return Array.from({ length: count }, (_, i) => ((i + first) * 7919) % tokens.length);
}

/** The vector as its definition says, a component at a time. */
function asDefined({ dimension, bias, scales, vectors, words }: TokenTable, rows: readonly number[]): number[] {
  if (!rows.some((row) => words[row] === 1)) return new Array(dimension).fill(0);
  const bytes = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const sums = Array.from({ length: dimension }, (_, j) => {
    let sum = bias[j] * Math.sqrt(rows.length) + 0;
    for (let i = 0; i < rows.length; i += 4) {
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => {
        const row = rows[i + k] ?? rows[i];
        return (i + k < rows.length ? scales[row] : 0) * bytes[row * dimension + j];
      });
      sum += a + b + c + d;
    }
    return sum;
  });
  const norm = Math.sqrt(sums.reduce((square, sum) => square + sum * sum, 0));
  return sums.map((sum) => (norm > 0 ? sum / norm : 0));
}

function pooled(pooling: { vectors: Float32Array; pool: KernelPooling['pool'] }, rows: ArrayLike<number>, index = 0) {
  const dimension = pooling.vectors.length / POOLED_TEXTS;
  pooling.pool(rows, rows.length, index);
  return pooling.vectors.slice(index * dimension, (index + 1) * dimension);
}

describe('pooling of token rows', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  describe.each([8, 16, 64, 128, 136, 384])('dimension %i', (dimension) => {
    const table = dimension === 128 ? shipped : tableOf(dimension, 300);
    const fast = poolingFor(table);
    const scalar = new ScalarPooling(table, POOLED_TEXTS);
    const row = fc.integer({ min: 0, max: table.tokens.length - 1 });

    it('gives the same bits by kernel, in JavaScript and as defined', () => {
      expect(fast).toBeInstanceOf(KernelPooling);
      const index = fc.integer({ min: 0, max: POOLED_TEXTS - 1 });
      const rowsOf = fc.oneof(
        fc.array(row, { maxLength: 40, size: 'max' }),
        fc.array(fc.constantFrom(...Array.from({ length: 16 }, (_, i) => i)), { maxLength: 40, size: 'max' }),
        // By two numbers, so that a failure is made smaller in no time.
        fc.tuple(fc.integer({ min: 0, max: 2000 }), row).map(([count, first]) => someRows(table, count, first)),
      );
      fc.assert(
        fc.property(rowsOf, index, (rows, at) => {
          const expected = Float32Array.from(asDefined(table, rows));
          expect(pooled(scalar, Int32Array.from(rows), at)).toEqual(expected);
          expect(pooled(fast, rows, at)).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    });

    it('so too for the numbers of rows around a group and around what the kernel takes at once', () => {
      const around = [0, 1, 4, 8, MOST_ROWS, 2 * MOST_ROWS, 2000].flatMap((n) => [n - 1, n, n + 1]);
      for (const count of around.filter((n) => n >= 0)) {
        const rows = someRows(table, count, count);
        const expected = Float32Array.from(asDefined(table, rows));
        expect(pooled(scalar, rows)).toEqual(expected);
        expect(pooled(fast, rows)).toEqual(expected);
      }
    });

    it('gives zeros for a text without a word, whatever was there, and leaves its neighbours alone', () => {
      const marks = [...table.words.keys()].filter((token) => table.words[token] === 0);
      const word = table.words.lastIndexOf(1);
      for (const pooling of [fast, scalar]) {
        const before = pooled(pooling, [word], 6);
        const after = pooled(pooling, [word, word], 8);
        for (const rows of [[], marks.slice(0, 1), Array.from({ length: 1500 }, (_, i) => marks[i % marks.length])]) {
          pooling.pool([word], 1, 7);
          expect(pooled(pooling, rows, 7)).toEqual(new Float32Array(dimension));
        }
        expect(pooling.vectors.slice(6 * dimension, 7 * dimension)).toEqual(before);
        expect(pooling.vectors.slice(8 * dimension, 9 * dimension)).toEqual(after);
      }
    });
  });

  it('adds the squares in the order of the components', () => {
    // Found by search: the few for which the opposite order gives another float32 at the end.
    const bias = Float32Array.of(396, 245, 372, 448, 832, 181, 11, 530).map((third) => third / 3);
    const table = { ...tableOf(8, 20, [0]), bias };
    const opposite = bias.reduceRight((square, component) => square + component * component, 0);
    const expected = Float32Array.from(asDefined(table, [1]));
    expect(bias.map((component) => component / Math.sqrt(opposite))).not.toEqual(expected);
    const fast = poolingFor(table);
    expect(fast).toBeInstanceOf(KernelPooling);
    for (const pooling of [fast, new ScalarPooling(table, POOLED_TEXTS)]) {
      expect(pooled(pooling, [1])).toEqual(expected);
    }
  });

  it('gives zeros where the sum is 0', () => {
    const table = { ...tableOf(64, 20, [0]), bias: new Float32Array(64).fill(-0) };
    const fast = poolingFor(table);
    expect(fast).toBeInstanceOf(KernelPooling);
    for (const pooling of [fast, new ScalarPooling(table, POOLED_TEXTS)]) {
      expect(pooled(pooling, [1, 2, 3, 4, 5])).toEqual(new Float32Array(64));
    }
  });

  it.each([
    ['a dimension that is no multiple of 8', tableOf(12, 5)],
    ['scales too far apart', tableOf(16, 5, [1, 2 ** -31])],
    ['a negative scale', tableOf(16, 5, [1, -1])],
    ['a scale that is not finite', tableOf(16, 5, [1, Number.POSITIVE_INFINITY])],
    ['a scale that is no number', tableOf(16, 5, [1, Number.NaN])],
  ])('is in JavaScript for %s', (_, table) => {
    expect(poolingFor(table)).toBeInstanceOf(ScalarPooling);
  });

  it('takes the kernel up to the last bit that its digits hold', () => {
    expect(poolingFor(tableOf(16, 5, [1, 2 ** -30]))).toBeInstanceOf(KernelPooling);
    const most = tableOf(16, 40, [0x7fff0000 / 2 ** 31, 2 ** -31]);
    const fast = poolingFor(most);
    expect(fast).toBeInstanceOf(KernelPooling);
    const rows = [0, 1, 2, 3, 4, 6, 8, 9];
    expect(pooled(fast, rows)).toEqual(Float32Array.from(asDefined(most, rows)));
    // 2^31 − 128 has no two digits, so one bit fewer is left for the smallest.
    expect(poolingFor(tableOf(16, 5, [0x7fffff80 / 2 ** 31, 2 ** -30]))).toBeInstanceOf(KernelPooling);
    expect(poolingFor(tableOf(16, 5, [0x7fffff80 / 2 ** 31, 2 ** -31]))).toBeInstanceOf(ScalarPooling);
  });

  it('is in JavaScript where the kernel cannot be', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(poolingFor(shipped)).toBeInstanceOf(ScalarPooling);
    vi.stubGlobal('WebAssembly', {
      Module: class {
        constructor() {
          throw new EvalError('refused by a content security policy');
        }
      },
    });
    expect(poolingFor(shipped)).toBeInstanceOf(ScalarPooling);
  });
});
