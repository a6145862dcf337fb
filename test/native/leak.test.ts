import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isBuilt, native } from './addon.ts';
import { randomBatch, room } from './batches.ts';

/** Bytes a call. The smallest piece that malloc gives takes 32, the task of a call on another thread more than 200. */
const BOUND = 16;
const SHAPE = [[1, 1]];

/**
 * Makes the same calls over and over in a process of its own, and prints the bytes that the resident set grew by in each of
 * some stretches, after one that fills what is kept for reuse. Freed pages go back to the system a moment after a collection.
 */
const SOURCE = `
  const [path, kind, given] = process.argv.slice(1);
  const addon = require(path);
  const { vectors, queries, documentOffsets, contextOffsets, dimension, values } = JSON.parse(given);
  const v = Float32Array.from(vectors);
  if (kind.startsWith('refused')) v[0] = NaN;
  const args = [v, dimension, Int32Array.from(documentOffsets), Int32Array.from(contextOffsets), Float32Array.from(queries), 4];
  const out = new Float64Array(values);
  const sync = (calls) => {
    for (let i = 0; i < calls; i++) {
      try { addon.analyze(...args, out); } catch (error) { if (error.code !== 'EMBEDDING_NON_FINITE') throw error; }
    }
  };
  const tasks = async (calls) => {
    for (let i = 0; i < calls; i += 20) {
      const running = Array.from({ length: 20 }, () => addon.analyzeAsync(...args, out));
      for (const { reason } of await Promise.allSettled(running)) {
        if (reason !== undefined && reason.code !== 'EMBEDDING_NON_FINITE') throw reason;
      }
    }
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 60));
  const resident = async () => {
    for (let i = 0; i < 2; i++) { gc(); await pause(); }
    return process.memoryUsage.rss();
  };
  (async () => {
    const grown = [];
    for (let stretch = 0, before = 0; stretch < 6; stretch++) {
      await (kind.endsWith('task') ? tasks : sync)(CALLS);
      const now = await resident();
      if (stretch > 0) grown.push(now - before);
      before = now;
    }
    console.log(JSON.stringify(grown));
  })();
`;

async function growth(kind: string, calls: number): Promise<number[]> {
  const batch = randomBatch(SHAPE, 8);
  const given = JSON.stringify({
    vectors: Array.from(batch.vectors),
    queries: Array.from(batch.queries!),
    documentOffsets: Array.from(batch.documentOffsets),
    contextOffsets: Array.from(batch.contextOffsets),
    dimension: batch.dimension,
    values: room(SHAPE).values.length,
  });
  const source = SOURCE.replace('CALLS', String(calls));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    // The young generation grows with what survives, which is no leak: of one size throughout.
    '--min-semi-space-size=1',
    '--max-semi-space-size=1',
    '-e',
    source,
    native.path!,
    kind,
    given,
  ]);
  return (JSON.parse(stdout) as number[]).map((bytes) => bytes / calls);
}

describe.skipIf(!isBuilt)('memory of calls of the addon', () => {
  it.each([
    ['call', 100_000],
    ['refused call', 20_000],
    ['task', 20_000],
    ['refused task', 20_000],
  ])('does not grow with every %s', async (kind, calls) => {
    const bytes = await growth(kind, calls);
    // What leaks grows in every stretch; what is only kept or given back a little later does not.
    expect(Math.min(...bytes), `bytes a call in each stretch: ${bytes.join(', ')}`).toBeLessThan(BOUND);
  });
});
