/** Lists of words one behind the other, in arrays that are kept for the next context: list i is words[starts[i]] … words[starts[i + 1] − 1]. */
export class WordLists {
  words = new Int32Array(0);
  starts = new Int32Array(1);
  #lists = 0;

  /** Forgets all lists, and makes room for so many lists and words. */
  clear(lists: number, words: number): void {
    if (this.words.length < words) this.words = new Int32Array(2 * words);
    if (this.starts.length <= lists) this.starts = new Int32Array(2 * lists + 1);
    this.#lists = 0;
  }

  /** Number of words in all lists. */
  get end(): number {
    return this.starts[this.#lists];
  }

  /** A copy of list i. */
  list(i: number): number[] {
    return copied(this.words, this.starts[i], this.starts[i + 1]);
  }

  /** Makes what was written behind the last list a list of its own. */
  close(end: number): void {
    this.starts[++this.#lists] = end;
  }
}

/** words[from … to). Not Array.from, which takes an iterator's steps and an object for each. */
export function copied(words: Int32Array, from: number, to: number): number[] {
  const copy: number[] = [];
  for (let i = from; i < to; i++) copy.push(words[i]);
  return copy;
}
