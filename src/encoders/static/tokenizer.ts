import { AsciiWordCache } from './ascii-word-cache.ts';
import { BoundedCache } from './bounded-cache.ts';
import { WordPiece } from './word-piece.ts';

/** Stretches with other than ASCII characters that are remembered, and the longest such. */
const CACHED_STRETCHES = 8192;
const LONGEST_CACHED = 64;

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
/** Lower-case code of each ASCII letter and digit, 0 for every other ASCII character. */
const LOWER = Uint8Array.from(ASCII, (c) => (/[0-9A-Za-z]/.test(c) ? c.toLowerCase().charCodeAt(0) : 0));
const SPACE = Uint8Array.from(ASCII, (c) => (/[\t\n\r ]/.test(c) ? 1 : 0));
const PUNCTUATION = Uint8Array.from(ASCII, (c) => (/[!-/:-@[-`{-~]/.test(c) ? 1 : 0));

/**
 * Text to rows of the token table. ASCII text is scanned in place; a stretch between spaces that holds any other
 * character, or a control character, is normalized as a whole (basic-tokenizer.ts), which gives the same tokens as
 * normalizing the whole text because no rule reaches across white space.
 */
export class Tokenizer {
  readonly #wordPiece: WordPiece;
  readonly #marks: Int32Array;
  readonly #words = new AsciiWordCache();
  readonly #stretches = new BoundedCache<Int32Array>(CACHED_STRETCHES);
  #rows = new Int32Array(256);

  /** @param tokens the vocabulary; the row of a token is its index. */
  constructor(tokens: readonly string[]) {
    this.#wordPiece = new WordPiece(tokens);
    this.#marks = Int32Array.from(ASCII, (c, code) => (PUNCTUATION[code] ? this.#wordPiece.rowOf(c) : -1));
  }

  /** Where `tokenize` writes; the next call overwrites it, and may replace the array. */
  get rows(): Int32Array {
    return this.#rows;
  }

  /** Writes the rows of the first `limit` UTF-16 units of a text into `rows` and returns how many they are. */
  tokenize(text: string, limit: number): number {
    const end = Math.min(text.length, limit);
    // Invariant: free rows ≥ characters left, as an ASCII character gives at most one token.
    let rows = this.#reserve(0, end);
    let count = 0;
    let at = 0;
    // The stretch since the last white space, and how many rows there were before it.
    let stretch = 0;
    let countBefore = 0;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code < 128 && LOWER[code] !== 0) {
        const start = at;
        let hash = FNV_OFFSET;
        for (let next = code; next < 128 && LOWER[next] !== 0; next = text.charCodeAt(at)) {
          hash = Math.imul(hash ^ LOWER[next], FNV_PRIME);
          if (++at >= end) break;
        }
        const recalled = this.#words.recall(text, start, at, hash, LOWER, rows, count);
        count = recalled >= 0 ? recalled : this.#learn(text.slice(start, at), hash, count);
      } else if (code < 128 && SPACE[code] !== 0) {
        stretch = ++at;
        countBefore = count;
      } else if (code < 128 && PUNCTUATION[code] !== 0) {
        const row = this.#marks[code];
        if (row >= 0) rows[count++] = row;
        at++;
      } else {
        // What was read of this stretch may change (a combining mark, a removed character): read all of it again.
        while (at < end && !(SPACE[text.charCodeAt(at)] === 1)) at++;
        const pieces = this.#stretch(text.slice(stretch, at));
        count = countBefore;
        // Decomposition may give more tokens than characters (hangul).
        rows = this.#reserve(count, pieces.length + end - at);
        for (let i = 0; i < pieces.length; i++) rows[count++] = pieces[i];
      }
    }
    return count;
  }

  #learn(asciiWord: string, hash: number, count: number): number {
    const word = asciiWord.toLowerCase();
    const pieces = this.#wordPiece.word(word);
    this.#words.remember(word, hash, pieces);
    this.#rows.set(pieces, count);
    return count + pieces.length;
  }

  #stretch(stretch: string): Int32Array {
    const known = this.#stretches.get(stretch);
    if (known !== undefined) return known;
    const pieces = this.#wordPiece.text(stretch);
    if (stretch.length <= LONGEST_CACHED) this.#stretches.set(detached(stretch), pieces);
    return pieces;
  }

  /** Room for `more` rows after the first `used`, which are kept. */
  #reserve(used: number, more: number): Int32Array {
    if (this.#rows.length < used + more) {
      const grown = new Int32Array(used + more);
      grown.set(this.#rows.subarray(0, used));
      this.#rows = grown;
    }
    return this.#rows;
  }
}

/** A copy, because a JavaScript engine may keep the whole text alive for a slice of it. */
function detached(slice: string): string {
  return String.fromCharCode(...Array.from({ length: slice.length }, (_, i) => slice.charCodeAt(i)));
}
