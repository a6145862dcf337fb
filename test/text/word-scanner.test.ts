import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTokenTable } from '../../src/encoders/static/format.ts';
import { WordPiece } from '../../src/encoders/static/word-piece.ts';
import { contentWords, type SubwordVocabulary, WordScanner, wordTokens } from '../../src/text/index.ts';
import { WordLexicon } from '../../src/text/word-lexicon.ts';
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
  return { tokens, words: [...words], subwords };
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
    const { tokens, words, subwords } = new WordScanner().scan('The Sea, the sea');
    expect({ tokens, words: [...words], subwords }).toEqual({
      tokens: ['the', 'sea', 'the', 'sea'],
      words: ['sea'],
      subwords: null,
    });
  });

  it('adds content words to a set', () => {
    const words = new Set(['old']);
    shared.addContentWords('the New Café', words);
    expect([...words]).toEqual(['old', 'new', 'café']);
  });

  it('gives one string for a word however often it is met', () => {
    const [first] = shared.scan('Repeated').tokens;
    const again = shared.scan('repeated').tokens[0];
    expect(again).toBe(first);
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
      words: { size: 3, hits: 3, misses: 3 },
      stretches: { size: 2, hits: 2, misses: 2 },
    });
  });

  it('holds a bounded number of words, and still finds them right, under a flood', () => {
    const scanner = new WordScanner(wordPiece);
    const flood = (from: number) => Array.from({ length: 1_000 }, (_, i) => `w${(from + i).toString(36)}`).join(' ');
    for (let i = 0; i < 200; i++) {
      scanner.scanSubwords(flood(1_000 * i), Number.POSITIVE_INFINITY);
      scanner.scanSubwords(flood(1_000 * i).replaceAll('w', 'ß'), Number.POSITIVE_INFINITY);
    }
    const { words, stretches } = scanner.statistics();
    expect(words.size).toBe(65_536);
    expect(stretches.size).toBeLessThanOrEqual(8_192);
    expect(words.misses).toBe(200_000);
    for (const from of [0, 100_000, 199_000]) expect(readOnce(scanner, flood(from))).toEqual(readThrice(flood(from)));
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

describe('WordLexicon', () => {
  it('keeps apart words that share a slot', () => {
    const lexicon = new WordLexicon();
    const numbers = Array.from({ length: 20_000 }, (_, i) => {
      // Words of one length that differ in one integer at a time, so that many hashes are near each other.
      const packed: [number, number, number, number] = [0x61616161, 0x61616161, 0x61616161, 0x61616161];
      packed[i % 4] += i << 8;
      return { packed, number: lexicon.remember(`word${i}`, ...packed, i % 2 === 0, [i % 65_536, 1]) };
    });
    let found = 0;
    numbers.forEach(({ packed, number }, i) => {
      const now = lexicon.find(...packed);
      if (now === 0) return;
      found++;
      expect(now).toBe(number);
      expect(lexicon.word(now)).toBe(`word${i}`);
      expect(lexicon.isNewContentWord(now)).toBe(i % 2);
      expect(lexicon.isNewContentWord(now)).toBe(0);
      const into = new Int32Array(4);
      expect(lexicon.copySubwords(now, into, 1)).toBe(3);
      expect([...into]).toEqual([0, i % 65_536, 1, 0]);
    });
    expect(found).toBeGreaterThan(19_900);
  });

  it('counts each content word once a text', () => {
    const lexicon = new WordLexicon();
    const number = lexicon.remember('sea', 1, 0, 0, 0, false, []);
    for (let text = 0; text < 3; text++) {
      expect(lexicon.isNewContentWord(number)).toBe(1);
      expect(lexicon.isNewContentWord(number)).toBe(0);
      lexicon.forgetSeen();
    }
  });

  it('does not take long words', () => {
    const lexicon = new WordLexicon();
    expect(lexicon.remember('a'.repeat(17), 1, 2, 3, 4, false, [])).toBe(0);
    expect(lexicon.remember('abc', 1, 0, 0, 0, false, [1, 2, 3, 4, 5, 6, 7])).toBe(0);
    expect(lexicon.size).toBe(0);
  });
});
