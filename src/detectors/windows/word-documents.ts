import type { ContextFeatures } from '../features.ts';
import type { WordLists } from './word-lists.ts';

const NONE = 0;
const SEVERAL = -1;

/** Which document has each word of a context; kept for the next context. */
export class WordDocuments {
  /** NONE, SEVERAL, or one more than the index of the only one that has it. [words of the context] */
  #holders = new Int32Array(0);

  /**
   * @param lists words of each sentence
   * @param count words of the context
   */
  read({ words, starts }: WordLists, count: number, { documentCount, offsets }: ContextFeatures): void {
    if (this.#holders.length < count) this.#holders = new Int32Array(2 * count);
    const holders = this.#holders;
    holders.fill(NONE, 0, count);
    for (let d = 0; d < documentCount; d++) {
      const end = starts[offsets[d + 1]];
      for (let i = starts[offsets[d]]; i < end; i++) {
        const holder = holders[words[i]];
        holders[words[i]] = holder === NONE || holder === d + 1 ? d + 1 : SEVERAL;
      }
    }
  }

  /** Whether another document than d has a word. */
  hasOther(word: number, d: number): boolean {
    const holder = this.#holders[word];
    return holder !== NONE && holder !== d + 1;
  }
}
