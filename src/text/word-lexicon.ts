/** Words of more characters or subwords are not remembered. */
export const LONGEST_WORD = 16;
const MOST_SUBWORDS = 6;

/** Words remembered; the oldest is forgotten for a new one. */
const CAPACITY = 65_536;

/** Hash table of open addressing: a word is in one of WINDOW slots from the one that its hash picks. */
const SLOTS = 131_072;
const WINDOW = 8;

/**
 * A slot holds the number of a record, from 1, and those bits of the hash that do not pick slots. 0 is a slot that was never
 * used, behind which a search need not go on; record 0 is no word's.
 */
const NUMBER_MASK = 0x1ffff;
const FREED = NUMBER_MASK + 1;

/** 32-bit integers a record: where its slot is and flags; characters, four to an integer; subwords, two to one. */
const RECORD = 8;
const CHARACTERS = 1;
const SUBWORDS = CHARACTERS + LONGEST_WORD / 4;

const SLOT_MASK = SLOTS - 1;
const STOP_SHIFT = 17;
const COUNT_SHIFT = 18;

/**
 * What is known of lower-case ASCII words, found from their packed characters: no string is made, and no branch depends on a
 * word's length, because mispredicted branches and memory outside the processor's caches are what a look-up costs. Records
 * are numbered as words are first met, which puts the frequent ones side by side. Bounded: 65,536 words, about 6 MB when full.
 */
export class WordLexicon {
  readonly #slots = new Int32Array(SLOTS);
  readonly #records = new Int32Array((CAPACITY + 1) * RECORD);
  readonly #subwords = new Uint16Array(this.#records.buffer);
  readonly #words: string[] = [''];
  #newest = 0;
  /** In which text each word was last seen. */
  readonly #seen = new Int32Array(CAPACITY + 1);
  #text = 1;

  /** Number of words. */
  get size(): number {
    return this.#words.length - 1;
  }

  /**
   * Number of a word's record, valid until the next `remember`; 0 for a word that is not known. A word is given as four
   * integers of its characters, the first in the lowest byte, zeros behind the last.
   */
  find(a: number, b: number, c: number, d: number): number {
    const records = this.#records;
    const hash = hashOf(a, b, c, d);
    const tag = hash & ~NUMBER_MASK;
    for (let at = hash & SLOT_MASK, tries = WINDOW; tries > 0; at = (at + 1) & SLOT_MASK, tries--) {
      const slot = this.#slots[at];
      if (slot === 0) return 0;
      if ((slot & ~NUMBER_MASK) !== tag) continue;
      const number = slot & NUMBER_MASK;
      const i = number * RECORD + CHARACTERS;
      if (((records[i] ^ a) | (records[i + 1] ^ b) | (records[i + 2] ^ c) | (records[i + 3] ^ d)) === 0) return number;
    }
    return 0;
  }

  /** Number of a new word's record; 0 for a word that is not taken, because it is too long. */
  remember(
    word: string,
    a: number,
    b: number,
    c: number,
    d: number,
    isStopWord: boolean,
    subwords: ArrayLike<number>,
  ): number {
    if (word.length > LONGEST_WORD || subwords.length > MOST_SUBWORDS) return 0;
    this.#newest = (this.#newest % CAPACITY) + 1;
    const number = this.#newest;
    const record = number * RECORD;
    if (number < this.#words.length) {
      const former = this.#records[record] & SLOT_MASK;
      // Where no slot of a window was free, another word has taken it over.
      if ((this.#slots[former] & NUMBER_MASK) === number) this.#slots[former] = FREED;
    }
    const hash = hashOf(a, b, c, d);
    const at = this.#slotFor(hash & SLOT_MASK, number);
    this.#slots[at] = (hash & ~NUMBER_MASK) | number;
    this.#words[number] = word;
    this.#seen[number] = 0;
    this.#records.set([at | (isStopWord ? 1 << STOP_SHIFT : 0) | (subwords.length << COUNT_SHIFT), a, b, c, d], record);
    this.#subwords.set(subwords, 2 * (record + SUBWORDS));
    return number;
  }

  /** A slot of the window that holds no word, else one of a word that is forgotten. */
  #slotFor(first: number, number: number): number {
    for (let i = 0; i < WINDOW; i++) {
      const at = (first + i) & SLOT_MASK;
      if ((this.#slots[at] & NUMBER_MASK) === 0) return at;
    }
    return (first + (number % WINDOW)) & SLOT_MASK;
  }

  /** The word of a record: one string however often it is asked for. */
  word(number: number): string {
    return this.#words[number];
  }

  /** Begins another text for `isNewContentWord`. */
  forgetSeen(): void {
    this.#text = (this.#text + 1) | 0;
    if (this.#text === 0) {
      // Numbers begin again, and those of long ago must not be taken for new ones.
      this.#seen.fill(0);
      this.#text = 1;
    }
  }

  /** 1 for a word that is no stop word and was not asked for in this text before, else 0. */
  isNewContentWord(number: number): number {
    const isSeen = this.#seen[number] === this.#text ? 1 : 0;
    this.#seen[number] = this.#text;
    return (1 - ((this.#records[number * RECORD] >> STOP_SHIFT) & 1)) & (1 - isSeen);
  }

  /** Writes the subwords of a record to `into[count …]`, where two must have room, and returns the new count. */
  copySubwords(number: number, into: Int32Array, count: number): number {
    const first = 2 * (number * RECORD + SUBWORDS);
    const length = this.#records[number * RECORD] >> COUNT_SHIFT;
    // Most words are one or two: written without asking.
    into[count] = this.#subwords[first];
    into[count + 1] = this.#subwords[first + 1];
    for (let i = 2; i < length; i++) into[count + i] = this.#subwords[first + i];
    return count + length;
  }
}

/** Multiplicative; the multipliers are odd and have nothing else in common. */
function hashOf(a: number, b: number, c: number, d: number): number {
  const sum = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d) ^ Math.imul(d, 0x27d4eb2f);
  return Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) ^ (sum >>> 12);
}
