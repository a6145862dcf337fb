import { describe, expect, it } from 'vitest';
import {
  analyzeBatch,
  contextView,
  documentRelations,
  MEASURE_INDEX,
  submatrix,
  writeMeasures,
} from '../../src/graph/index.ts';
import { type Backend, MEASURE_COUNT, type PackedBatch } from '../../src/linalg/backend.ts';
import { backends, gaussians } from '../linalg/backends.ts';
import { pack } from './contexts.ts';

const next = gaussians(42);
const vector = (d = 7): number[] => Array.from({ length: d }, (_, t) => next() + (t === 0 ? 1 : 0));
const document = (rows: number): number[][] => Array.from({ length: rows }, () => vector());
const contexts = [[3, 3], [2, 1, 4], [5], [1, 1], [3, 3, 3, 3, 3], [1]].map((sizes) => sizes.map(document));
const queries = contexts.map((_, c) => (c === 1 ? Array(7).fill(0) : vector()));

describe.each(backends)('analysis of a batch on $name', (backend) => {
  const batch = pack(contexts, { queries });
  const analysis = analyzeBatch(backend, batch, 4);

  it.each(contexts.map((_, c) => c))('context %d has the values it has alone', (c) => {
    const alone = pack([contexts[c]], { queries: [queries[c]] });
    const expected = contextView(alone, analyzeBatch(backend, alone, 4), 0);
    const actual = contextView(batch, analysis, c);
    expect(actual.documents).toBe(contexts[c].length);
    expect(actual.sentences).toBe(contexts[c].flat().length);
    expect([...actual.rowOffsets].map((row) => row - actual.rowOffsets[0])).toEqual([...expected.rowOffsets]);
    const parts = [
      'graph',
      'pairs',
      'fiedler',
      'sides',
      'queryCosines',
      'documentQueryCosines',
      'similarities',
    ] as const;
    for (const part of parts) expect(actual[part]).toEqual(expected[part]);
    expect(actual.relations).toEqual(expected.relations);
  });

  it.each(contexts.map((_, c) => c))('pairs of context %d are graphs of two documents alone', (c) => {
    const view = contextView(batch, analysis, c);
    const m = view.documents;
    expect(view.pairs).toHaveLength(((m * (m - 1)) / 2) * MEASURE_COUNT);
    let pair = 0;
    for (let a = 0; a < m; a++) {
      for (let b = a + 1; b < m; b++) {
        const alone = pack([[contexts[c][a], contexts[c][b]]]);
        const expected = contextView(alone, analyzeBatch(backend, alone, 4), 0).graph;
        expected.forEach((value, column) => {
          const actual = view.pairs[pair * MEASURE_COUNT + column];
          if (Number.isFinite(value)) expect(Math.abs(actual - value)).toBeLessThan(1e-12);
          else expect(actual).toBe(value);
        });
        pair++;
      }
    }
  });

  it('cosines to the query are those of the formula, and 0 without a query', () => {
    const cosine = (x: number[], y: number[]): number =>
      x.reduce((sum, value, t) => sum + value * y[t], 0) / Math.hypot(...x) / Math.hypot(...y);
    contexts.forEach((context, c) => {
      const { queryCosines } = contextView(batch, analysis, c);
      context.flat().forEach((sentence, i) => {
        if (c === 1) expect(queryCosines[i]).toBe(0);
        else expect(queryCosines[i]).toBeCloseTo(cosine(sentence, queries[c]), 6); // the vectors are float32
      });
    });
    const without = analyzeBatch(backend, pack(contexts), 4);
    expect(without.queryCosines.every((value) => value === 0)).toBe(true);
    without.similarities.forEach((value, t) => {
      expect(Math.abs(value - analysis.similarities[t])).toBeLessThan(1e-14);
    });
  });

  it('documents relate as their similarities say, and to the query as their best sentence does', () => {
    contexts.forEach((_, c) => {
      const { similarities, sentences, rowOffsets, relations, queryCosines, documentQueryCosines } = contextView(
        batch,
        analysis,
        c,
      );
      const expected = documentRelations(similarities, sentences, rowOffsets);
      for (const part of ['meanCosine', 'bestCosine'] as const) {
        expect(relations[part]).toHaveLength(expected[part].length);
        expected[part].forEach((value, t) => {
          expect(Math.abs(relations[part][t] - value)).toBeLessThanOrEqual(1e-15);
        });
      }
      const best = Array.from(documentQueryCosines, (_, a) =>
        Math.max(...queryCosines.subarray(rowOffsets[a] - rowOffsets[0], rowOffsets[a + 1] - rowOffsets[0])),
      );
      expect([...documentQueryCosines]).toEqual(best);
    });
  });

  it('one sentence is a connected graph without cuts', () => {
    const { graph, fiedler, similarities } = contextView(batch, analysis, 5);
    expect([...graph]).toEqual([1, 0, Number.NaN, 0, 0, 0, 0, 0]);
    expect([...fiedler, ...similarities]).toEqual([0, 1]);
  });

  it('two sentences have no third eigenvalue', () => {
    const { graph } = contextView(batch, analysis, 3);
    if (graph[MEASURE_INDEX.components] === 1) {
      expect(graph[MEASURE_INDEX.lambda2]).toBeCloseTo(2, 14);
      expect(graph[MEASURE_INDEX.gap]).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it('an empty batch is an empty analysis', () => {
    const empty = analyzeBatch(backend, pack([]), 4);
    expect([empty.graphs, empty.pairs, empty.fiedler, empty.similarities].map((part) => part.length)).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('two analyses do not share memory', () => {
    const kept = analysis.graphs.slice();
    analyzeBatch(backend, pack([[document(4), document(2)]]), 2);
    expect(analysis.graphs).toEqual(kept);
  });
});

describe.each(backends)('what is refused on $name', (backend) => {
  const valid = (): PackedBatch => pack(contexts, { queries });
  const attempt = (change: Partial<PackedBatch>, k = 4) => {
    return () => analyzeBatch(backend, { ...valid(), ...change }, k);
  };
  const refusal = (code: string, location: object) =>
    expect.objectContaining({ code, location: expect.objectContaining(location), remedy: expect.any(String) });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('k = %d', (k) => {
    expect(attempt({}, k)).toThrow(refusal('OPTION_INVALID', { field: 'k' }));
  });

  it.each([0, -7, 3.5, Number.NaN])('dimension %d', (dimension) => {
    expect(attempt({ dimension })).toThrow(refusal('SHAPE_INVALID', { field: 'dimension' }));
  });

  it.each([
    ['of another dimension', { dimension: 6 }, { field: 'vectors' }],
    ['too short', { vectors: new Float32Array(14) }, { field: 'vectors' }],
    ['queries of the wrong length', { queries: new Float32Array(7) }, { field: 'queries' }],
    ['queries of another type', { queries: new Float64Array(42) }, { field: 'queries' }],
    ['no offsets', { documentOffsets: new Int32Array(0) }, { field: 'documentOffsets', index: 0 }],
    ['offsets that do not start at 0', { contextOffsets: Int32Array.of(1, 2) }, { field: 'contextOffsets', index: 0 }],
    ['a context too few', { contextOffsets: Int32Array.of(0, 2, 5) }, { field: 'contextOffsets' }],
    [
      'a context without documents',
      { contextOffsets: Int32Array.of(0, 2, 2, 6, 8, 13, 14) },
      { field: 'contextOffsets', index: 2, context: 1 },
    ],
  ] as const)('%s', (_, change, location) => {
    expect(attempt(change)).toThrow(refusal('SHAPE_INVALID', location));
  });

  it('a document without sentences, with the context it is in', () => {
    const documentOffsets = valid().documentOffsets.slice();
    documentOffsets[4] = documentOffsets[3];
    expect(attempt({ documentOffsets })).toThrow(
      refusal('SHAPE_INVALID', { field: 'documentOffsets', index: 4, context: 1 }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    '%d in any vector, with its place',
    (value) => {
      for (const [index, context] of [
        [0, 0],
        [6 * 7, 1],
        [valid().vectors.length - 1, 5],
      ]) {
        const vectors = valid().vectors.slice();
        vectors[index] = value;
        expect(attempt({ vectors })).toThrow(refusal('EMBEDDING_NON_FINITE', { field: 'vectors', index, context }));
        const double = Float64Array.from(vectors);
        expect(attempt({ vectors: double, queries: null })).toThrow(
          refusal('EMBEDDING_NON_FINITE', { field: 'vectors', index, context }),
        );
      }
    },
  );

  it('NaN in a query, with its place', () => {
    const changed = valid().queries?.slice() as Float32Array;
    changed[2 * 7 + 3] = Number.NaN;
    expect(attempt({ queries: changed })).toThrow(
      refusal('EMBEDDING_NON_FINITE', { field: 'queries', index: 17, context: 2 }),
    );
  });

  it('but not the largest finite numbers', () => {
    const vectors = valid().vectors.map((value) => (value > 0 ? 3.4e38 : -1e-45));
    expect(attempt({ vectors })).not.toThrow();
  });
});

describe.each(backends.filter(({ analyze }) => analyze))('the fused analysis of $name', (backend) => {
  it('has the numbers of its steps', () => {
    const { analyze: _, ...steps } = backend;
    const batch = pack(contexts, { queries });
    const fused = analyzeBatch(backend, batch, 4);
    const stepwise = analyzeBatch(steps, batch, 4);
    expect(fused.values).toHaveLength(stepwise.values.length);
    fused.values.forEach((value, t) => {
      if (Number.isFinite(value)) expect(Math.abs(stepwise.values[t] - value)).toBeLessThan(1e-12);
      else expect(stepwise.values[t]).toBe(value);
    });
  });
});

it('hands on the error of a fused backend where the batch is not to blame', () => {
  const failing: Backend = {
    ...backends[0],
    analyze: () => {
      throw new Error('out of memory');
    },
  };
  expect(() => analyzeBatch(failing, pack(contexts), 4)).toThrow('out of memory');
});

it('measures of a submatrix are those of its rows alone', () => {
  const [backend] = backends;
  const batch = pack([contexts[4]]);
  const { similarities, sentences } = contextView(batch, analyzeBatch(backend, batch, 4), 0);
  const rows = [0, 1, 2, 9, 10, 11];
  const row = new Float64Array(MEASURE_COUNT);
  writeMeasures(backend, submatrix(similarities, sentences, rows), rows.length, 4, row, new Float64Array(rows.length));
  const alone = pack([[contexts[4][0], contexts[4][3]]]);
  expect(row).toEqual(analyzeBatch(backend, alone, 4).graphs);
});
