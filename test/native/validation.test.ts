import { describe, expect, it } from 'vitest';
import { TopoGuardError } from '../../src/errors/index.ts';
import type { Backend, PackedAnalysis, PackedBatch } from '../../src/linalg/backend.ts';
import { isBuilt, native, rawAddon } from './addon.ts';
import { randomBatch, room, type Shape } from './batches.ts';

const SHAPE: Shape = [
  [3, 3],
  [2, 2, 1],
];
const backend = native.backend as Backend & Required<Pick<Backend, 'analyze'>>;

function refusal(work: () => void): TopoGuardError {
  try {
    work();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(TopoGuardError);
    return thrown as TopoGuardError;
  }
  throw new Error('was not refused');
}

/** Analyzes with some arguments replaced, and checks that no measure was written. */
function refused(batch: Partial<PackedBatch>, k: unknown = 4, out: Partial<PackedAnalysis> = {}): TopoGuardError {
  const analysis = { ...room(SHAPE), ...out };
  const error = refusal(() => backend.analyze({ ...randomBatch(SHAPE, 8), ...batch }, k as number, analysis));
  expect(Array.from(analysis.graphs ?? []).every((x) => x === -7)).toBe(true);
  return error;
}

function detached<T extends Float32Array | Float64Array | Int32Array>(array: T): T {
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
  return array;
}

describe.skipIf(!isBuilt)('what the addon refuses to analyze', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d anywhere, with its index', (bad) => {
    for (const ArrayType of [Float32Array, Float64Array]) {
      const clean = randomBatch(SHAPE, 8, 1, ArrayType);
      for (let index = 0; index < clean.vectors.length; index++) {
        const vectors = clean.vectors.slice();
        vectors[index] = bad;
        const error = refused({ ...clean, vectors });
        expect(error.code).toBe('EMBEDDING_NON_FINITE');
        expect(error.location).toMatchObject({ field: 'vectors', index });
      }
      const queries = (clean.queries as Float32Array).slice();
      queries[11] = bad;
      const error = refused({ ...clean, queries });
      expect(error.code).toBe('EMBEDDING_NON_FINITE');
      expect(error.location).toMatchObject({ field: 'queries', index: 11 });
    }
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '4', null, undefined])('k = %s', (k) => {
    // `undefined` in place of k is passed on, not left out.
    const error = refusal(() => backend.analyze(randomBatch(SHAPE, 8), k as number, room(SHAPE)));
    expect(error.code).toBe('OPTION_INVALID');
    expect(error.location.field).toBe('k');
  });

  it.each([0, -8, 2.5, Number.NaN, 2 ** 31, '8'])('dimension = %s', (dimension) => {
    expect(refused({ dimension: dimension as number }).code).toBe('OPTION_INVALID');
  });

  it.each<[string, Partial<PackedBatch>, number?]>([
    ['documentOffsets', { documentOffsets: Int32Array.of(0, 3, 2, 8, 10, 11) }, 2],
    ['documentOffsets', { documentOffsets: Int32Array.of(1, 3, 6, 8, 10, 11) }, 0],
    ['documentOffsets', { documentOffsets: Int32Array.of(0, 3, 6, 8, 10, -11) }, 5],
    ['documentOffsets', { documentOffsets: new Int32Array(0) }],
    ['contextOffsets', { contextOffsets: Int32Array.of(0, 2, 4) }, 2],
    ['contextOffsets', { contextOffsets: Int32Array.of(0, 2, 2 ** 31 - 1) }, 2],
    ['contextOffsets', { contextOffsets: Int32Array.of(0, 6, 5) }, 2],
    ['contextOffsets', { contextOffsets: new Int32Array(0) }],
    ['vectors', { documentOffsets: Int32Array.of(0, 3, 6, 8, 10, 2 ** 31 - 1) }],
  ])('offsets that do not fit: %s', (field, batch, index) => {
    const error = refused(batch);
    expect(error.code).toBe('SHAPE_INVALID');
    expect(error.location).toEqual(index === undefined ? { field } : { field, index });
  });

  it('arrays of the wrong length', () => {
    const { vectors, queries } = randomBatch(SHAPE, 8);
    expect(refused({ vectors: vectors.slice(1) }).location.field).toBe('vectors');
    expect(refused({ queries: (queries as Float32Array).slice(1) }).location.field).toBe('queries');
    const right = room(SHAPE).values.length;
    for (const length of [0, right - 1, right + 1]) {
      const error = refused({}, 4, { values: new Float64Array(length).fill(-7) });
      expect(error.code).toBe('SHAPE_INVALID');
      expect(error.location.field).toBe('out');
    }
  });

  it('arrays of the wrong type', () => {
    const { vectors, queries, documentOffsets } = randomBatch(SHAPE, 8);
    const wrong = [
      new Int32Array(vectors.length),
      Array.from(vectors),
      new BigInt64Array(vectors.length),
      'text',
      {},
      null,
      new DataView(new ArrayBuffer(8)),
      vectors.buffer,
    ];
    for (const value of wrong) {
      const error = refused({ vectors: value as Float32Array });
      expect(error.code).toBe('SHAPE_INVALID');
      expect(error.location.field).toBe('vectors');
    }
    expect(refused({ queries: Float64Array.from(queries as Float32Array) }).location.field).toBe('queries');
    expect(
      refused({ documentOffsets: Uint32Array.from(documentOffsets) as unknown as Int32Array }).location.field,
    ).toBe('documentOffsets');
    const single = new Float32Array(room(SHAPE).values.length) as unknown as Float64Array;
    expect(refused({}, 4, { values: single }).location.field).toBe('out');
  });

  it('arrays whose memory has gone to another thread', () => {
    const { vectors, queries, documentOffsets, contextOffsets } = randomBatch(SHAPE, 8);
    expect(refused({ vectors: detached(vectors) }).code).toBe('SHAPE_INVALID');
    expect(refused({ queries: detached(queries as Float32Array) }).code).toBe('SHAPE_INVALID');
    expect(refused({ documentOffsets: detached(documentOffsets) }).code).toBe('SHAPE_INVALID');
    expect(refused({ contextOffsets: detached(contextOffsets) }).code).toBe('SHAPE_INVALID');
    expect(refused({}, 4, { values: detached(room(SHAPE).values) }).code).toBe('SHAPE_INVALID');
  });

  it('arrays that a resizable buffer no longer holds', () => {
    const Resizable = ArrayBuffer as unknown as new (
      length: number,
      options: { maxByteLength: number },
    ) => ArrayBuffer & { resize?: (n: number) => void };
    const buffer = new Resizable(11 * 8 * 4, { maxByteLength: 11 * 8 * 4 });
    if (!buffer.resize) return;
    const vectors = new Float32Array(buffer, 0, 11 * 8).fill(1);
    backend.analyze({ ...randomBatch(SHAPE, 8), vectors }, 4, room(SHAPE));
    buffer.resize(16);
    expect(refused({ vectors }).code).toBe('SHAPE_INVALID');
  });
});

describe.skipIf(!isBuilt)('what the steps refuse', () => {
  const x = Float32Array.from({ length: 12 }, (_, i) => i + 1);
  const bad = x.slice().fill(Number.NaN, 7, 8);

  it.each<[string, () => void, object]>([
    ['a NaN in a vector', () => backend.similarity(bad, 3, 4), { field: 'vectors', index: 7 }],
    ['too few numbers', () => backend.similarity(x, 4, 4), { field: 'vectors' }],
    ['n that is no integer', () => backend.similarity(x, 1.5, 8, new Float64Array(4)), { field: 'n' }],
    ['a result array of another length', () => backend.similarity(x, 3, 4, new Float64Array(8)), { field: 'out' }],
    ['a matrix of another length', () => backend.eigendecomposition(new Float64Array(8), 3), { field: 'matrix' }],
    [
      'a matrix with ∞',
      () => backend.eigendecomposition(Float64Array.of(1, 0, 0, Number.POSITIVE_INFINITY), 2),
      { field: 'matrix', index: 3 },
    ],
    [
      'weights with NaN',
      () => backend.cuts(Float64Array.of(0, Number.NaN, 1, 0), 2, new Float64Array(2)),
      { field: 'weights', index: 1 },
    ],
    [
      'a Fiedler vector with NaN',
      () => backend.cuts(Float64Array.of(0, 1, 1, 0), 2, Float64Array.of(1, Number.NaN)),
      { field: 'fiedler', index: 1 },
    ],
    [
      'a Fiedler vector of another length',
      () => backend.cuts(Float64Array.of(0, 1, 1, 0), 2, new Float64Array(3)),
      { field: 'fiedler' },
    ],
  ])('%s', (_, work, location) => {
    expect(refusal(work).location).toEqual(location);
  });

  it('says so when finite entries are too large for a solver, instead of giving ±∞', () => {
    const huge = Float64Array.of(0, 1.7e308, 1.7e308, 1.7e308, 0, 1.7e308, 1.7e308, 1.7e308, 0);
    for (const attempt of [
      () => backend.eigendecomposition(huge, 3),
      () => backend.cuts(huge, 3, Float64Array.of(1, 0, -1)),
    ]) {
      expect(refusal(attempt).code).toBe('SOLVER_FAILED');
    }
  });

  it('a wrong number of arguments', () => {
    const addon = rawAddon() as unknown as Record<string, (...values: unknown[]) => void>;
    for (const name of ['similarity', 'eigendecomposition', 'cuts', 'analyze']) {
      expect(() => addon[name]()).toThrow(/arguments, got 0/);
      expect(() => addon[name](...new Array(12).fill(null))).toThrow(/arguments, got 12/);
      expect(() => addon[name](...new Array(name === 'analyze' ? 7 : 4).fill(undefined))).toThrow();
    }
  });
});

describe.skipIf(!isBuilt)('what the addon accepts', () => {
  it('an empty batch, and contexts of any shape', () => {
    for (const shape of [[], [[]], [[1]], [[1, 1]], [[0, 2]], [[1, 1, 1]], [[20], [3, 3], [2, 2, 2]]] as Shape[]) {
      const out = room(shape);
      backend.analyze(randomBatch(shape, 5), 4, out);
      expect(out.values.includes(-7)).toBe(false);
    }
  });

  it('k beyond every graph', () => {
    const [some, many] = [room(SHAPE), room(SHAPE)];
    backend.analyze(randomBatch(SHAPE, 8), 5, some);
    backend.analyze(randomBatch(SHAPE, 8), Number.MAX_SAFE_INTEGER, many);
    expect(many).toEqual(some);
  });

  it('views into the middle of a buffer, and no queries', () => {
    const batch = randomBatch(SHAPE, 8);
    const [whole, part] = [room(SHAPE), room(SHAPE)];
    const buffer = new Float32Array(batch.vectors.length + 3);
    buffer.set(batch.vectors, 3);
    backend.analyze({ ...batch, queries: null }, 4, whole);
    backend.analyze({ ...batch, vectors: buffer.subarray(3), queries: null }, 4, part);
    expect(part).toEqual(whole);
    expect(whole.queryCosines.every((x) => x === 0)).toBe(true);
  });
});
