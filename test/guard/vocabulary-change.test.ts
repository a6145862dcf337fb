import { describe, expect, it } from 'vitest';
import { loadStaticEncoder } from '../../src/encoders/node.ts';
import { type Context, createGuard, type ScreenResult } from '../../src/index.ts';

/** Every result says what it was made of by words: signals, findings, notes. */
function withoutTimings(result: ScreenResult): Omit<ScreenResult, 'timings'> {
  const { timings: _, ...rest } = result;
  return rest;
}

const held: Context = {
  query: 'Which river flows past the town of Émile Harbour?',
  documents: [
    { text: 'Émile Harbour is a town on the river Brann. The Brann flows past its mill. Its mayor is Ada Quill.' },
    { text: 'Copper wire is drawn through dies. Zorblax Industries of Vantor sells it. The price fell in spring.' },
  ],
};

/** Documents of so many words that were in no text before. */
function flood(words: number, from: number): Context {
  const sentence = (s: number) =>
    `Flood ${Array.from({ length: 250 }, (_, i) => `w${(from + 250 * s + i).toString(36)}`).join(' ')}.`;
  const documents = Array.from({ length: Math.ceil(words / 750) }, (_, d) => ({
    sentences: [0, 1, 2].map((s) => sentence(3 * d + s)),
  }));
  return { query: 'What is in the flood?', documents };
}

describe('a vocabulary that is given up while contexts are on their way', () => {
  it('changes no result: of a context that waits for its encoder, of batches, of what comes after', async () => {
    const expected = withoutTimings(await (await createGuard()).screen(held));
    expect(expected.verdict).toBe('flag');
    expect(expected.finding?.words.length).toBeGreaterThan(0);

    const encoder = await loadStaticEncoder();
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waits: number[] = [];
    const { encodeSync: _, ...slow } = {
      ...encoder,
      encode: async (...given: Parameters<typeof encoder.encode>) => {
        // The first call alone waits.
        if (waits.push(waits.length) === 1) await gate;
        return encoder.encode(...given);
      },
    };
    const guard = await createGuard({ encoder: slow, limits: { maxDocuments: 100, maxSentences: 300 } });
    const first = guard.screen(held);
    const before = encoder.scanner.vocabulary;
    for (let i = 0; i < 2; i++) {
      await guard.screen(flood(60_000, 60_000 * i));
      // A sentence that is remembered in one vocabulary is read again in the next.
      expect(withoutTimings(await guard.screen(held))).toEqual(expected);
    }
    const batch = await guard.screenBatch([held, flood(60_000, 200_000), held, flood(60_000, 300_000), held]);
    expect(encoder.scanner.vocabulary).not.toBe(before);
    release();
    expect(withoutTimings(await first)).toEqual(expected);
    for (const i of [0, 2, 4]) {
      const entry = batch[i];
      expect(entry.ok && withoutTimings(entry.result)).toEqual(expected);
    }
    expect(withoutTimings(await guard.screen(held))).toEqual(expected);
  });
});
