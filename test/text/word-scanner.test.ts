import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTokenTable } from '../../src/encoders/static/format.ts';
import { WordPiece } from '../../src/encoders/static/word-piece.ts';
import { contentWords, type SubwordVocabulary, WordScanner, wordTokens } from '../../src/text/index.ts';
import { sharedIsAbsent, sharedRows } from '../shared/shared-data.ts';

const { tokens: vocabulary } = parseTokenTable(
  readFileSync(new URL('../../assets/static-encoder.bin', import.meta.url)),
);
const wordPiece = new WordPiece(vocabulary);

/** What one reading is to find, each found by a reading of its own. */
function readThrice(text: string) {
  return {
    tokens: wordTokens(text),
    words: [...contentWords(text)],
    subwords: Array.from(wordPiece.text(text)),
  };
}

function readOnce(scanner: WordScanner, text: string) {
  const { tokens, words, subwords } = scanner.scan(text);
  return { tokens: spelled(scanner, tokens), words: spelled(scanner, words), subwords };
}

function spelled(scanner: WordScanner, numbers: readonly number[]): string[] {
  return numbers.map((number) => scanner.vocabulary.word(number));
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...'the The of unhappiest internationalization électricité e\u0301 naïve 手机壳 iPhone手机 İ ΑΣ ΣΑΣ Σ 😀 한국어'.split(
            ' ',
          ),
        ),
        fc.constantFrom(...' \t\n\r\f\u00a0\u2003.,-_\'"()&–…\u0000\u007f\u200b\ud800'.split('')),
        fc.integer({ min: 0x80, max: 0x2060 }).map((code) => String.fromCharCode(code)),
        fc.constantFrom(...'‐‑‒–—―‘’‚“”„†‡•…′″‹›«»¡¿·§¶'.split('')),
        fc.constantFrom(...'éÖßøİıŉſǅƻǀњЖйЁẤẞ\u0301\u0338\u05d0'.split('')),
        fc.integer({ min: 1, max: 40 }).map((length) => 'x'.repeat(length)),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

describe('WordScanner', () => {
  const shared = new WordScanner(wordPiece);

  it('finds in one reading what is found in three, for any text, whatever it has met before', () => {
    fc.assert(
      fc.property(text, (t) => {
        const expected = readThrice(t);
        expect(readOnce(shared, t)).toEqual(expected);
        // Again, now that every word is known.
        expect(readOnce(shared, t)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does so over the borders of its segments', () => {
    for (const part of ['word ', 'x', 'two-part, ', 'é ', 'wordy é', '. ']) {
      for (let shift = 0; shift < 8; shift++) {
        const long = 'a'.repeat(shift) + part.repeat(5_000 / part.length);
        expect(readOnce(shared, long)).toEqual(readThrice(long));
      }
    }
  });

  it('finds words alone without a vocabulary', () => {
    expect(readOnce(new WordScanner(), 'The Sea, the sea')).toEqual({
      tokens: ['the', 'sea', 'the', 'sea'],
      words: ['sea'],
      subwords: null,
    });
  });

  it('finds the content words of several texts, each once', () => {
    expect(spelled(shared, shared.wordsOf(['the New Café', 'new sea']))).toEqual(['new', 'café', 'sea']);
    expect(shared.wordsOf([])).toEqual([]);
  });

  it('gives a word one number however it is met, and every word one of its own', () => {
    const numbers = new Map<string, number>();
    fc.assert(
      fc.property(text, (t) => {
        const { tokens, words } = shared.scan(t);
        for (const number of [...tokens, ...words]) {
          const word = shared.vocabulary.word(number);
          expect(numbers.get(word) ?? number).toBe(number);
          numbers.set(word, number);
          expect(shared.vocabulary.numberOf(word)).toBe(number);
        }
      }),
    );
    expect(new Set(numbers.values()).size).toBe(numbers.size);
  });

  it('tells of a plain text which words stand in spans of it', () => {
    const spanned = fc
      .array(
        fc.constantFrom(
          ...'The the Old sea, Mill. “O’Neil’s” Émile’s Ðà 1990–95 internationalization-of-it 12 & x_y'.split(' '),
        ),
        {
          maxLength: 30,
        },
      )
      .chain((parts) => fc.tuple(fc.constant(parts), fc.array(fc.nat(parts.length), { maxLength: 6 })));
    fc.assert(
      fc.property(spanned, ([parts, cuts]) => {
        const t = parts.join(' ');
        const startOf = (part: number) => parts.slice(0, part).reduce((sum, before) => sum + before.length + 1, 0);
        const ascending = [...new Set(cuts)].sort((a, b) => a - b);
        const count = ascending.length >> 1;
        const spans = new Int32Array(t.length + 14);
        const inside: string[] = [];
        for (let i = 0; i < count; i++) {
          const [from, to] = [startOf(ascending[2 * i]), startOf(ascending[2 * i + 1])];
          spans.set([from, to], 2 * i);
          inside.push(t.slice(from, to));
        }
        shared.scan(t);
        expect(shared.plainLength).toBe(t.length);
        expect(String.fromCharCode(...shared.units.subarray(0, t.length))).toBe(t);
        const found = spelled(shared, shared.wordsWithin(spans, count));
        expect(found).toEqual([...new Set(inside.flatMap((part) => [...contentWords(part)]))]);
      }),
    );
  });

  it('says of other texts that they are not plain', () => {
    for (const t of ['cafe\u0301', 'ΑΣ', 'ƻ', 'a\u0000b', 'x'.repeat(2_049), 'word '.repeat(500), 'plain “手”', '£5']) {
      shared.scan(t);
      expect(shared.plainLength, t.slice(0, 20)).toBe(-1);
    }
    for (const t of ['', 'plain “yes” – the mill’s… (1990–95)', 'Dvořák’s Škoda, Жар-птица']) {
      shared.scan(t);
      expect(shared.plainLength, t).toBe(t.length);
    }
  });

  it('leaves out marks that the vocabulary does not have, and words that it cannot spell', () => {
    const few: SubwordVocabulary = {
      word: (word) => (word === 'known' ? [7] : []),
      text: () => [],
      marks: Int32Array.from({ length: 128 }, (_, code) => (code === 46 ? 3 : -1)),
    };
    expect(new WordScanner(few).scan('known, other. Known!').subwords).toEqual([7, 3, 7]);
  });

  describe.each(['hotpotqa', 'musique', '2wiki', 'multihoprag'])('on %s', (name) => {
    it.skipIf(sharedIsAbsent(`data/${name}.jsonl.gz`))('finds in one reading what is found in three', () => {
      let sentences = 0;
      for (const { question, docs } of sharedRows(name)) {
        for (const sentence of [question, ...docs.flatMap((doc) => doc.sentences)]) {
          expect(readOnce(shared, sentence)).toEqual(readThrice(sentence));
          sentences++;
        }
      }
      expect(sentences).toBeGreaterThan(1_000);
    });
  });

  it('counts what it knew and what not', () => {
    const scanner = new WordScanner(wordPiece);
    scanner.scan('one two one – naïve');
    scanner.scan('One – two three naïve');
    expect(scanner.statistics()).toEqual({
      words: { size: 4, hits: 3, misses: 3 },
      stretches: { size: 1, hits: 1, misses: 1 },
    });
  });

  it('holds a bounded number of words, and still finds them right, under a flood', () => {
    const scanner = new WordScanner(wordPiece);
    const flood = (from: number) => Array.from({ length: 1_000 }, (_, i) => `w${(from + i).toString(36)}`).join(' ');
    let most = 0;
    for (let i = 0; i < 200; i++) {
      scanner.scanSubwords(flood(1_000 * i), Number.POSITIVE_INFINITY);
      scanner.scanSubwords(flood(1_000 * i).replaceAll('w', 'ß'), Number.POSITIVE_INFINITY);
      most = Math.max(most, scanner.statistics().words.size);
    }
    const { words, stretches } = scanner.statistics();
    // A text's words are taken together, so it may end beyond the bound by as many as it has.
    expect(most).toBeLessThanOrEqual(65_536 + 1_000);
    expect(stretches.size).toBeLessThanOrEqual(8_192);
    expect(words.misses).toBe(200_000);
    for (const from of [0, 100_000, 199_000]) expect(readOnce(scanner, flood(from))).toEqual(readThrice(flood(from)));
  });

  it('begins a new vocabulary only when asked, and leaves the old one as it was', () => {
    const scanner = new WordScanner(wordPiece);
    const { tokens } = scanner.scan('sea café internationalizations');
    const old = scanner.vocabulary;
    for (let i = 0; i < 70; i++) scanner.scan(Array.from({ length: 1_000 }, (_, j) => `w${1_000 * i + j}`).join(' '));
    expect(scanner.vocabulary).toBe(old);
    expect(old.size).toBe(70_003);
    scanner.renew();
    expect(scanner.vocabulary).not.toBe(old);
    expect(scanner.vocabulary.size).toBe(0);
    expect(tokens.map((number) => old.word(number))).toEqual(['sea', 'café', 'internationalizations']);
    for (const t of ['sea café internationalizations', 'The café']) expect(readOnce(scanner, t)).toEqual(readThrice(t));
    const young = scanner.vocabulary;
    scanner.renew();
    expect(scanner.vocabulary).toBe(young);
  });

  it('takes linear time for endless words, stretches and marks', () => {
    for (const unit of ['a', 'é', '.', 'a.', 'aé', '中', '\u0000', ' ', 'word ']) {
      const time = (length: number) => {
        const long = unit.repeat(length / unit.length);
        shared.scan(long);
        const start = performance.now();
        shared.scan(long);
        return performance.now() - start;
      };
      expect(time(200_000), unit).toBeLessThan(2_000 + 100 * time(20_000));
    }
  });
});
