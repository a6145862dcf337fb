import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bottleneck,
  connectedComponents,
  documentRelations,
  type GraphParts,
  graphParts,
  weakestLink,
  writeSides,
} from '../../src/graph/index.ts';
import { referenceBackend } from '../../src/linalg/reference/index.ts';
import { gaussians } from '../linalg/backends.ts';

function weightsOf(n: number, edges: [number, number][]): Float64Array {
  const weights = new Float64Array(n * n);
  for (const [i, j] of edges) {
    weights[i * n + j] = 1;
    weights[j * n + i] = 1;
  }
  return weights;
}

/** The parts of a graph from its weights. */
function partsOf(weights: Float64Array, n: number, fiedler: Float64Array): GraphParts {
  const labels = new Int32Array(n);
  const sides = new Float64Array(n).fill(-7);
  writeSides(connectedComponents(weights, n, labels), labels, n, fiedler, sides);
  return graphParts(sides);
}

describe('parts', () => {
  const ring = weightsOf(4, [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ]);

  it('of a connected graph are its sign cut, 0 on the positive side', () => {
    expect(partsOf(ring, 4, Float64Array.of(-1, 0, 2, 3))).toEqual({ first: [1, 2, 3], second: [0] });
    expect(partsOf(ring, 4, Float64Array.of(1, -1, -2, -3))).toEqual({ first: [1, 2, 3], second: [0] });
  });

  it('of equal size put node 0 first', () => {
    expect(partsOf(ring, 4, Float64Array.of(-1, -1, 1, 1))).toEqual({ first: [0, 1], second: [2, 3] });
    expect(partsOf(ring, 4, Float64Array.of(1, -1, 1, -1))).toEqual({ first: [0, 2], second: [1, 3] });
  });

  it('of a disconnected graph set the smallest component apart, the later one on a tie', () => {
    const weights = weightsOf(7, [
      [0, 5],
      [1, 2],
      [2, 6],
      [3, 4],
    ]);
    expect(partsOf(weights, 7, new Float64Array(7))).toEqual({ first: [0, 1, 2, 5, 6], second: [3, 4] });
  });

  it('of one node leave the second empty', () => {
    expect(partsOf(new Float64Array(1), 1, new Float64Array(1))).toEqual({ first: [0], second: [] });
  });
});

describe('weakest link', () => {
  const similarities = Float64Array.of(1, 0.9, 0.2, 0.4, 0.9, 1, 0.4, 0.1, 0.2, 0.4, 1, 0.8, 0.4, 0.1, 0.8, 1);

  it('is the strongest similarity across, ties to the lower nodes', () => {
    expect(weakestLink(similarities, 4, [0, 1], [2, 3])).toEqual({ similarity: 0.4, i: 0, j: 3 });
  });

  it('may be negative, and is null when a side is empty', () => {
    expect(weakestLink(Float64Array.of(1, -0.5, -0.5, 1), 2, [0], [1])).toEqual({ similarity: -0.5, i: 0, j: 1 });
    expect(weakestLink(similarities, 4, [0, 1, 2, 3], [])).toBeNull();
  });
});

describe('bottleneck', () => {
  it('is the best link across the worst split, over all splits', () => {
    const entry = fc.oneof(fc.constantFrom(0, 0.5, 1, -1), fc.double({ min: -1, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        fc
          .integer({ min: 2, max: 7 })
          .chain((m) =>
            fc.record({ m: fc.constant(m), entries: fc.array(entry, { minLength: m * m, maxLength: m * m }) }),
          ),
        ({ m, entries }) => {
          const links = Float64Array.from(entries);
          for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) links[i * m + j] = links[j * m + i];
          let worst = Number.POSITIVE_INFINITY;
          for (let set = 1; set < 2 ** m - 1; set++) {
            let best = Number.NEGATIVE_INFINITY;
            for (let i = 0; i < m; i++) {
              for (let j = 0; j < m; j++) {
                if ((set >> i) & 1 && !((set >> j) & 1)) best = Math.max(best, links[i * m + j]);
              }
            }
            worst = Math.min(worst, best);
          }
          expect(bottleneck(links, m)).toBe(worst + 0);
        },
      ),
    );
  });

  it('of fewer than two is ∞', () => {
    expect(bottleneck([1], 1)).toBe(Number.POSITIVE_INFINITY);
    expect(bottleneck([], 0)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('document relations', () => {
  const dimension = 5;
  const sizes = [3, 1, 4];
  const offsets = Int32Array.of(10, 13, 14, 18); // as views of a batch have them: not from 0
  const n = 8;

  it('equal those worked out from the vectors', () => {
    const next = gaussians(8);
    const vectors = Float64Array.from({ length: n * dimension }, next);
    const similarities = referenceBackend.similarity(vectors, n, dimension);
    const { meanCosine, bestCosine } = documentRelations(similarities, n, offsets);
    const units = Array.from({ length: n }, (_, i) => {
      const row = [...vectors.subarray(i * dimension, (i + 1) * dimension)];
      return row.map((value) => value / Math.hypot(...row));
    });
    const documents = sizes.map((size, a) => units.slice(offsets[a] - 10, offsets[a] - 10 + size));
    const dot = (x: number[], y: number[]) => x.reduce((sum, value, t) => sum + value * y[t], 0);
    const means = documents.map((rows) =>
      rows[0].map((_, t) => rows.reduce((sum, row) => sum + row[t], 0) / rows.length),
    );
    documents.forEach((a, i) => {
      documents.forEach((b, j) => {
        const expected = dot(means[i], means[j]) / Math.hypot(...means[i]) / Math.hypot(...means[j]);
        expect(meanCosine[i * 3 + j]).toBeCloseTo(expected, 13);
        const best = Math.max(...a.flatMap((x) => b.map((y) => dot(x, y))));
        expect(bestCosine[i * 3 + j]).toBeCloseTo(best, 13);
      });
    });
  });

  it('of a document whose vectors cancel or are zero are 0', () => {
    const vectors = Float64Array.of(1, 2, -1, -2, 0, 0, 3, 1);
    const similarities = referenceBackend.similarity(vectors, 4, 2);
    const { meanCosine, bestCosine } = documentRelations(similarities, 4, Int32Array.of(0, 2, 3, 4));
    expect([...meanCosine]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(bestCosine[1]).toBe(0);
    expect(bestCosine[2]).toBeCloseTo(Math.SQRT1_2, 14);
  });

  it('of equal documents do not exceed 1', () => {
    const vectors = Float64Array.from({ length: 12 }, (_, t) => Math.sin((t % 6) + 1));
    const similarities = referenceBackend.similarity(vectors, 4, 3);
    const { meanCosine } = documentRelations(similarities, 4, Int32Array.of(0, 2, 4));
    expect(meanCosine[1]).toBeLessThanOrEqual(1);
    expect(meanCosine[1]).toBeCloseTo(1, 14);
  });
});
