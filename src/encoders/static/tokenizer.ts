import { WordScanner } from '../../text/index.ts';
import { WordPiece } from './word-piece.ts';

/**
 * Text to rows of the token table. The reading itself is src/text's, so that whoever needs the words of a text too reads it
 * once (`scanner`).
 */
export class Tokenizer {
  readonly scanner: WordScanner;

  /** @param tokens the vocabulary; the row of a token is its index. */
  constructor(tokens: readonly string[]) {
    this.scanner = new WordScanner(new WordPiece(tokens));
  }

  /** Where `tokenize` writes; the next call overwrites it, and may replace the array. */
  get rows(): Int32Array {
    return this.scanner.subwords;
  }

  /** Writes the rows of the first `limit` UTF-16 units of a text into `rows` and returns how many they are. */
  tokenize(text: string, limit: number): number {
    return this.scanner.scanSubwords(text, limit);
  }
}
