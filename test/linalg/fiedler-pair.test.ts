import { describe, expect, it } from 'vitest';
import { connectedComponents, knnGraph, normalizedLaplacian } from '../../src/graph/index.ts';
import { symmetricEigen } from '../../src/linalg/js/eigen.ts';
import { fiedlerPair } from '../../src/linalg/js/fiedler-pair.ts';
import { jsBackend } from '../../src/linalg/js/index.ts';
import { gaussians } from './backends.ts';

interface Solution {
  solved: boolean;
  lambda2: number;
  gap: number;
  vector: Float64Array;
  residual: number;
  all: Float64Array;
}

function solve(weights: Float64Array, n: number): Solution {
  const nullVector = new Float64Array(n);
  const laplacian = normalizedLaplacian(weights, n, new Float64Array(n * n), nullVector);
  const vector = new Float64Array(n);
  const values = new Float64Array(2);
  const solved = fiedlerPair(laplacian, n, nullVector, vector, values);
  const all = new Float64Array(n);
  symmetricEigen(laplacian, n, all, new Float64Array(n * n));
  const residual = Math.max(
    ...Array.from(vector, (entry, i) =>
      Math.abs(vector.reduce((sum, other, j) => sum + laplacian[i * n + j] * other, 0) - values[0] * entry),
    ),
  );
  return { solved, lambda2: values[0], gap: values[1], vector, residual, all };
}

describe('second eigenpair of a Laplacian', () => {
  it('is that of the full decomposition, on graphs of every size', () => {
    const next = gaussians(17);
    let connected = 0;
    for (let round = 0; round < 150; round++) {
      const n = 3 + (round % 50);
      const d = 3 + (round % 9);
      const vectors = Float64Array.from({ length: n * d }, (_, t) => next() + (t % d === 0 ? 0.7 : 0));
      const weights = knnGraph(jsBackend.similarity(vectors, n, d), n, 1 + (round % 5));
      if (connectedComponents(weights, n, new Int32Array(n)) > 1) continue;
      connected++;
      const { solved, lambda2, gap, vector, residual, all } = solve(weights, n);
      if (!solved) continue;
      expect(Math.abs(lambda2 - all[1])).toBeLessThan(1e-13);
      expect(Math.abs(gap - (all[2] - all[1]))).toBeLessThan(1e-13);
      expect(residual).toBeLessThan(2e-13);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 13);
    }
    expect(connected).toBeGreaterThan(60);
  });

  it('of a complete graph, whose λ₂ is repeated, has no gap', () => {
    for (const n of [3, 4, 6, 17]) {
      const weights = new Float64Array(n * n).fill(0.7);
      for (let i = 0; i < n; i++) weights[i * n + i] = 0;
      const { solved, lambda2, gap } = solve(weights, n);
      expect(solved).toBe(true);
      expect(lambda2).toBeCloseTo(n / (n - 1), 13);
      expect(Math.abs(gap)).toBeLessThan(1e-13);
    }
  });

  it('next to 0 is right or refused', () => {
    for (const half of [3, 8, 20]) {
      for (const thread of [1e-3, 1e-6, 1e-9, 1e-12]) {
        const n = 2 * half;
        const weights = Float64Array.from({ length: n * n }, (_, t) => {
          const [i, j] = [Math.floor(t / n), t % n];
          return i !== j && Math.floor(i / half) === Math.floor(j / half) ? 1 : 0;
        });
        weights[(half - 1) * n + half] = thread;
        weights[half * n + half - 1] = thread;
        const { solved, lambda2, vector, all } = solve(weights, n);
        if (!solved) continue;
        expect(Math.abs(lambda2 - all[1])).toBeLessThan(1e-14);
        for (let i = 0; i < half; i++) expect(vector[i] * vector[half + i]).toBeLessThan(0);
      }
    }
  });
});
