import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectedComponents, edgeList, knnGraph, normalizedLaplacian, submatrix } from '../../src/graph/index.ts';
import { gaussians } from '../linalg/backends.ts';

/** The rule of docs/method.md by sorting; `round` is half-even, as the rule's rounding is. */
function edgesBySorting(similarities: Float64Array, n: number, k: number): [number, number][] {
  const round = (x: number): number => {
    const down = Math.floor(x);
    const fraction = x - down;
    return fraction < 0.5 || (fraction === 0.5 && down % 2 === 0) ? down : down + 1;
  };
  const neighbours = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => j)
      .filter((j) => j !== i)
      .sort((a, b) => round(similarities[i * n + b] * 1e9) - round(similarities[i * n + a] * 1e9) || a - b)
      .slice(0, k),
  );
  const edges: [number, number][] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if ((neighbours[i].includes(j) || neighbours[j].includes(i)) && similarities[i * n + j] > 1e-12)
        edges.push([i, j]);
    }
  }
  return edges;
}

function symmetric(n: number, entry: () => number): Float64Array {
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    matrix[i * n + i] = 1;
    for (let j = 0; j < i; j++) {
      matrix[i * n + j] = entry();
      matrix[j * n + i] = matrix[i * n + j];
    }
  }
  return matrix;
}

const indexPairs = (weights: Float64Array, n: number) => edgeList(weights, n).map(({ i, j }) => [i, j]);

describe('k-NN graph', () => {
  it('is the graph that sorting gives, with ties, zeros and negatives', () => {
    // Few distinct values, some a billionth apart, on either side of a rounding step.
    const cosine = fc.constantFrom(
      0,
      -0.3,
      0.5,
      0.5 + 4e-10,
      0.5 - 4e-10,
      0.5 + 6e-10,
      1e-12,
      2e-12,
      1e-10,
      1,
      0.25,
      -1e-10,
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }).chain((n) =>
          fc.record({
            n: fc.constant(n),
            k: fc.integer({ min: 1, max: n + 2 }),
            entries: fc.array(cosine, { minLength: n * n, maxLength: n * n }),
          }),
        ),
        ({ n, k, entries }) => {
          let t = 0;
          const similarities = symmetric(n, () => entries[t++]);
          expect(indexPairs(knnGraph(similarities, n, k), n)).toEqual(edgesBySorting(similarities, n, k));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is that graph for random cosines of larger n', () => {
    const next = gaussians(3);
    for (const n of [17, 40]) {
      const similarities = symmetric(n, () => Math.tanh(next()));
      for (const k of [1, 4, 9]) {
        expect(indexPairs(knnGraph(similarities, n, k), n)).toEqual(edgesBySorting(similarities, n, k));
      }
    }
  });

  it('gives ties to the lower index', () => {
    const equal = symmetric(6, () => 0.5);
    // Everyone chooses 0, and 0 chooses 1.
    expect(indexPairs(knnGraph(equal, 6, 1), 6)).toEqual([1, 2, 3, 4, 5].map((j) => [0, j]));
  });

  it('writes every entry of the array it is given, and keeps weights as they are', () => {
    const out = new Float64Array(9).fill(Number.NaN);
    const similarities = Float64Array.of(1, 0.25, -1, 0.25, 1, 0.75, -1, 0.75, 1);
    expect(knnGraph(similarities, 3, 2, out)).toBe(out);
    expect([...out]).toEqual([0, 0.25, 0, 0.25, 0, 0.75, 0, 0.75, 0]);
  });

  it('of one node has no edge', () => {
    expect([...knnGraph(Float64Array.of(1), 1, 4)]).toEqual([0]);
  });
});

describe('submatrix', () => {
  it('picks rows and columns in the order asked for', () => {
    const matrix = Float64Array.from({ length: 16 }, (_, t) => t);
    expect([...submatrix(matrix, 4, [3, 1])]).toEqual([15, 13, 7, 5]);
  });
});

describe('components', () => {
  it('are numbered by their lowest node', () => {
    const weights = new Float64Array(36);
    for (const [i, j] of [
      [0, 4],
      [1, 3],
      [3, 5],
    ]) {
      weights[i * 6 + j] = 1;
      weights[j * 6 + i] = 1;
    }
    const labels = new Int32Array(6);
    expect(connectedComponents(weights, 6, labels)).toBe(3);
    expect([...labels]).toEqual([0, 1, 2, 1, 0, 1]);
  });
});

describe('normalized Laplacian', () => {
  it('sends √d to zero, and leaves isolated nodes their 1', () => {
    const weights = Float64Array.of(0, 2, 1, 0, 2, 0, 3, 0, 1, 3, 0, 0, 0, 0, 0, 0);
    const laplacian = normalizedLaplacian(weights, 4);
    const roots = [3, 5, 4, 0].map(Math.sqrt);
    for (let i = 0; i < 3; i++) {
      expect(roots.reduce((sum, root, j) => sum + laplacian[i * 4 + j] * root, 0)).toBeCloseTo(0, 14);
    }
    expect([...laplacian.subarray(12)]).toEqual([0, 0, 0, 1]);
  });
});
