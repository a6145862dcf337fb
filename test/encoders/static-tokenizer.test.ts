import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basicTokens } from '../../src/encoders/static/basic-tokenizer.ts';
import { parseTokenTable } from '../../src/encoders/static/format.ts';
import { Tokenizer } from '../../src/encoders/static/tokenizer.ts';
import { WordPiece } from '../../src/encoders/static/word-piece.ts';

const { tokens } = parseTokenTable(readFileSync(new URL('../../assets/static-encoder.bin', import.meta.url)));
const cases = JSON.parse(readFileSync(new URL('./fixtures/wordpiece-cases.json', import.meta.url), 'utf8')) as {
  text: string;
  tokens: string[];
}[];

function tokenize(tokenizer: Tokenizer, text: string, limit = Number.POSITIVE_INFINITY): string[] {
  const count = tokenizer.tokenize(text, limit);
  return Array.from(tokenizer.rows.subarray(0, count), (row) => tokens[row]);
}

describe('tokens of the static encoder', () => {
  const shared = new Tokenizer(tokens);
  it.each(cases)('are those of the bert-base-uncased tokenizer, unknown words left out: $text', ({ text, tokens }) => {
    const expected = tokens.filter((token) => token !== '[UNK]');
    expect(tokenize(shared, text)).toEqual(expected);
    // Again, now that every word is remembered.
    expect(tokenize(shared, text)).toEqual(expected);
  });

  it('are the same whether a text comes first or after any others', () => {
    const wordPiece = new WordPiece(tokens);
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc
        .array(
          fc.constantFrom('the', 'The', 'unhappiest', 'é', 'e\u0301', ' ', '-', '中', '🙂', '\ud800', '\u0000', 'Σ'),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (t) => {
        expect(tokenize(shared, t)).toEqual(Array.from(wordPiece.text(t), (row) => tokens[row]));
      }),
      { numRuns: 2000 },
    );
  });

  it('do not depend on what displaced what in the word cache', () => {
    const crowded = new Tokenizer(tokens);
    for (let i = 0; i < 100_000; i++) crowded.tokenize(`w${i.toString(36)}x`, 100);
    expect(tokenize(crowded, 'w0x tokenization of unbelievable words')).toEqual(
      tokenize(new Tokenizer(tokens), 'w0x tokenization of unbelievable words'),
    );
  });

  it('stop at the limit of characters', () => {
    expect(tokenize(shared, 'one two three', 5)).toEqual(['one', 't']);
    expect(tokenize(shared, 'caf\u00e9s open', 4)).toEqual(['cafe']);
    expect(tokenize(shared, 'x \ud83d\ude42 y', 3)).toEqual(['x']);
  });

  it('lone surrogates are removed like control characters', () => {
    expect(tokenize(shared, 'be\ud800low \udfff up')).toEqual(['below', 'up']);
  });

  it('hangul, which decomposes into more tokens than characters, finds room', () => {
    const text = `${'한'.repeat(60)} ${'가 '.repeat(500)}`;
    expect(tokenize(new Tokenizer(tokens), text)).toEqual(
      Array.from(new WordPiece(tokens).text(text), (row) => tokens[row]),
    );
  });
});

describe('basicTokens', () => {
  it('lowers letters one by one, without the final-sigma rule', () => {
    expect(basicTokens('ΣΑΣ')).toEqual(['σασ']);
  });

  it('joins over removed characters and splits at ideographs and marks', () => {
    expect(basicTokens('a\u200bb 中c!d')).toEqual(['ab', '中', 'c', '!', 'd']);
  });
});
