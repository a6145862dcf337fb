import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { louvainCommunities, modularity, partitionModularity } from '../../src/graph/index.ts';

/** Cliques of unit weights, each joined to the next by one weak edge. */
function cliques(sizes: number[], bridge: number): { weights: Float64Array; n: number; labels: number[] } {
  const labels = sizes.flatMap((size, c) => Array<number>(size).fill(c));
  const n = labels.length;
  const weights = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (i !== j && labels[i] === labels[j]) weights[i * n + j] = 1;
      if (Math.abs(i - j) === 1 && labels[i] !== labels[j]) weights[i * n + j] = bridge;
    }
  }
  return { weights, n, labels };
}

describe('Louvain', () => {
  it('finds cliques, and their modularity', () => {
    const { weights, n, labels } = cliques([4, 3, 5], 0.1);
    const found = louvainCommunities(weights, n);
    expect([...found.labels]).toEqual(labels);
    expect(found.modularity).toBeCloseTo(partitionModularity(weights, n, labels), 14);
  });

  it('of two equal components is one half', () => {
    const { weights, n } = cliques([3, 3], 0);
    expect(modularity(weights, n)).toBeCloseTo(0.5, 14);
  });

  it('of a graph without edges is 0, every node its own community', () => {
    expect(louvainCommunities(new Float64Array(9), 3)).toEqual({ modularity: 0, labels: Int32Array.of(0, 1, 2) });
    expect(modularity(new Float64Array(1), 1)).toBe(0);
  });

  it('keeps isolated nodes apart', () => {
    const { weights, n } = cliques([3, 1, 3], 0);
    expect([...louvainCommunities(weights, n).labels]).toEqual([0, 0, 0, 1, 2, 2, 2]);
  });

  it('is deterministic, and never worse than one community', () => {
    const graph = fc.integer({ min: 2, max: 14 }).chain((n) =>
      fc.record({
        n: fc.constant(n),
        entries: fc.array(fc.constantFrom(0, 0, 0.1, 0.5, 0.9, 1), { minLength: n * n, maxLength: n * n }),
      }),
    );
    fc.assert(
      fc.property(graph, ({ n, entries }) => {
        const weights = Float64Array.from(entries);
        for (let i = 0; i < n; i++) {
          weights[i * n + i] = 0;
          for (let j = 0; j < i; j++) weights[i * n + j] = weights[j * n + i];
        }
        const found = louvainCommunities(weights, n);
        expect(louvainCommunities(weights, n)).toEqual(found);
        expect(found.modularity).toBeGreaterThanOrEqual(-1e-12);
        expect(found.modularity).toBeLessThan(1);
        expect(found.modularity).toBeCloseTo(partitionModularity(weights, n, found.labels), 14);
      }),
    );
  });
});

describe('modularity of a partition', () => {
  it('is Newman’s sum over pairs', () => {
    const { weights, n } = cliques([2, 3], 0.3);
    const labels = [0, 1, 1, 0, 2];
    const degree = Array.from({ length: n }, (_, i) => weights.subarray(i * n, (i + 1) * n).reduce((a, b) => a + b, 0));
    const total = degree.reduce((a, b) => a + b, 0);
    let q = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (labels[i] === labels[j]) q += (weights[i * n + j] - (degree[i] * degree[j]) / total) / total;
      }
    }
    expect(partitionModularity(weights, n, labels)).toBeCloseTo(q, 14);
  });
});
