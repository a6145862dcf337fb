import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normal, permutation, pick, randomFor } from '../../src/evaluation/index.ts';

const draws = (...path: [number, ...(string | number)[]]) => {
  const random = randomFor(...path);
  return [0, 1, 2, 3].map(() => random.uniform());
};

describe('randomFor', () => {
  it('gives the same stream for the same seed and path, another one for any other', () => {
    const paths: [number, ...(string | number)[]][] = [
      [1],
      [2],
      [1, 'a'],
      [1, 'ab'],
      [1, 'a', 'b'],
      [1, 'b', 'a'],
      [1, 'a', 1],
    ];
    for (const path of paths) expect(draws(...path)).toEqual(draws(...path));
    expect(new Set(paths.map((path) => draws(...path).join())).size).toBe(paths.length);
  });

  it('streams of neighbouring rows are unrelated', () => {
    const first = Array.from({ length: 4000 }, (_, i) => randomFor(1, 'replace', `row-${i}`).uniform());
    const mean = first.reduce((sum, x) => sum + x, 0) / first.length;
    const covariance = first.slice(1).reduce((sum, x, i) => sum + (x - mean) * (first[i] - mean), 0) / first.length;
    // Standard errors: 0.0046 of the mean, 0.0013 of the covariance.
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
    expect(Math.abs(covariance)).toBeLessThan(0.006);
  });
});

it('permutation has each number once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.integer(), (count, seed) => {
      const order = permutation(count, randomFor(seed));
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
    }),
  );
});

it('every order of three is equally likely', () => {
  const counts = new Map<string, number>();
  const random = randomFor(7);
  for (let i = 0; i < 6000; i++) {
    const order = permutation(3, random).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  // A standard error is 29.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

it('pick takes every element', () => {
  const random = randomFor(3);
  expect(new Set(Array.from({ length: 100 }, () => pick(['a', 'b', 'c'], random)))).toEqual(new Set(['a', 'b', 'c']));
});

it('normal has mean 0 and variance 1', () => {
  const random = randomFor(11);
  const values = Array.from({ length: 20_000 }, () => normal(random));
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(variance - 1)).toBeLessThan(0.05);
});
