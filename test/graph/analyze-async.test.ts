import { describe, expect, it, vi } from 'vitest';
import { nextTurn, TurnBudget } from '../../src/event-loop/index.ts';
import { analyzeBatch, analyzeBatchAsync } from '../../src/graph/index.ts';
import type { Backend } from '../../src/linalg/backend.ts';
import { backends, gaussians } from '../linalg/backends.ts';
import { pack } from './contexts.ts';

const next = gaussians(9);
const document = (rows: number): number[][] =>
  Array.from({ length: rows }, () => Array.from({ length: 5 }, (_, t) => next() + (t === 0 ? 1 : 0)));
const some = pack(Array.from({ length: 60 }, (_, c) => [document(1 + (c % 4)), document(3), document(1 + (c % 3))]));

describe.each(backends)('a batch with a promise on $name', (backend) => {
  it('has the numbers of one without, small and large', async () => {
    for (const batch of [pack([]), pack([[document(3), document(3)]]), some]) {
      expect(await analyzeBatchAsync(backend, batch, 4)).toEqual(analyzeBatch(backend, batch, 4));
    }
  });

  it('refuses what the other refuses', async () => {
    const broken = { ...some, vectors: some.vectors.slice() };
    broken.vectors[77] = Number.NaN;
    for (const [batch, k] of [
      [broken, 4],
      [some, 0],
      [{ ...some, dimension: 4 }, 4],
    ] as const) {
      let expected: unknown;
      try {
        analyzeBatch(backend, batch, k);
      } catch (thrown) {
        expected = thrown;
      }
      await expect(analyzeBatchAsync(backend, batch, k)).rejects.toEqual(expected);
    }
  });

  it('throws the reason of an abort', async () => {
    await expect(analyzeBatchAsync(backend, some, 4, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
  });
});

describe('turns of the event loop', () => {
  it('come between contexts of a backend without threads, and an abort counts there', async () => {
    const { analyze: _, analyzeAsync: __, ...steps } = backends[0];
    const slow: Backend = {
      ...steps,
      similarity: (...given) => {
        for (const start = performance.now(); performance.now() - start < 1; );
        return steps.similarity(...given);
      },
    };
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await analyzeBatchAsync(slow, some, 4);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);

    const controller = new AbortController();
    setTimeout(() => controller.abort('enough'), 5);
    await expect(analyzeBatchAsync(slow, some, 4, { signal: controller.signal })).rejects.toBe('enough');
  });

  it('are given when the time is up, and not before', async () => {
    const budget = new TurnBudget();
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    if (!budget.spent) await budget.renew();
    for (const start = performance.now(); performance.now() - start < 30; );
    expect(turned).toBe(false);
    expect(budget.spent).toBe(true);
    await budget.renew();
    expect(turned).toBe(true);
  });

  it('do not hang on timers that a test has stopped', async () => {
    vi.useFakeTimers();
    try {
      await nextTurn();
    } finally {
      vi.useRealTimers();
    }
  });
});
