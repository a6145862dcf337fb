import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocumentFrequencies } from '../../src/entities/document-frequency/format.ts';
import { DocumentFrequencies } from '../../src/entities/document-frequency/index.ts';
import { loadDocumentFrequencies } from '../../src/entities/document-frequency/load-node.ts';
import { contentWords } from '../../src/text/index.ts';

const HEADER = 'topoguard-document-frequency 1 shipped:t 10\n';

describe('document frequencies', () => {
  const own = DocumentFrequencies.fromCounts('index-7', 9, { river: 4, delta: 0, constructor: 9 });

  it('give idf = ln((N + 1) / (df + 1)), the largest for words never seen', () => {
    expect(own.id).toBe('custom:index-7');
    expect(own.documents).toBe(9);
    expect(own.words).toBe(3);
    expect(own.idf('river')).toBeCloseTo(Math.log(2), 15);
    expect(own.idf('constructor')).toBe(0);
    expect(own.idf('delta')).toBeCloseTo(Math.log(10), 15);
    expect(own.idf('never')).toBe(own.idf('delta'));
    expect(own.idf('toString')).toBe(own.idf('never'));
    expect(own.count('never')).toBe(0);
  });

  it('take counts as pairs too', () => {
    expect(DocumentFrequencies.fromCounts('p', 3, new Map([['a', 1]])).idf('a')).toBeCloseTo(Math.log(2), 15);
  });

  it.each<[unknown, string]>([
    [null, 'document frequencies'],
    [[], 'document frequencies'],
    [{ name: 'n', documents: 3 }, 'counts'],
    [{ name: 'n', documents: 3, counts: [1] }, 'counts'],
    [{ name: ' ', documents: 3, counts: {} }, 'name'],
    [{ documents: 3, counts: {} }, 'name'],
    [{ name: 'n', documents: 0, counts: {} }, 'documents'],
    [{ name: 'n', documents: '3', counts: {} }, 'documents'],
    [{ name: 'n', documents: 3, counts: { a: 4 } }, 'counts["a"]'],
    [{ name: 'n', documents: 3, counts: { a: -1 } }, 'counts["a"]'],
    [{ name: 'n', documents: 3, counts: { a: 1.5 } }, 'counts["a"]'],
    [{ name: 'n', documents: 3, counts: { a: '1' } }, 'counts["a"]'],
  ])('from JSON %j name the field %s', (value, field) => {
    expect(() => DocumentFrequencies.fromJson(value)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', location: { field } }),
    );
  });

  it('are read from JSON', () => {
    const read = DocumentFrequencies.fromJson({ name: 'x', documents: 4, counts: { a: 1 } });
    expect([read.id, read.documents, read.count('a')]).toEqual(['custom:x', 4, 1]);
  });
});

describe('the front-coded table', () => {
  it('gives back its words', () => {
    const table = parseDocumentFrequencies(`${HEADER}2 AriverFsideAéclairB\n7 Asea\n`);
    expect(table.id).toBe('shipped:t');
    expect(table.documents).toBe(10);
    expect(['river', 'riverside', 'éclair', 'é', 'sea', 'seal'].map((w) => table.count(w))).toEqual([2, 2, 2, 2, 7, 0]);
  });

  it('gives back any words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '7', 'ж', '字'), minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 30 }), (words) => {
        let before = '';
        const body = words.sort().map((w) => {
          let shared = 0;
          while (shared < 25 && shared < w.length && w[shared] === before[shared]) shared++;
          before = w;
          return String.fromCharCode(65 + shared) + w.slice(shared);
        });
        const table = parseDocumentFrequencies(`${HEADER}3 ${body.join('')}\n`);
        expect(table.words).toBe(words.length);
        for (const w of words) expect(table.count(w)).toBe(3);
      }),
    );
  });

  it.each([
    ['', 1],
    ['something else\n', 1],
    [HEADER.slice(0, -1), 1],
    [`${HEADER}2 Ariver`, 2],
    [`${HEADER}two Ariver\n`, 2],
    [`${HEADER}0 Ariver\n`, 2],
    [`${HEADER}2 river\n`, 2],
    [`${HEADER}2 Ariver\n3 Bsea\n`, 3],
  ])('refuses %j, naming the line', (text, line) => {
    expect(() => parseDocumentFrequencies(text)).toThrow(
      expect.objectContaining({ code: 'FILE_UNREADABLE', location: expect.objectContaining({ line }) }),
    );
  });

  it('ships, small, with words as the package splits them', async () => {
    const table = await loadDocumentFrequencies();
    expect(table.id).toBe('shipped:v1');
    expect(readFileSync(new URL('../../assets/document-frequency.txt', import.meta.url)).length).toBeLessThan(400_000);
    expect(table.documents).toBeGreaterThan(10_000);
    expect(table.idf('film')).toBeLessThan(table.idf('lighthouse'));
    expect(table.idf('lighthouse')).toBeLessThan(table.idf('qqzzyx'));
    const words = [...contentWords('The Lighthouse at São Paulo, 1912')];
    expect(words.map((w) => table.count(w) > 0)).toEqual([true, true, true, true]);
  });
});
