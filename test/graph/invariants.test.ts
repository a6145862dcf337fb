import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphParts, MEASURE_INDEX } from '../../src/graph/index.ts';
import { backends } from '../linalg/backends.ts';
import { analyzeOne } from './contexts.ts';
import { nastySentences, smoothSentences } from './sentences.ts';

const K = 4;
const anySentences = fc.oneof(
  smoothSentences({ minLength: 2, maxLength: 14 }),
  nastySentences({ minLength: 2, maxLength: 14 }),
);

describe.each(backends)('invariants of every graph on $name', (backend) => {
  const measuresOf = (sentences: number[][]) => {
    const { view } = analyzeOne(backend, sentences, K, { double: true });
    return { view, value: (name: keyof typeof MEASURE_INDEX) => view.graph[MEASURE_INDEX[name]] };
  };

  it('0 ≤ λ₂ ≤ n/(n−1), and Cheeger: λ₂/2 ≤ φ(G) ≤ √(2λ₂)', () => {
    fc.assert(
      fc.property(anySentences, (sentences) => {
        const { value } = measuresOf(sentences);
        const n = sentences.length;
        const lambda2 = value('lambda2');
        expect(lambda2).toBeGreaterThanOrEqual(0);
        expect(lambda2).toBeLessThanOrEqual(n / (n - 1) + 1e-12);
        if (n <= 12) {
          const phi = value('conductanceExact');
          expect(phi).toBeGreaterThanOrEqual(lambda2 / 2 - 1e-12);
          expect(phi).toBeLessThanOrEqual(Math.sqrt(2 * lambda2) + 1e-12);
          expect(value('conductanceSign')).toBeGreaterThanOrEqual(phi - 1e-12);
          expect(value('conductanceSweep')).toBeGreaterThanOrEqual(phi - 1e-12);
        }
        expect(value('conductanceSweep')).toBeLessThanOrEqual(Math.sqrt(2 * lambda2) + 1e-9);
        expect(value('components') > 1).toBe(Number.isNaN(value('gap')));
      }),
      { numRuns: 150 },
    );
  });

  it('the Fiedler vector has unit length and is led by a positive entry', () => {
    fc.assert(
      fc.property(anySentences, (sentences) => {
        const { view, value } = measuresOf(sentences);
        const norm = view.fiedler.reduce((sum, entry) => sum + entry * entry, 0);
        expect(norm).toBeCloseTo(value('components') === 1 ? 1 : 0, 12);
        const largest = Math.max(...view.fiedler.map(Math.abs));
        const lead = view.fiedler.findIndex((entry) => Math.abs(entry) > largest - 1e-12);
        if (value('components') === 1) expect(view.fiedler[lead]).toBeGreaterThan(0);
      }),
    );
  });

  it('parts are a partition, the smaller one second', () => {
    fc.assert(
      fc.property(anySentences, (sentences) => {
        const { view } = measuresOf(sentences);
        const { first, second } = graphParts(view.sides);
        expect([...first, ...second].sort((a, b) => a - b)).toEqual(sentences.map((_, i) => i));
        expect(second.length).toBeGreaterThan(0);
        expect(second.length).toBeLessThanOrEqual(first.length);
      }),
    );
  });

  it('the order of the sentences changes neither λ₂ nor φ(G) where no two cosines tie', () => {
    fc.assert(
      fc.property(
        smoothSentences({ minLength: 3, maxLength: 12 }).chain((sentences) =>
          fc.tuple(fc.constant(sentences), fc.shuffledSubarray(sentences, { minLength: sentences.length })),
        ),
        ([sentences, shuffled]) => {
          const before = measuresOf(sentences);
          // With ties the rule prefers lower indices, and another order is another graph.
          fc.pre(hasDistinctCosines(before.view.similarities, sentences.length));
          const after = measuresOf(shuffled);
          for (const name of ['components', 'lambda2', 'conductanceExact', 'meanSimilarity', 'meanWeight'] as const) {
            expect(Math.abs(after.value(name) - before.value(name))).toBeLessThan(1e-12);
          }
        },
      ),
    );
  });

  it('positive factors on the vectors change nothing', () => {
    fc.assert(
      fc.property(
        smoothSentences({ minLength: 2, maxLength: 12 }),
        fc.array(fc.constantFrom(1e-30, 0.125, 3, 1e30), { minLength: 12, maxLength: 12 }),
        (sentences, factors) => {
          const before = measuresOf(sentences);
          fc.pre(sentences.length < 3 || hasDistinctCosines(before.view.similarities, sentences.length));
          const after = measuresOf(sentences.map((v, i) => v.map((x) => x * factors[i])));
          for (const name of ['components', 'lambda2', 'conductanceExact', 'meanSimilarity', 'meanWeight'] as const) {
            expect(Math.abs(after.value(name) - before.value(name))).toBeLessThan(1e-12);
          }
        },
      ),
    );
  });
});

function hasDistinctCosines(similarities: Float64Array, n: number): boolean {
  const cosines: number[] = [];
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) cosines.push(similarities[i * n + j]);
  cosines.sort((a, b) => a - b);
  return cosines.every((cosine, t) => Math.abs(cosine) > 1e-8 && (t === 0 || cosine - cosines[t - 1] > 3e-9));
}
