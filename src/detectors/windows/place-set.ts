import { copied } from './word-lists.ts';

/** A set of words by their places in ContextWords, in the order in which they were added. Its arrays are kept when it is emptied. */
export class PlaceSet {
  /** [count], with room for more. */
  words = new Int32Array(0);
  count = 0;
  /** Turn in which each place was last added. */
  #added = new Int32Array(0);
  #turn = 0;

  /** Empties it for words of the places 0 … places − 1. */
  clear(places: number): void {
    if (this.words.length < places || this.#turn === 0x7fffffff) {
      this.words = new Int32Array(2 * places);
      this.#added = new Int32Array(2 * places);
      this.#turn = 0;
    }
    this.#turn++;
    this.count = 0;
  }

  toArray(): number[] {
    return copied(this.words, 0, this.count);
  }

  add(word: number): void {
    if (this.#added[word] === this.#turn) return;
    this.#added[word] = this.#turn;
    this.words[this.count++] = word;
  }
}
