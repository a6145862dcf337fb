import type { ContextWords } from './context-words.ts';
import type { Windows } from './windows.ts';
import { WordLists } from './word-lists.ts';

/** What is known of a word of a window: it is linked, and it links the window by a name; see WindowRelations. */
export const LINKED = 1;
export const LINKS_BY_NAME = 2;

/**
 * Words of each window, each once: those of its sentences, then those of the document's title, which are words and names of each of its
 * windows. By their places in ContextWords, one context at a time.
 */
export class WindowWords {
  readonly lists = new WordLists();
  /** Behind the last word of each window's sentences. [windows] */
  textEnds = new Int32Array(0);
  /** LINKED and LINKS_BY_NAME of each word in `lists`. */
  flags = new Uint8Array(0);
  /** Turn in which each word was last taken. */
  #taken = new Int32Array(0);
  #turn = 0;

  /** @param ofSentences the content words or the entity words of each sentence */
  read(windows: Windows, ofSentences: WordLists, { titles, numbers }: ContextWords): void {
    const { starts } = ofSentences;
    let most = 0;
    for (let w = 0; w < windows.count; w++) {
      const d = windows.document[w];
      most += starts[windows.to[w]] - starts[windows.from[w]] + titles.starts[d + 1] - titles.starts[d];
    }
    // One more, for a last word that was taken before.
    this.lists.clear(windows.count, most + 1);
    if (this.textEnds.length < windows.count) this.textEnds = new Int32Array(2 * windows.count);
    if (this.flags.length < most) this.flags = new Uint8Array(2 * most);
    if (this.#taken.length < numbers.length || this.#turn + windows.count > 0x7fffffff) {
      this.#taken = new Int32Array(numbers.length);
      this.#turn = 0;
    }
    for (let w = 0; w < windows.count; w++) {
      const d = windows.document[w];
      this.#turn++;
      const textEnd = this.#take(ofSentences.words, starts[windows.from[w]], starts[windows.to[w]], this.lists.end);
      this.textEnds[w] = textEnd;
      this.lists.close(this.#take(titles.words, titles.starts[d], titles.starts[d + 1], textEnd));
    }
  }

  /** Writes those words from[start … end − 1] that were not taken in this turn to `at` and behind; returns where they end. */
  #take(from: Int32Array, start: number, end: number, at: number): number {
    const into = this.lists.words;
    const taken = this.#taken;
    const turn = this.#turn;
    for (let i = start; i < end; i++) {
      const word = from[i];
      // Overwritten by the next one where it was taken before; turns grow.
      into[at] = word;
      at += (taken[word] - turn) >>> 31;
      taken[word] = turn;
    }
    return at;
  }
}
