import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accumulationFor, KernelAccumulation, ScalarAccumulation } from '../../src/encoders/static/accumulation.ts';
import { parseTokenTable, type TokenTable } from '../../src/encoders/static/format.ts';

const shipped = parseTokenTable(readFileSync(new URL('../../assets/static-encoder.bin', import.meta.url)));

/** A table of random rows, with the largest and smallest components that there are. */
function tableOf(dimension: number, rows: number): TokenTable {
  const bytes = new Int8Array(dimension * rows);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (Math.imul(i + 1, 0x9e3779b1) >> 13) & 0xff;
  bytes.set([-128, 127, 0, -1]);
  return {
    name: 'test',
    dimension,
    tokens: Array.from({ length: rows }, (_, i) => `t${i}`),
    bias: new Float32Array(dimension),
    scales: Float32Array.from({ length: rows }, (_, i) => (i % 7 === 0 ? 0 : (i + 1) / 3e4)),
    vectors: new Int32Array(bytes.buffer),
    words: new Uint8Array(rows).fill(1),
  };
}

/** The sum as its definition says, a component at a time. */
function plainSum({ dimension, scales, vectors }: TokenTable, rows: readonly number[], start: Float64Array): number[] {
  const bytes = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  return Array.from({ length: dimension }, (_, j) => {
    let sum = start[j];
    for (let i = 0; i < rows.length; i += 4) {
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => {
        const row = rows[i + k] ?? rows[i];
        return (i + k < rows.length ? scales[row] : 0) * bytes[row * dimension + j];
      });
      sum += a + b + c + d;
    }
    return sum;
  });
}

describe('accumulation of token rows', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([8, 64, 128, 136])(
    'gives the same bits by kernel, in JavaScript and as defined, dimension %i',
    (dimension) => {
      const table = dimension === 128 ? shipped : tableOf(dimension, 300);
      const fast = accumulationFor(table);
      expect(fast).toBeInstanceOf(KernelAccumulation);
      const scalar = new ScalarAccumulation(table);
      const row = fc.integer({ min: 0, max: table.tokens.length - 1 });
      const start = fc.double({ min: -10, max: 10, noNaN: true });
      fc.assert(
        fc.property(fc.array(row, { maxLength: 700, size: 'max' }), start, (rows, first) => {
          const from = Float64Array.from({ length: dimension }, (_, j) => first * (j + 1));
          fast.sum.set(from);
          fast.add(rows, rows.length);
          scalar.sum.set(from);
          scalar.add(Int32Array.from(rows), rows.length);
          const expected = Float64Array.from(plainSum(table, rows, from));
          expect(scalar.sum).toEqual(expected);
          expect(new Float64Array(fast.sum)).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('is in JavaScript where the kernel cannot be', () => {
    expect(accumulationFor(tableOf(12, 5))).toBeInstanceOf(ScalarAccumulation);
    vi.stubGlobal('WebAssembly', undefined);
    expect(accumulationFor(shipped)).toBeInstanceOf(ScalarAccumulation);
    vi.stubGlobal('WebAssembly', {
      Module: class {
        constructor() {
          throw new EvalError('refused by a content security policy');
        }
      },
    });
    expect(accumulationFor(shipped)).toBeInstanceOf(ScalarAccumulation);
  });
});
