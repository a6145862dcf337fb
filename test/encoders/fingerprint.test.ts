import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf, fingerprintsMatch, PROBE_TEXTS } from '../../src/encoders/fingerprint.ts';

const n = PROBE_TEXTS.length;

/** Reproducible Gaussian-like vectors. */
function vectors(dimension: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: n * dimension }, () => {
    let sum = 0;
    for (let i = 0; i < 6; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      sum += state / 2 ** 32 - 0.5;
    }
    return sum;
  });
}

describe('fingerprintOf', () => {
  it('has one byte for each pair of distinct probe texts', () => {
    expect(new Set(PROBE_TEXTS).size).toBe(n);
    const fingerprint = fingerprintOf(vectors(16, 1), 16);
    expect(fingerprint).toMatch(/^p1:16:[0-9a-f]+$/);
    expect(fingerprint.split(':')[2]).toHaveLength(n * (n - 1));
  });

  it('writes known cosines as known bytes', () => {
    const x = new Float32Array(n * 2);
    x.set([2, 0, 0, 3, -1, 0, 1, 1]); // cos 0, −1, 0.7071 to the first; the other rows are zero
    const bytes = fingerprintOf(x, 2)
      .split(':')[2]
      .match(/../g)!
      .map((h) => Number.parseInt(h, 16));
    expect(bytes.slice(0, 4)).toEqual([100, 0, 171, 100]);
    expect(bytes[n - 1]).toBe(100);
  });

  it('does not change with the length of vectors', () => {
    const x = vectors(24, 3);
    expect(
      fingerprintOf(
        x.map((v) => v * 1e3),
        24,
      ),
    ).toBe(fingerprintOf(x, 24));
  });

  it('refuses other lengths and non-finite numbers, naming the place', () => {
    expect(() => fingerprintOf(new Float32Array(n * 4 - 1), 4)).toThrow(
      expect.objectContaining({ code: 'DIMENSION_MISMATCH' }),
    );
    expect(() => fingerprintOf(new Float32Array(0), 0)).toThrow(
      expect.objectContaining({ code: 'DIMENSION_MISMATCH' }),
    );
    const x = vectors(4, 1);
    x[9] = Number.NaN;
    expect(() => fingerprintOf(x, 4)).toThrow(
      expect.objectContaining({ code: 'EMBEDDING_NON_FINITE', location: { index: 9 } }),
    );
  });
});

describe('fingerprintsMatch', () => {
  it('forgives small numeric differences and no others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const x = vectors(64, seed);
        const noise = vectors(64, seed + 1);
        const near = fingerprintOf(
          x.map((v, i) => v + noise[i] * 0.003),
          64,
        );
        expect(fingerprintsMatch(fingerprintOf(x, 64), near)).toBe(true);
        expect(fingerprintsMatch(near, fingerprintOf(x, 64))).toBe(true);
        expect(fingerprintsMatch(fingerprintOf(x, 64), fingerprintOf(noise, 64))).toBe(false);
      }),
    );
  });

  it('draws the line between 3 and 4 steps', () => {
    expect(fingerprintsMatch('p1:8:6464', 'p1:8:6761')).toBe(true);
    expect(fingerprintsMatch('p1:8:6464', 'p1:8:6864')).toBe(false);
    expect(fingerprintsMatch('p1:8:6464', 'p1:9:6464')).toBe(false);
    expect(fingerprintsMatch('p1:8:6464', 'p1:8:64')).toBe(false);
  });

  it('compares other kinds exactly', () => {
    expect(fingerprintsMatch('sha256:ab', 'sha256:ab')).toBe(true);
    expect(fingerprintsMatch('sha256:ab', 'sha256:ac')).toBe(false);
    expect(fingerprintsMatch('caller:x', 'p1:8:64')).toBe(false);
    expect(fingerprintsMatch('', 'p1:8:')).toBe(false);
  });
});
