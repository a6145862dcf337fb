import type { SubwordVocabulary } from '../../text/index.ts';
import { basicTokens } from './basic-tokenizer.ts';

/** Longest word, in code points, that is split into pieces; a longer one is unknown (as in bert-base-uncased). */
export const MAX_WORD_CODE_POINTS = 100;

const CONTINUATION = '##';

const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** WordPiece: greedy longest match from the left over a fixed vocabulary. */
export class WordPiece implements SubwordVocabulary {
  readonly marks: Int32Array;
  /** Tokens that may begin a word, and those that continue one (stored without `##`), each with its row. */
  readonly #initial = new Map<string, number>();
  readonly #continuing = new Map<string, number>();
  /** Longest token of either kind, in UTF-16 units: no longer candidate need be tried. */
  #longest = 0;

  /** @param tokens the vocabulary; the row of a token is its index. */
  constructor(tokens: readonly string[]) {
    for (let row = 0; row < tokens.length; row++) {
      const token = tokens[row];
      const continues = token.length > CONTINUATION.length && token.startsWith(CONTINUATION);
      const text = continues ? token.slice(CONTINUATION.length) : token;
      (continues ? this.#continuing : this.#initial).set(text, row);
      if (text.length > this.#longest) this.#longest = text.length;
    }
    this.marks = Int32Array.from({ length: 128 }, (_, code) => {
      const character = String.fromCharCode(code);
      return PUNCTUATION.test(character) ? (this.#initial.get(character) ?? -1) : -1;
    });
  }

  /** Rows of the pieces of any text, in order; a word that the vocabulary cannot spell contributes none. */
  text(text: string): Int32Array {
    const rows: number[] = [];
    for (const word of basicTokens(text)) this.#append(word, rows);
    return Int32Array.from(rows);
  }

  /** Rows of the pieces of one word that is lower case and without accents already. */
  word(word: string): Int32Array {
    const rows: number[] = [];
    this.#append(word, rows);
    return Int32Array.from(rows);
  }

  #append(word: string, rows: number[]): void {
    if (word.length > MAX_WORD_CODE_POINTS && codePoints(word) > MAX_WORD_CODE_POINTS) return;
    const before = rows.length;
    let start = 0;
    while (start < word.length) {
      const pieces = start === 0 ? this.#initial : this.#continuing;
      let end = Math.min(word.length, start + this.#longest);
      let row: number | undefined;
      for (; end > start; end--) {
        row = pieces.get(word.slice(start, end));
        if (row !== undefined) break;
      }
      if (row === undefined) {
        rows.length = before;
        return;
      }
      rows.push(row);
      start = end;
    }
  }
}

function codePoints(text: string): number {
  let n = 0;
  for (const _ of text) n++;
  return n;
}
