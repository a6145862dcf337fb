import { describe, expect, it } from 'vitest';
import { analyzeBatch, analyzeBatchAsync } from '../../src/graph/index.ts';
import type { Backend, PackedBatch } from '../../src/linalg/backend.ts';
import { isBuilt, native, rawAddon } from './addon.ts';
import { randomBatch, room, type Shape } from './batches.ts';

const backend = native.backend as Required<Backend>;
/** Enough work for several tasks, of contexts small and large. */
const SHAPE: Shape = Array.from({ length: 400 }, (_, c) =>
  c % 50 === 0 ? [30, 34] : c % 7 === 0 ? [3, 3, 3, 3, 3] : c % 5 === 0 ? [2, 1, 4] : [3, 3],
);

async function refusal(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    return thrown;
  }
  throw new Error('was not refused');
}

function give(array: Float32Array | Float64Array): void {
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
}

/** Faster than a comparison element by element, and strict about −0 and NaN. */
function expectSameBits(actual: Float64Array, expected: Float64Array): void {
  const bytes = ({ buffer, byteOffset, byteLength }: Float64Array) => Buffer.from(buffer, byteOffset, byteLength);
  expect(bytes(actual).equals(bytes(expected))).toBe(true);
}

/** The raw call, below the split into tasks. */
const start = (batch: PackedBatch, out: Float64Array): Promise<void> =>
  rawAddon().analyzeAsync(
    batch.vectors,
    batch.dimension,
    batch.documentOffsets,
    batch.contextOffsets,
    batch.queries,
    4,
    out,
  );

describe.skipIf(!isBuilt)('analysis on other threads', () => {
  it.each([
    ['float32 with queries', Float32Array, true],
    ['float64 with queries', Float64Array, true],
    ['float32 without queries', Float32Array, false],
  ] as const)('has the bits of the synchronous one: %s', async (_, ArrayType, withQueries) => {
    const batch = randomBatch(SHAPE, 96, 3, ArrayType);
    if (!withQueries) batch.queries = null;
    const expected = analyzeBatch(backend, batch, 4);
    // Several at once, which share the threads.
    const results = await Promise.all([1, 2, 3].map(() => analyzeBatchAsync(backend, batch, 4)));
    for (const actual of results) expectSameBits(actual.values, expected.values);
    const out = room(SHAPE);
    await backend.analyzeAsync(batch, 4, out);
    expectSameBits(out.values, expected.values);
  });

  it('takes an empty batch, and contexts of any shape', async () => {
    for (const shape of [[], [[]], [[1]], [[0, 2]], [[1, 1, 1]], [[200]]] as Shape[]) {
      const [expected, out] = [room(shape), room(shape)];
      backend.analyze(randomBatch(shape, 5), 4, expected);
      await backend.analyzeAsync(randomBatch(shape, 5), 4, out);
      expectSameBits(out.values, expected.values);
    }
  });

  it('leaves the event loop free', async () => {
    const batch = randomBatch(
      Array.from({ length: 8 }, () => [128, 128]),
      64,
    );
    let done = false;
    let turns = 0;
    const pending = analyzeBatchAsync(backend, batch, 4).finally(() => {
      done = true;
    });
    while (!done) {
      turns++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await pending;
    expect(turns).toBeGreaterThan(10);
  });

  it('keeps its input when the caller gives the memory away', async () => {
    const shape: Shape = Array.from({ length: 200 }, () => [3, 3]);
    const expected = room(shape);
    backend.analyze(randomBatch(shape, 64), 4, expected);
    const batch = randomBatch(shape, 64);
    const out = room(shape).values;
    const pending = start(batch, out);
    give(batch.vectors);
    give(batch.queries as Float32Array);
    batch.documentOffsets.fill(2 ** 31 - 1);
    await pending;
    expectSameBits(out, expected.values);
  });

  it('refuses when the room for its result is given away', async () => {
    const out = room(SHAPE).values;
    const pending = start(randomBatch(SHAPE, 8), out);
    give(out);
    expect(await refusal(pending)).toMatchObject({ code: 'SHAPE_INVALID', field: 'out' });
  });

  it('refuses wrong arguments at once, as the synchronous call does', () => {
    const addon = rawAddon() as unknown as { analyzeAsync(...values: unknown[]): unknown };
    expect(() => addon.analyzeAsync()).toThrow(/7 arguments, got 0/);
    expect(() => start(randomBatch(SHAPE, 8), new Float64Array(3))).toThrow(expect.objectContaining({ field: 'out' }));
  });

  it.each(['vectors', 'queries'] as const)(
    'names the number in %s that is not finite, anywhere in the batch',
    async (field) => {
      const batch = randomBatch(SHAPE, 96);
      const values = batch[field] as Float32Array;
      for (const index of [5, values.length >> 1, values.length - 1]) {
        const kept = values[index];
        values[index] = Number.NaN;
        const place = { code: 'EMBEDDING_NON_FINITE', location: expect.objectContaining({ field, index }) };
        expect(await refusal(backend.analyzeAsync(batch, 4, room(SHAPE)))).toMatchObject(place);
        expect(await refusal(analyzeBatchAsync(backend, batch, 4))).toMatchObject(place);
        values[index] = kept;
      }
    },
  );

  it('stops at an abort, and leaves the threads to others', async () => {
    const batch = randomBatch(SHAPE, 96);
    const reason = new Error('enough');
    const before = AbortSignal.abort(reason);
    expect(await refusal(analyzeBatchAsync(backend, batch, 4, { signal: before }))).toBe(reason);
    expect(await refusal(backend.analyzeAsync(batch, 4, room(SHAPE), before))).toBe(reason);
    for (let round = 0; round < 20; round++) {
      const controller = new AbortController();
      const stopped = Array.from({ length: 6 }, () =>
        refusal(analyzeBatchAsync(backend, batch, 4, { signal: controller.signal })),
      );
      for (let turn = 0; turn < round % 4; turn++) await new Promise((resolve) => setImmediate(resolve));
      controller.abort(reason);
      expect(await Promise.all(stopped)).toEqual(Array(6).fill(reason));
    }
    expectSameBits((await analyzeBatchAsync(backend, batch, 4)).values, analyzeBatch(backend, batch, 4).values);
  });
});
