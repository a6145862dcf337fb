import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgeList, knnGraph, MEASURE_INDEX } from '../../src/graph/index.ts';
import { DEGENERATE_GAP, MEASURES } from '../../src/linalg/backend.ts';
import { backends } from '../linalg/backends.ts';
import { analyzeOne } from './contexts.ts';
import { nastySentences, smoothSentences } from './sentences.ts';

const [first, ...others] = backends;

/**
 * Values that do not hang on a Fiedler vector are compared always; those that do where it is unique by a margin: its error
 * is that of the matrix divided by the gap, and a cut is a step function of it.
 */
function expectAgreement(sentences: number[][], k: number): void {
  const n = sentences.length;
  const expected = analyzeOne(first, sentences, k, { double: true }).view;
  const edges = edgeList(knnGraph(expected.similarities, n, k), n).map(({ i, j }) => `${i}–${j}`);
  for (const backend of others) {
    const actual = analyzeOne(backend, sentences, k, { double: true }).view;
    expect(edgeList(knnGraph(actual.similarities, n, k), n).map(({ i, j }) => `${i}–${j}`)).toEqual(edges);
    const gap = expected.graph[MEASURE_INDEX.gap];
    for (const measure of MEASURES) {
      const a = expected.graph[MEASURE_INDEX[measure]];
      const b = actual.graph[MEASURE_INDEX[measure]];
      if ((measure === 'conductanceSign' || measure === 'conductanceSweep') && gap < 1e-3) continue;
      if (measure === 'conductanceSweep' && hasNearTies(expected.fiedler)) continue;
      if (measure === 'conductanceSign' && isNearZeroCut(expected.fiedler)) continue;
      if (Number.isNaN(a) || a === Number.POSITIVE_INFINITY) expect(b).toBe(a);
      else expect(Math.abs(a - b), `${measure} of ${backend.name}: ${b}, not ${a}`).toBeLessThanOrEqual(1e-12);
    }
    // NaN, where there is more than one component: the parts are components.
    if (!(gap < 1e-3) && !isNearZeroCut(expected.fiedler)) expect(actual.sides).toEqual(expected.sides);
  }
}

/** Equal entries are told apart by rounding alone, and the order of a sweep with them. */
const hasNearTies = (fiedler: Float64Array): boolean => {
  const sorted = [...fiedler].sort((a, b) => a - b);
  return sorted.some((entry, i) => i > 0 && entry - sorted[i - 1] < 1e-10);
};

/** An entry at the border of FIEDLER_ZERO, where rounding decides whether it counts as 0. */
const isNearZeroCut = (fiedler: Float64Array): boolean =>
  fiedler.some((entry) => entry !== 0 && Math.abs(entry) < 2e-9);

describe(`${others.map(({ name }) => name).join(' and ')} agree with ${first.name}`, () => {
  it('on random contexts', () => {
    fc.assert(
      fc.property(smoothSentences({ minLength: 2, maxLength: 40 }), fc.integer({ min: 1, max: 8 }), expectAgreement),
      { numRuns: 60 },
    );
  });

  it('on nasty ones: duplicates, zero vectors, orthogonal groups, opposite vectors, extreme scales', () => {
    fc.assert(
      fc.property(nastySentences({ minLength: 1, maxLength: 24 }), fc.integer({ min: 1, max: 8 }), expectAgreement),
      { numRuns: 150 },
    );
  });
});

describe.each(backends)('a degenerate graph on $name', (backend) => {
  it('is reported by its gap', () => {
    // Every two of four equal sentences are neighbours: a complete graph, whose λ₂ is threefold.
    const { view } = analyzeOne(backend, Array(4).fill([1, 2, 3]), 4);
    expect(view.graph[MEASURE_INDEX.lambda2]).toBeCloseTo(4 / 3, 14);
    expect(view.graph[MEASURE_INDEX.gap]).toBeLessThan(DEGENERATE_GAP);
  });
});
