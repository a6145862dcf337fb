import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STOP_WORDS, Vocabulary } from '../../src/text/index.ts';

describe('Vocabulary', () => {
  /** Four integers of the characters of each word. */
  const packedOf = (words: readonly string[]) => {
    const bytes = new Uint8Array(16 * words.length);
    words.forEach((word, i) => {
      bytes.set(new TextEncoder().encode(word), 16 * i);
    });
    return new Int32Array(bytes.buffer);
  };

  it('finds many words at once, those it knows among others, while it grows', () => {
    const vocabulary = new Vocabulary();
    // Words of one length that differ in one character at a time, so that many hashes are near each other.
    const word = (i: number) => `${'a'.repeat(i % 11)}${i.toString(36).padStart(5, 'z')}`;
    const learned: string[] = [];
    for (let round = 0; round < 8; round++) {
      const words = Array.from({ length: 5_000 }, (_, i) => word(5_000 * round + i));
      const numbers = new Int32Array(words.length);
      vocabulary.find(packedOf(words), words.length, numbers);
      expect(numbers.every((number) => number === 0)).toBe(true);
      for (const w of words) expect(vocabulary.numberOf(w)).toBe(learned.push(w));
    }
    const asked = learned.flatMap((w, i) => (i % 3 === 0 ? [w, `${w}9`] : [w]));
    const numbers = new Int32Array(asked.length + 1).fill(-1);
    vocabulary.find(packedOf(asked), asked.length, numbers);
    expect(numbers[asked.length]).toBe(-1);
    const places = new Map(learned.map((w, i) => [w, i + 1]));
    asked.forEach((w, i) => {
      expect(numbers[i]).toBe(places.get(w) ?? 0);
    });
    expect(vocabulary.size).toBe(40_000);
    expect(vocabulary.word(12_345)).toBe(word(12_344));
  });

  it('gives any word one number', () => {
    const vocabulary = new Vocabulary((word) => new Array(word.length % 7).fill(1));
    const numbers = new Map<string, number>();
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abyz019'), minLength: 1, maxLength: 18 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
    );
    fc.assert(
      fc.property(word, (w) => {
        const number = vocabulary.numberOf(w);
        expect(number).toBe(numbers.get(w) ?? vocabulary.size);
        numbers.set(w, number);
        expect(vocabulary.word(number)).toBe(w);
      }),
      { numRuns: 3_000 },
    );
    expect(vocabulary.size).toBe(numbers.size);
    for (const [w, number] of numbers) expect(vocabulary.numberOf(w)).toBe(number);
  });

  it('tells a content word that is new in a text', () => {
    const vocabulary = new Vocabulary();
    const [sea, cafe, the] = ['sea', 'café', 'the'].map((word) => vocabulary.numberOf(word));
    expect(STOP_WORDS.has('the')).toBe(true);
    for (let text = 0; text < 3; text++) {
      expect([sea, sea, cafe, cafe, the].map((number) => vocabulary.isNewContentWord(number))).toEqual([1, 0, 1, 0, 0]);
      vocabulary.forgetSeen();
    }
  });

  it('keeps the subwords of a word, few or many', () => {
    const vocabulary = new Vocabulary((word) => Array.from(word, (_, i) => 65_535 - i));
    const into = new Int32Array(24);
    const words = Array.from({ length: 17 }, (_, length) => 'abcdefghijklmnop'.slice(0, length)).slice(1);
    for (const word of [...words, ...words.reverse()]) {
      const count = vocabulary.copySubwords(vocabulary.numberOf(word), into, 2);
      expect([...into.subarray(2, count)]).toEqual(Array.from(word, (_, i) => 65_535 - i));
    }
  });
});
