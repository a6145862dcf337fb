import { describe, expect, it } from 'vitest';
import { analysisOf, analysisSize } from '../../src/linalg/analysis-layout.ts';
import type { PackedBatch } from '../../src/linalg/backend.ts';
import type { Addon } from '../../src/linalg/native/addon.ts';
import { Slots } from '../../src/linalg/native/slots.ts';
import { analyzeInTasks } from '../../src/linalg/native/tasks.ts';

describe('slots', () => {
  it('are given in order, never more than there are', async () => {
    const slots = new Slots(2);
    const taken: number[] = [];
    const all = [0, 1, 2, 3, 4].map((i) => slots.take().then(() => taken.push(i)));
    await Promise.all(all.slice(0, 2));
    expect(taken).toEqual([0, 1]);
    for (const expected of [3, 4, 5]) {
      slots.giveBack();
      await new Promise((resolve) => setImmediate(resolve));
      expect(taken).toHaveLength(expected);
    }
    expect(taken).toEqual([0, 1, 2, 3, 4]);
  });

  it('pass over who has gone', async () => {
    const slots = new Slots(1);
    await slots.take();
    const controller = new AbortController();
    const gone = slots.take(controller.signal).catch((reason: unknown) => reason);
    const next = slots.take();
    controller.abort('away');
    expect(await gone).toBe('away');
    slots.giveBack();
    await next;
    await expect(slots.take(AbortSignal.abort('no'))).rejects.toBe('no');
  });
});

/** Contexts of two documents of three sentences. */
function batchOf(contexts: number): PackedBatch {
  return {
    vectors: new Float32Array(contexts * 6 * 64).fill(1),
    dimension: 64,
    documentOffsets: Int32Array.from({ length: 2 * contexts + 1 }, (_, j) => 3 * j),
    contextOffsets: Int32Array.from({ length: contexts + 1 }, (_, c) => 2 * c),
    queries: null,
  };
}

describe('tasks', () => {
  const batch = batchOf(5000);

  it('are few at a time, also of several batches, and each is handed only its own contexts', async () => {
    let running = 0;
    let most = 0;
    let largest = 0;
    const addon = {
      async analyzeAsync(vectors, dimension, documents, contexts, _queries, _k, out) {
        most = Math.max(most, ++running);
        largest = Math.max(largest, contexts.length - 1);
        expect([contexts[0], documents[0]]).toEqual([0, 0]);
        expect(contexts[contexts.length - 1]).toBe(documents.length - 1);
        expect(vectors.length).toBe(documents[documents.length - 1] * dimension);
        await new Promise((resolve) => setImmediate(resolve));
        out.fill(1);
        running--;
      },
    } as Addon;
    const outs = [1, 2].map(() => analysisOf(analysisSize(batch)));
    await Promise.all(outs.map((out) => analyzeInTasks(addon, batch, 4, out, undefined)));
    expect(most).toBeGreaterThanOrEqual(2);
    expect(most).toBeLessThanOrEqual(3);
    expect(largest).toBeLessThan(2000);
    for (const { values } of outs) expect(values.every((value) => value === 1)).toBe(true);
  });

  it('that fail stop the batch; the first in the order of the batch is told, with its place there', async () => {
    let started = 0;
    const addon = {
      async analyzeAsync() {
        const index = started++;
        // The first to be started is the last to fail.
        for (let turn = index; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
        throw Object.assign(new Error(`task ${index}`), { field: 'vectors', index: 0, context: 0 });
      },
    } as unknown as Addon;
    const failed = analyzeInTasks(addon, batch, 4, analysisOf(analysisSize(batch)), undefined);
    await expect(failed).rejects.toMatchObject({ message: 'task 0', index: 0, context: 0 });
    expect(started).toBeLessThanOrEqual(4);
  });

  it('that have not begun never begin after an abort', async () => {
    const controller = new AbortController();
    let started = 0;
    const addon = {
      async analyzeAsync() {
        if (++started === 2) controller.abort('stop');
        await new Promise((resolve) => setImmediate(resolve));
      },
    } as unknown as Addon;
    const stopped = analyzeInTasks(addon, batch, 4, analysisOf(analysisSize(batch)), controller.signal);
    await expect(stopped).rejects.toBe('stop');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(started).toBe(2);
  });
});
