import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MEASURES, type Measure } from '../../src/linalg/backend.ts';
import { isBuilt, native } from './addon.ts';
import { room } from './batches.ts';

interface GoldenCase {
  name: string;
  k: number;
  x: number[][];
  scores: Record<string, number | boolean | null>;
}

const path = fileURLToPath(new URL('../../../shared/reference/golden.json', import.meta.url));
if (!existsSync(path))
  console.warn('conformance cases of the addon skipped: no shared/reference/golden.json beside the checkout');
const cases: GoldenCase[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).cases : [];

/** The fused call, on one context of one document. */
function measure({ x, k }: GoldenCase, ArrayType: typeof Float32Array | typeof Float64Array) {
  const out = room([[x.length]]);
  native.backend?.analyze?.(
    {
      vectors: ArrayType.from(x.flat()),
      dimension: x[0].length,
      documentOffsets: Int32Array.of(0, x.length),
      contextOffsets: Int32Array.of(0, 1),
      queries: null,
    },
    k,
    out,
  );
  const row = Object.fromEntries(MEASURES.map((name, i) => [name, out.graphs[i]])) as Record<Measure, number>;
  return { row, fiedler: out.fiedler };
}

describe.skipIf(!isBuilt || cases.length === 0)('conformance cases in one fused call', () => {
  it.each(cases)('$name', (golden) => {
    const { scores } = golden;
    for (const ArrayType of [Float32Array, Float64Array]) {
      const { row, fiedler } = measure(golden, ArrayType);
      const expected: [number, string][] = [
        [row.components, 'components'],
        [row.lambda2, 'lambda2'],
        [1 - row.meanSimilarity, 'density'],
        [1 - row.meanWeight, 'average-weight'],
      ];
      if (scores['conductance-exact'] !== null) expected.push([1 - row.conductanceExact, 'conductance-exact']);
      else expect(row.conductanceExact).toBeNaN();
      // A cut of an eigenvector that is not unique, or that has noise for zeros, is the reference's own.
      const unique = scores.degenerate !== true;
      if (unique) expected.push([1 - row.conductanceSweep, 'conductance-sweep']);
      if (unique && (row.components > 1 || !fiedler.includes(0)))
        expected.push([1 - row.conductanceSign, 'conductance']);
      for (const [actual, name] of expected) {
        expect(Math.abs(actual - (scores[name] as number)), name).toBeLessThanOrEqual(1e-12);
      }
      if (scores.components === 1) expect(row.gap < 1e-9).toBe(scores.degenerate);
      else expect(row.gap).toBeNaN();
    }
  });
});
