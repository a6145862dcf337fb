/** Slots of the hash table for each pair: most pairs that are looked for are not there, and a free slot says so. */
const SLOTS_PER_PAIR = 16;

/**
 * The different pairs of neighbouring words of a query; its one word where it has no pair. Words are numbers from 1. Holds one query at a
 * time, in arrays that are kept for the next one.
 */
export class QueryPairs {
  /** Different pairs, or 1 for one word. */
  count = 0;
  /** Hash table of open addressing with numbers of pairs, from 1. */
  #slots = new Int32Array(0);
  #mask = 0;
  /** The words of each pair, and the search that last found it. */
  #first = new Int32Array(0);
  #second = new Int32Array(0);
  #found = new Int32Array(0);
  #search = 0;
  #single = 0;

  read(tokens: readonly number[]): void {
    this.#begin(tokens.length);
    this.count = 0;
    for (let i = 1; i < tokens.length; i++) {
      const slot = this.#slotOf(tokens[i - 1], tokens[i]);
      if (this.#slots[slot] !== 0) continue;
      const pair = ++this.count;
      this.#slots[slot] = pair;
      this.#first[pair] = tokens[i - 1];
      this.#second[pair] = tokens[i];
      this.#found[pair] = 0;
    }
    this.#single = tokens.length === 1 ? tokens[0] : 0;
    if (tokens.length === 1) this.count = 1;
  }

  #begin(tokens: number): void {
    let size = SLOTS_PER_PAIR;
    while (size < SLOTS_PER_PAIR * tokens) size *= 2;
    if (this.#slots.length < size) {
      this.#slots = new Int32Array(size);
      this.#first = new Int32Array(size / SLOTS_PER_PAIR);
      this.#second = new Int32Array(size / SLOTS_PER_PAIR);
      this.#found = new Int32Array(size / SLOTS_PER_PAIR);
    }
    this.#slots.fill(0, 0, size);
    this.#mask = size - 1;
    this.#search = 0;
  }

  /** How many of them stand in a sentence. */
  countIn(tokens: readonly number[]): number {
    if (this.#single !== 0) return tokens.includes(this.#single) ? 1 : 0;
    const search = ++this.#search;
    let shared = 0;
    for (let i = 1; i < tokens.length; i++) {
      const pair = this.#slots[this.#slotOf(tokens[i - 1], tokens[i])];
      if (pair === 0 || this.#found[pair] === search) continue;
      this.#found[pair] = search;
      shared++;
    }
    return shared;
  }

  /** Where a pair is, or the free slot that says it is not there. */
  #slotOf(first: number, second: number): number {
    const slots = this.#slots;
    const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77);
    for (let slot = (hash ^ (hash >>> 15)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const pair = slots[slot];
      if (pair === 0 || (this.#first[pair] === first && this.#second[pair] === second)) return slot;
    }
  }
}
