import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchEntry, calibrate, createGuard, type Guard, type ScreenResult } from '../../src/index.ts';
import { toyContexts, toyEncoder } from './toy.ts';

const encoder = toyEncoder();
const DIMENSION = 32;

/** Everything but how long it took. */
const untimed = ({ timings: _, ...rest }: ScreenResult): unknown => rest;
const results = (entries: BatchEntry[]): unknown[] =>
  entries.map((entry) => (entry.ok ? untimed(entry.result) : entry.error.code));

function embedded(seed: number, sizes: number[], rows: 'array' | 'float32' = 'array') {
  const vector = (s: number) => Array.from({ length: DIMENSION }, (_, t) => Math.sin(seed * 7 + s * s + t) + 0.4);
  let sentence = 0;
  return {
    id: `context ${seed}`,
    documents: sizes.map((size) => ({
      embeddings: Array.from({ length: size }, () => vector(sentence++)).map((v) =>
        rows === 'array' ? v : Float32Array.from(v),
      ),
    })),
  };
}

/** Counts the turns that others have while it runs. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let done = false;
  let turns = 0;
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await finished;
  return turns;
}

describe.each(['native', 'js'])('batches on %s', (backend) => {
  let guard: Guard;
  beforeAll(async () => {
    const { profile } = await calibrate(toyContexts(300), { encoder, detector: 'pairwise-spectral-gap', fpr: 0.05 });
    guard = await createGuard({ encoder, profile, detail: 'graph' });
    if (backend === 'js') guard = await createGuard({ encoder, profile, detail: 'graph', backend: 'js' });
  });
  const many = Array.from({ length: 700 }, (_, i) =>
    embedded(i, i % 9 === 0 ? [4, 9, 2] : [3, 3], i % 2 === 0 ? 'array' : 'float32'),
  );

  it('of vectors have the results of one after another, in order', async () => {
    expect(results(await guard.screenEmbeddingsBatch(many))).toEqual(
      many.map((context) => untimed(guard.screenEmbeddings(context))),
    );
  });

  it('of texts have the results of one after another, in order', async () => {
    const contexts = toyContexts(600);
    expect(results(await guard.screenBatch(contexts))).toEqual(
      contexts.map((context) => untimed(guard.screenSync(context))),
    );
  });

  it('lose only what is wrong', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const broken = embedded(1, [3, 3]);
    (broken.documents[1].embeddings[2] as number[])[5] = Number.NaN;
    const short = embedded(2, [3, 3]);
    (short.documents[0].embeddings[0] as number[]).length = 4;
    const lonely = embedded(3, [3]);
    const batch = [many[0], broken, many[1], short, proxy, null, lonely, many[2]];
    const entries = await guard.screenEmbeddingsBatch(batch as never);
    expect(entries.map((entry) => (entry.ok ? entry.result.verdict === 'abstain' : entry.error.code))).toEqual([
      false,
      'EMBEDDING_NON_FINITE',
      false,
      'DIMENSION_MISMATCH',
      'CONTEXT_INVALID',
      'CONTEXT_INVALID',
      true,
      false,
    ]);
    expect(entries.map((entry) => (entry.ok ? entry.result.id : entry.id))).toEqual([
      'context 0',
      'context 1',
      'context 1',
      'context 2',
      undefined,
      undefined,
      'context 3',
      'context 2',
    ]);
  });

  it.each([undefined, null, 'text', 5, {}])('refuse %s', async (given) => {
    await expect(guard.screenEmbeddingsBatch(given as never)).rejects.toMatchObject({ code: 'CONTEXT_INVALID' });
  });

  it('stop at an abort', async () => {
    const reason = new Error('enough');
    await expect(guard.screenEmbeddingsBatch(many, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const stopped = guard.screenEmbeddingsBatch([...many, ...many, ...many, ...many], { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(stopped).rejects.toBe(reason);
  });

  it('let others have the event loop', async () => {
    expect(await turnsDuring(guard.screenEmbeddingsBatch([...many, ...many]))).toBeGreaterThan(5);
    expect(await turnsDuring(guard.screenBatch(toyContexts(3000)))).toBeGreaterThan(5);
  });
});
