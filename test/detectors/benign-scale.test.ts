import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BenignScale } from '../../src/detectors/composite/benign-scale.ts';
import { BenignTail } from '../../src/detectors/composite/benign-tail.ts';
import { normalDistribution, normalQuantile, normalSurprise } from '../../src/detectors/composite/normal.ts';
import { hazenQuantile, PiecewiseLinear } from '../../src/detectors/composite/quantiles.ts';

/** ∫ φ from z to 14 by Simpson's rule. */
function upperTail(z: number): number {
  const steps = 20_000;
  const h = (14 - z) / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const x = z + i * h;
    sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp((-x * x) / 2);
  }
  return (sum * h) / 3 / Math.sqrt(2 * Math.PI);
}

const finite = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const ascending = fc.array(finite, { minLength: 1, maxLength: 200 }).map((v) => v.sort((a, b) => a - b));

describe('normal distribution', () => {
  it('gives the surprise −log Φ(−z) that integration gives, over its whole range', () => {
    for (let z = -4; z <= 8; z += 0.097) {
      expect(Math.abs(normalSurprise(z) + Math.log(upperTail(z))), `z = ${z}`).toBeLessThan(1e-7);
    }
    // Beyond, where integration loses its digits: the asymptotic series.
    const z = 11.5;
    const series = 1 - 1 / z ** 2 + 3 / z ** 4 - 15 / z ** 6;
    expect(normalSurprise(z)).toBeCloseTo(z ** 2 / 2 + Math.log(z * Math.sqrt(2 * Math.PI)) - Math.log(series), 6);
  });

  it('counts values beyond the range as its ends', () => {
    expect(normalSurprise(-9)).toBe(normalSurprise(-4));
    expect(normalSurprise(40)).toBe(normalSurprise(12));
  });

  it('has a quantile function that inverts it', () => {
    for (const p of [1e-6, 0.01, 0.3, 0.5, 0.9, 0.999999])
      expect(normalDistribution(normalQuantile(p))).toBeCloseTo(p, 12);
  });
});

describe('quantiles', () => {
  it('are Hazen’s', () => {
    expect(hazenQuantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(hazenQuantile([1, 2, 3, 4], 0)).toBe(1);
    expect(hazenQuantile([1, 2, 3, 4], 1)).toBe(4);
    expect(hazenQuantile([1, 2, 3, 4], 0.25)).toBe(1.5);
  });

  it('let points that share an x become one at their mean', () => {
    const line = new PiecewiseLinear([
      [0, 0],
      [1, 1],
      [1, 3],
      [2, 4],
    ]);
    expect([-1, 0, 0.5, 1, 1.5, 9].map((x) => line.at(x))).toEqual([0, 0, 1, 2, 3, 4]);
  });
});

describe('scale of benign values', () => {
  it('is monotone and bounded for any sample', () => {
    fc.assert(
      fc.property(ascending, fc.array(finite, { minLength: 2, maxLength: 30 }), (sample, values) => {
        const scale = new BenignScale(sample);
        const z = values.sort((a, b) => a - b).map((value) => scale.z(value));
        for (const [i, value] of z.entries()) {
          expect(value).toBeGreaterThanOrEqual(-4);
          expect(value).toBeLessThanOrEqual(12);
          if (i > 0) expect(value).toBeGreaterThanOrEqual(z[i - 1]);
        }
      }),
    );
  });

  it('puts benign values where a standard normal variable is', () => {
    const sample = Array.from({ length: 999 }, (_, i) => 5 + 2 * normalQuantile((i + 0.5) / 999));
    const scale = new BenignScale(sample);
    for (const z of [-1.7, -1, 0, 0.6, 1.9, 3, 5]) expect(scale.z(5 + 2 * z)).toBeCloseTo(z, 1);
  });

  it('goes on growing beyond the largest benign value', () => {
    const scale = new BenignScale(Array.from({ length: 100 }, (_, i) => i));
    expect(scale.z(300)).toBeGreaterThan(scale.z(200));
    expect(scale.z(200)).toBeGreaterThan(scale.z(99));
  });

  it('has every value at 0 where nothing was defined, and an undefined value at 0', () => {
    expect(new BenignScale([]).z(7)).toBe(0);
    expect(new BenignScale([1, 2, 3]).z(Number.NaN)).toBe(0);
  });

  it('measures from the one benign value in the signal’s own unit', () => {
    const scale = new BenignScale([2, 2, 2, 2]);
    expect([scale.z(2), scale.z(2.5), scale.z(1)]).toEqual([0, 0.5, -1]);
  });
});

describe('tail of benign sums', () => {
  it('is monotone for any sample', () => {
    fc.assert(
      fc.property(ascending, fc.array(finite, { minLength: 2, maxLength: 30 }), (sample, values) => {
        const tail = new BenignTail(sample, 2);
        const surprises = values.sort((a, b) => a - b).map((value) => tail.surprise(value));
        for (let i = 1; i < surprises.length; i++) expect(surprises[i]).toBeGreaterThanOrEqual(surprises[i - 1]);
      }),
    );
  });

  it('is −log of the mid-rank p-value as far as benign sums go', () => {
    const tail = new BenignTail([1, 2, 2, 3], 2);
    expect([0, 1, 2, 2.5, 3].map((x) => Math.exp(-tail.surprise(x)))).toEqual(
      [5, 4.5, 3, 2, 1.5].map((count) => expect.closeTo(count / 5, 12)),
    );
  });

  it('grows beyond them by `growth` for each spread', () => {
    const sample = Array.from({ length: 100 }, (_, i) => i);
    // 95 % quantile 94.5, median 49.5.
    for (const growth of [0.25, 2]) {
      const tail = new BenignTail(sample, growth);
      expect(tail.surprise(99 + 45)).toBeCloseTo(Math.log(101) + growth, 9);
      expect(tail.surprise(99 + 90)).toBeCloseTo(Math.log(101) + 2 * growth, 9);
    }
  });

  it('goes on growing where all benign sums are equal', () => {
    const tail = new BenignTail([3, 3, 3], 2);
    expect(tail.surprise(4)).toBeCloseTo(Math.log(4) + 2, 9);
  });
});
