/**
 * A set of words that are known to be distinct, in order. It is for the many sets that are only gone through: the table that
 * `has` needs, which is dear to make, is made when it is first asked for.
 */
export class WordList implements ReadonlySet<string> {
  readonly #words: readonly string[];
  #table: Set<string> | undefined;

  /** @param words each once */
  constructor(words: readonly string[]) {
    this.#words = words;
  }

  get size(): number {
    return this.#words.length;
  }

  has(word: string): boolean {
    this.#table ??= new Set(this.#words);
    return this.#table.has(word);
  }

  forEach(visit: (word: string, same: string, set: ReadonlySet<string>) => void): void {
    for (const word of this.#words) visit(word, word, this);
  }

  [Symbol.iterator](): SetIterator<string> {
    return this.#words.values();
  }

  keys(): SetIterator<string> {
    return this.#words.values();
  }

  values(): SetIterator<string> {
    return this.#words.values();
  }

  entries(): SetIterator<[string, string]> {
    return this.#words.map((word): [string, string] => [word, word]).values();
  }
}
