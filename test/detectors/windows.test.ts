import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextWords } from '../../src/detectors/windows/context-words.ts';
import { windowShape } from '../../src/detectors/windows/index.ts';
import { Windows } from '../../src/detectors/windows/windows.ts';
import { featuresOf } from './hand-made.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 6 });
const offsetsOf = (counts: number[]) =>
  Int32Array.from([0, ...counts.map((_, i) => counts.slice(0, i + 1).reduce((a, b) => a + b))]);

/** The windows of documents, with `overlap`. */
function windowsOf(offsets: Int32Array, length: number) {
  const windows = new Windows();
  // Arrays that others have used before must not show.
  windows.place(Int32Array.of(0, 50, 90), 2);
  windows.place(offsets, length);
  const all = Array.from({ length: windows.count }, (_, w) => ({
    document: windows.document[w],
    from: windows.from[w],
    to: windows.to[w],
  }));
  return { all, overlap: (a: number, b: number) => windows.overlap(a, b) };
}

describe('windows', () => {
  it('cover every sentence, in whole windows where the document is long enough', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 5 }), (counts, length) => {
        const offsets = offsetsOf(counts);
        const { all: windows } = windowsOf(offsets, length);
        const covered = new Set(
          windows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
        );
        expect(covered.size).toBe(offsets.at(-1));
        for (const { document, from, to } of windows) {
          expect(to - from).toBe(Math.min(length, counts[document]));
          expect(from).toBeGreaterThanOrEqual(offsets[document]);
          expect(to).toBeLessThanOrEqual(offsets[document + 1]);
        }
        expect(windows.length).toBe(counts.reduce((sum, n) => sum + Math.max(1, Math.ceil(n / length)), 0));
      }),
    );
  });

  it('are the documents themselves where these are short', () => {
    expect(windowsOf(Int32Array.of(0, 3, 5), 3).all).toEqual([
      { document: 0, from: 0, to: 3 },
      { document: 1, from: 3, to: 5 },
    ]);
  });

  it('move the last one back to be whole, so that it overlaps the one before', () => {
    const { all, overlap } = windowsOf(Int32Array.of(0, 4, 5), 3);
    expect(all.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [1, 4],
      [4, 5],
    ]);
    expect(overlap(0, 1)).toBe(true);
    expect(overlap(1, 2)).toBe(false);
  });
});

describe('window shape', () => {
  it('is that of the documents where these are short', () => {
    expect(windowShape([3, 3], 2)).toEqual({ documents: 2, sentences: 6 });
    expect(windowShape([3, 2, 1], 3)).toEqual({ documents: 3, sentences: 6 });
    expect(windowShape([3, 3, 3, 3, 3], 5)).toEqual({ documents: 5, sentences: 15 });
  });

  it('tells few long documents from many short ones', () => {
    expect(windowShape(new Array<number>(6).fill(3), 2)).toEqual({ documents: 2, sentences: 18 });
    expect(windowShape(new Array<number>(6).fill(3), 6)).toEqual({ documents: 6, sentences: 18 });
  });

  it('grows with the number of windows, in steps above six', () => {
    let previous = 0;
    for (let count = 4; count <= 400; count++) {
      const { documents, sentences } = windowShape(new Array<number>(count).fill(3), 4);
      expect(sentences).toBe(3 * documents);
      expect(documents).toBeGreaterThanOrEqual(previous);
      expect(Math.abs(Math.log2(documents / count))).toBeLessThan(0.35);
      if (count <= 6) expect(documents).toBe(count);
      previous = documents;
    }
  });
});

describe('boilerplate', () => {
  const word = fc.constantFrom<string>('ant', 'bee', 'cow', 'dog');
  const sentences = fc.array(fc.uniqueArray(word), { minLength: 2, maxLength: 14 });

  it('is what stands in at least four sentences and four fifths of them, and not in the query', () => {
    fc.assert(
      fc.property(sentences, fc.uniqueArray(word), (all, query) => {
        const documents = [all.slice(0, 1), all.slice(1)].map((part) => ({
          vectors: part.map(() => [1, 0]),
          sentences: part.map((words) => words.join(' ')),
        }));
        const f = featuresOf(documents, { query: query.join(' '), queryVector: [1, 0] });
        const context = new ContextWords();
        context.read(f);
        const texts = [...context.numbers.subarray(0, context.count)].map((number) => f.vocabulary!.word(number));
        const expected = ['ant', 'bee', 'cow', 'dog'].filter((w) => {
          const count = all.filter((words) => words.includes(w)).length;
          return count >= 4 && 5 * count >= 4 * all.length && !query.includes(w);
        });
        expect(texts.filter((_, place) => context.boilerplate[place] === 1).sort()).toEqual(expected);
      }),
    );
  });
});
