import { perVocabulary } from './per-vocabulary.ts';

/** What a word has in the table, side by side so that a look-up reaches all of it at once: four integers, the last two of them its idf. */
export const CELL = 4;
/** The stamp of the last context that had a place for it, 0 where none had yet, and the place. */
export const STAMP = 0;
export const PLACE = 1;
/** Its idf among the table's doubles. */
export const CELL_DOUBLES = CELL / 2;
export const IDF = 1;

/**
 * Where the words of a vocabulary are in the context that is read, and their idf. A place holds under the stamp it was given with, so that nothing has
 * to be cleared for the next context.
 */
export class WordTable {
  /** [CELL × (size of the vocabulary + 1)] or more, as of the last `begin`. */
  cells = new Int32Array(0);
  /** The same as doubles. */
  doubles = new Float64Array(0);
  #stamp = 0;
  #idf: ((word: number) => number) | undefined;

  /**
   * Begins a context, and returns its stamp, which is in no cell.
   *
   * @param words size of the vocabulary
   * @param idf of a word; with another one than the last, all words count as never met
   */
  begin(words: number, idf: (word: number) => number): number {
    if (this.cells.length < CELL * (words + 1)) {
      const grown = new Int32Array(2 * CELL * (words + 1));
      grown.set(this.cells);
      this.cells = grown;
      this.doubles = new Float64Array(grown.buffer);
    }
    if (this.#idf !== idf || this.#stamp === 0x7fffffff) {
      this.cells.fill(0);
      this.#stamp = 0;
      this.#idf = idf;
    }
    return ++this.#stamp;
  }
}

export const wordTable = perVocabulary(() => new WordTable());
