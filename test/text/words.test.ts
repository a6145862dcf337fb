import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedText, caseless, contentWords, STOP_WORDS, wellFormed, wordTokens } from '../../src/text/index.ts';

const words = (text: string) => [...contentWords(text)];

describe('contentWords', () => {
  it('lower-cases, drops stop words, keeps order, gives each once', () => {
    expect(words("The Engine of the ship's ENGINE-room, built in 1912, and more")).toEqual([
      'engine',
      'ship',
      's',
      'room',
      'built',
      '1912',
    ]);
    expect(words('')).toEqual([]);
    expect(words('Who was he?')).toEqual([]);
  });

  it('has the 92 stop words of the reference', () => {
    expect(STOP_WORDS.size).toBe(92);
    for (const word of ['a', 'between', 'nor', 'two', 'whom', 'can', 'very']) expect(STOP_WORDS.has(word)).toBe(true);
    for (const word of ['three', 'no', 'must', 'because', 'being']) expect(STOP_WORDS.has(word)).toBe(false);
  });

  it('keeps letters of every script, with their marks, however they are composed', () => {
    expect(words('Café CAFE\u0301 Straße')).toEqual(['café', 'straße']);
    expect(words('Старый мост')).toEqual(['старый', 'мост']);
    expect(words('हिन्दी भाषा')).toEqual(['हिन्दी', 'भाषा']);
    expect(words('𐐀𐐁 deseret')).toEqual(['𐐨𐐩', 'deseret']);
  });

  it('takes pairs of characters in scripts without spaces', () => {
    expect(words('图书馆')).toEqual(['图书', '书馆']);
    expect(words('山')).toEqual(['山']);
    expect(words('iPhone手机 on')).toEqual(['iphone', '手机']);
    expect(words('图书馆里').filter((w) => contentWords('大图书馆').has(w))).toEqual(['图书', '书馆']);
  });

  it('for ASCII equals the plain definition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), (text) => {
        const plain = new Set((text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((w) => !STOP_WORDS.has(w)));
        expect(contentWords(text)).toEqual(plain);
      }),
    );
  });

  it('finds the same words in ASCII text when something else follows it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 100 }), (text) => {
        expect(words(`${text} é`)).toEqual([...words(text), 'é']);
      }),
    );
  });
});

describe('wordTokens', () => {
  it('keeps order, repetitions and stop words', () => {
    expect(wordTokens("The Engine of the ship's ENGINE-room")).toEqual([
      'the',
      'engine',
      'of',
      'the',
      'ship',
      's',
      'engine',
      'room',
    ]);
    expect(wordTokens('')).toEqual([]);
    expect(wordTokens('… — !')).toEqual([]);
    expect(wordTokens('Der CAFE\u0301 in Wien, der')).toEqual(['der', 'café', 'in', 'wien', 'der']);
  });

  it('gives pairs of characters of unspaced scripts where they stand', () => {
    expect(wordTokens('iPhone手机壳X 山')).toEqual(['iphone', '手机', '机壳', 'x', '山']);
  });

  it('without stop words is what contentWords holds', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'aZ9 .,-éÉ山手ไทยкК\u0301İßΣς'), fc.string({ unit: 'grapheme', maxLength: 1 })),
      maxLength: 80,
    });
    fc.assert(
      fc.property(text, (sentence) => {
        const kept = wordTokens(sentence).filter((word) => !STOP_WORDS.has(word));
        expect(new Set(kept)).toEqual(new Set([...contentWords(sentence)].filter((word) => !STOP_WORDS.has(word))));
      }),
    );
  });
});

describe('caseless', () => {
  it('is true only for texts with letters none of which has case', () => {
    expect(caseless('这座图书馆')).toBe(true);
    expect(caseless('مكتبة 12')).toBe(true);
    expect(caseless('这座 library')).toBe(false);
    expect(caseless('мост')).toBe(false);
    expect(caseless('12:30 …')).toBe(false);
    expect(caseless('')).toBe(false);
  });
});

describe('wellFormed and boundedText', () => {
  it('replaces halves of pairs and leaves pairs alone', () => {
    expect(wellFormed('a😀b')).toBe('a😀b');
    expect(wellFormed('\udc00a\ud800')).toBe('\ufffda\ufffd');
    expect(boundedText('a😀b', 2)).toBe('a');
    expect(boundedText('a😀b', 3)).toBe('a😀');
    expect(boundedText('abc', 9)).toBe('abc');
  });

  it('gives text that survives UTF-8, within the bound', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 20 }), (text, max) => {
        const bounded = boundedText(text, max);
        expect(bounded.length).toBeLessThanOrEqual(max);
        expect(new TextDecoder().decode(new TextEncoder().encode(bounded))).toBe(bounded.replace(/^\ufeff/, ''));
      }),
    );
  });
});
