import { detached } from './detached.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Longest word, in characters, that has a record of its characters and subwords. */
export const LONGEST_PLAIN = 16;
/** Subwords that a record has room for. */
const RECORDED_SUBWORDS = 4;

/** 32-bit integers a record: flags, characters four to an integer, subwords two to one, and the text that it was last seen in. */
const RECORD = 8;
const CHARACTERS = 1;
const SUBWORDS = CHARACTERS + LONGEST_PLAIN / 4;
const SEEN = SUBWORDS + RECORDED_SUBWORDS / 2;

const STOP = 1;
const COUNT_SHIFT = 1;

/** Records that there is room for at first; twice as many slots as records. */
const FIRST_CAPACITY = 16_384;

/**
 * Words by number, from 1. *Plain* words, those of up to 16 lower-case ASCII letters and digits, are found from their packed
 * characters: no string is made, and no branch depends on a word's length, because mispredicted branches and memory outside the
 * processor's caches are what a look-up costs. All that is read of a word is in one record of 32 bytes, and records are numbered as
 * words are first met, which puts the frequent ones side by side. Other words are found by string. A number keeps its word; nothing is forgotten, so
 * whoever reads without end has to begin a new vocabulary from time to time.
 */
export class Vocabulary {
  /** Hash table of open addressing: number of a plain word, 0 for a free slot. */
  #slots = new Int32Array(2 * FIRST_CAPACITY);
  #records = new Int32Array((FIRST_CAPACITY + 1) * RECORD);
  #subwords = new Uint16Array(this.#records.buffer);
  readonly #words: string[] = [''];
  readonly #others = new Map<string, number>();
  /** Subwords of plain words that have more than a record has room for; it then has their place here. */
  readonly #manySubwords: ArrayLike<number>[] = [];
  readonly #subwordsOf: (word: string) => ArrayLike<number>;
  #text = 1;

  /** @param subwordsOf units of a plain word in an encoder's vocabulary, each < 65,536 */
  constructor(subwordsOf: (word: string) => ArrayLike<number> = () => []) {
    this.#subwordsOf = subwordsOf;
  }

  /** Number of words. */
  get size(): number {
    return this.#words.length - 1;
  }

  /** The word of a number in 1 … size. */
  word(number: number): string {
    return this.#words[number];
  }

  /** Number of a word as contentWords or wordTokens spell it; a new one where it has none. */
  numberOf(word: string): number {
    const packed = packedCharacters(word);
    if (packed !== null) return this.#findOne(packed, 0) || this.#learn(word, packed);
    const known = this.#others.get(word);
    if (known !== undefined) return known;
    const own = detached(word);
    const number = this.#add(own);
    this.#others.set(own, number);
    return number;
  }

  /**
   * Numbers of plain words, 0 for those not known. All words are looked up in one table before any is in the other, so that memory
   * answers to many look-ups at once.
   *
   * @param packed four integers a word: its characters, the first in the lowest byte, zeros behind the last. [≥ 4 · count]
   * @param numbers written. [≥ count]
   */
  find(packed: Int32Array, count: number, numbers: Int32Array): void {
    const slots = this.#slots;
    const records = this.#records;
    const mask = slots.length - 1;
    for (let i = 0, p = 0; i < count; i++, p += 4) {
      numbers[i] = slots[hashOf(packed[p], packed[p + 1], packed[p + 2], packed[p + 3]) & mask];
    }
    for (let i = 0, p = 0; i < count; i++, p += 4) {
      const r = numbers[i] * RECORD + CHARACTERS;
      // Record 0 is that of no word, and its characters are nobody's.
      const differs =
        (records[r] ^ packed[p]) |
        (records[r + 1] ^ packed[p + 1]) |
        (records[r + 2] ^ packed[p + 2]) |
        (records[r + 3] ^ packed[p + 3]);
      if (differs !== 0) numbers[i] = this.#findOne(packed, p);
    }
  }

  #findOne(packed: Int32Array, p: number): number {
    const slots = this.#slots;
    const records = this.#records;
    const mask = slots.length - 1;
    for (let at = hashOf(packed[p], packed[p + 1], packed[p + 2], packed[p + 3]) & mask; ; at = (at + 1) & mask) {
      const number = slots[at];
      const r = number * RECORD + CHARACTERS;
      const isSame =
        records[r] === packed[p] &&
        records[r + 1] === packed[p + 1] &&
        records[r + 2] === packed[p + 2] &&
        records[r + 3] === packed[p + 3];
      if (isSame || number === 0) return number;
    }
  }

  #learn(word: string, packed: Int32Array): number {
    const subwords = this.#subwordsOf(word);
    const number = this.#add(detached(word));
    const record = number * RECORD;
    this.#records[record] |= subwords.length << COUNT_SHIFT;
    this.#records.set(packed, record + CHARACTERS);
    if (subwords.length <= RECORDED_SUBWORDS) this.#subwords.set(subwords, 2 * (record + SUBWORDS));
    else this.#records[record + SUBWORDS] = this.#manySubwords.push(subwords) - 1;
    this.#place(number);
    return number;
  }

  /** Begins another text for `isNewContentWord`. */
  forgetSeen(): void {
    this.#text = (this.#text + 1) | 0;
    if (this.#text === 0) {
      // Numbers begin again, and those of long ago must not be taken for new ones.
      for (let number = 1; number <= this.size; number++) this.#records[number * RECORD + SEEN] = 0;
      this.#text = 1;
    }
  }

  /** 1 for a word that is no stop word and was not asked for in this text before, else 0. */
  isNewContentWord(number: number): number {
    const record = number * RECORD;
    const isSeen = this.#records[record + SEEN] === this.#text ? 1 : 0;
    this.#records[record + SEEN] = this.#text;
    return (1 - (this.#records[record] & STOP)) & (1 - isSeen);
  }

  /** Writes the subwords of a plain word to `into[count …]`, where two must have room, and returns the new count. */
  copySubwords(number: number, into: Int32Array, count: number): number {
    const first = 2 * (number * RECORD + SUBWORDS);
    const length = this.#records[number * RECORD] >> COUNT_SHIFT;
    // Most words are one or two: written without asking.
    into[count] = this.#subwords[first];
    into[count + 1] = this.#subwords[first + 1];
    if (length > 2) this.#copyFurther(number, length, into, count);
    return count + length;
  }

  #copyFurther(number: number, length: number, into: Int32Array, count: number): void {
    const record = number * RECORD + SUBWORDS;
    if (length <= RECORDED_SUBWORDS) {
      for (let i = 2; i < length; i++) into[count + i] = this.#subwords[2 * record + i];
    } else {
      const subwords = this.#manySubwords[this.#records[record]];
      for (let i = 0; i < length; i++) into[count + i] = subwords[i];
    }
  }

  #add(word: string): number {
    const number = this.#words.push(word) - 1;
    if ((number + 1) * RECORD > this.#records.length) this.#grow();
    this.#records[number * RECORD] = STOP_WORDS.has(word) ? STOP : 0;
    return number;
  }

  #grow(): void {
    const capacity = 2 * (this.#records.length / RECORD - 1);
    const records = new Int32Array((capacity + 1) * RECORD);
    records.set(this.#records);
    this.#records = records;
    this.#subwords = new Uint16Array(records.buffer);
    this.#slots = new Int32Array(2 * capacity);
    for (let number = 1; number < this.size; number++) {
      // A word found by string has no characters in its record.
      if (records[number * RECORD + CHARACTERS] !== 0) this.#place(number);
    }
  }

  #place(number: number): void {
    const slots = this.#slots;
    const i = number * RECORD + CHARACTERS;
    const mask = slots.length - 1;
    let at = hashOf(this.#records[i], this.#records[i + 1], this.#records[i + 2], this.#records[i + 3]) & mask;
    while (slots[at] !== 0) at = (at + 1) & mask;
    slots[at] = number;
  }
}

/** Multiplicative; the multipliers are odd and have nothing else in common. */
function hashOf(a: number, b: number, c: number, d: number): number {
  const sum = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d) ^ Math.imul(d, 0x27d4eb2f);
  return Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) ^ (sum >>> 12);
}

/** As `find` takes a word; null for one that is not plain. */
function packedCharacters(word: string): Int32Array | null {
  if (word.length === 0 || word.length > LONGEST_PLAIN) return null;
  const packed = new Int32Array(LONGEST_PLAIN / 4);
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57))) return null;
    packed[i >> 2] |= code << (8 * (i & 3));
  }
  return packed;
}
