import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { PackedAnalysis } from '../../src/linalg/backend.ts';
import { isBuilt, native } from './addon.ts';
import { randomBatch, room, type Shape } from './batches.ts';

const SHAPE: Shape = [[3, 3], [2, 2, 1], [12, 12], [1, 1], [40], [3, 3, 3, 3, 3]];

/** Loads the addon on its own, analyzes the same batch many times, and sends the last result and how many were the same. */
const SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { path, batch, out, rounds } = workerData;
  const addon = require(path);
  const run = (into) => addon.analyze(batch.vectors, batch.dimension, batch.documentOffsets, batch.contextOffsets,
    batch.queries, 4, into);
  run(out.values);
  let same = 0;
  for (let round = 0; round < rounds; round++) {
    const again = new Float64Array(out.values.length);
    run(again);
    same += out.values.every((x, i) => Object.is(x, again[i]));
  }
  parentPort.postMessage({ out, same });
`;

interface WorkerResult {
  out: PackedAnalysis;
  same: number;
}

function inWorker(rounds: number): Promise<WorkerResult> {
  const workerData = { path: native.path, batch: randomBatch(SHAPE, 33), out: room(SHAPE), rounds };
  return new Promise((resolve, reject) => {
    const worker = new Worker(SOURCE, { eval: true, workerData });
    let result: WorkerResult | undefined;
    worker.once('message', (message: WorkerResult) => {
      result = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      result && code === 0 ? resolve(result) : reject(new Error(`worker ended with ${code}`)),
    );
  });
}

describe.skipIf(!isBuilt)('worker threads', () => {
  it('give the same numbers as the main thread, all at once and one after another', async () => {
    const expected = room(SHAPE);
    native.backend?.analyze?.(randomBatch(SHAPE, 33), 4, expected);
    for (const workers of [4, 4]) {
      const results = await Promise.all(Array.from({ length: workers }, () => inWorker(25)));
      for (const { out, same } of results) {
        expect(same).toBe(25);
        expect(out).toEqual(expected);
      }
    }
  });

  it('leave the main thread its addon when they end', async () => {
    await inWorker(1);
    const out = room(SHAPE);
    native.backend?.analyze?.(randomBatch(SHAPE, 33), 4, out);
    expect(out.similarities.includes(-7)).toBe(false);
  });
});
