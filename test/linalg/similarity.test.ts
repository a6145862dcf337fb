import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backends, gaussians } from './backends.ts';

const finite = fc.double({ min: -1e3, max: 1e3, noNaN: true });

describe.each(backends)('similarity of $name', (backend) => {
  it('is 1 on the diagonal, symmetric and inside [−1, 1] up to rounding', () => {
    const next = gaussians(1);
    for (const [n, dimension] of [
      [1, 1],
      [2, 3],
      [5, 4],
      [6, 768],
      [7, 13],
      [32, 65],
    ]) {
      const cosines = backend.similarity(Float32Array.from({ length: n * dimension }, next), n, dimension);
      for (let i = 0; i < n; i++) {
        expect(cosines[i * n + i]).toBe(1);
        for (let j = 0; j < n; j++) {
          expect(cosines[i * n + j]).toBe(cosines[j * n + i]);
          expect(Math.abs(cosines[i * n + j])).toBeLessThanOrEqual(1 + 1e-15);
        }
      }
    }
  });

  it('agrees with cosines worked out by hand', () => {
    const cosines = backend.similarity(Float64Array.of(3, 4, 4, 3, -3, -4, 0, 0), 4, 2);
    const expected = [1, 0.96, -1, 0, 0.96, 1, -0.96, 0, -1, -0.96, 1, 0, 0, 0, 0, 0];
    expected.forEach((value, i) => {
      expect(cosines[i]).toBeCloseTo(value, 15);
    });
    expect(cosines[15]).toBe(0);
  });

  it('accumulates float32 input in double', () => {
    // 2^-30 beside 1 is lost in a float32 sum of squares, 4,095 times over.
    const dimension = 1 << 12;
    const vectors = new Float32Array(2 * dimension).fill(2 ** -15);
    vectors[0] = 1;
    vectors[dimension] = -1;
    const cosine = backend.similarity(vectors, 2, dimension)[1];
    const tail = (dimension - 1) * 2 ** -30;
    expect(Math.abs(cosine - (tail - 1) / (tail + 1))).toBeLessThan(1e-14);
  });

  it.each([1e-300, 1e-30, 1e30, 1e300])('does not depend on a scale of %d', (scale) => {
    const next = gaussians(5);
    const vectors = Float64Array.from({ length: 5 * 9 }, next);
    const plain = backend.similarity(vectors, 5, 9);
    // Rows of different scales, so that their products would overflow or underflow as well.
    const scaled = backend.similarity(
      vectors.map((value, t) => value * (Math.floor(t / 9) % 2 === 0 ? scale : 1)),
      5,
      9,
    );
    plain.forEach((value, i) => {
      expect(Math.abs(scaled[i] - value)).toBeLessThan(1e-14);
    });
  });

  it('keeps a row of the smallest subnormal numbers', () => {
    const tiny = Number.MIN_VALUE;
    expect(backend.similarity(Float64Array.of(tiny, 0, tiny, tiny), 2, 2)[1]).toBeCloseTo(Math.SQRT1_2, 15);
  });

  it('writes into the array it is given', () => {
    const out = new Float64Array(4).fill(Number.NaN);
    const vectors = Float32Array.of(1, 0, 0, 1);
    expect(backend.similarity(vectors, 2, 2, out)).toBe(out);
    expect([...out]).toEqual([1, 0, 0, 1]);
  });

  it('is the same for Float32Array and Float64Array of the same numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(finite, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 9 }),
        (rows) => {
          const single = Float32Array.from(rows.flat());
          const n = rows.length;
          const a = backend.similarity(single, n, 6);
          const b = backend.similarity(Float64Array.from(single), n, 6);
          a.forEach((value, i) => {
            expect(Math.abs(value - b[i])).toBeLessThan(1e-14);
          });
        },
      ),
    );
  });
});
