import { unitAt } from './code-units.ts';
import { CLASS, LETTER, OTHER, SPACE } from './scan-classes.ts';
import { LONGEST_PLAIN } from './vocabulary.ts';

/** Characters of a text that are looked at before its words are looked up. */
export const SEGMENT = 2048;

/** MASKS[4 · length + i] keeps those characters of a word's i-th integer that are the word's. */
const MASKS = Int32Array.from({ length: 4 * (LONGEST_PLAIN + 1) }, (_, at) => {
  const characters = Math.max(0, Math.min(4, (at >> 2) - 4 * (at & 3)));
  return characters === 4 ? -1 : (1 << (8 * characters)) - 1;
});

/**
 * A part of a text as the word scanner sees it: where words begin and end, found without a branch a character. Holds one part at a time; its arrays are
 * kept for the next.
 */
export class Segment {
  /** Lower-case letters and digits, LETTER, marks with their highest bit, 0 for white space. */
  readonly bytes = new Uint8Array(SEGMENT + LONGEST_PLAIN);
  /** The UTF-16 units. */
  readonly units = new Uint16Array(SEGMENT);
  /** Where a word begins or ends, or a mark is; the end comes last. [eventCount + 1] */
  readonly events = new Int32Array(SEGMENT + 2);
  eventCount = 0;
  /** Whether it ends at a stretch that has to be taken as a whole. */
  isInterrupted = false;
  /** Characters of each word that was packed, four to an integer, four integers a word, as a vocabulary takes them. */
  readonly packed = new Int32Array(4 * SEGMENT);
  /** The event that begins each of them. */
  readonly #begins = new Int32Array(SEGMENT);
  readonly #view = new DataView(this.bytes.buffer);

  /**
   * Reads text from `from`, as far as there is room or to a character of no known class. Returns where the text goes on:
   * behind white space or at its end; at `from` itself where a stretch is longer than a segment.
   */
  read(text: string, from: number, end: number): number {
    const { bytes, units, events } = this;
    const classes = CLASS;
    const stop = Math.min(end - from, SEGMENT);
    let count = 0;
    let before = SPACE;
    let codes = 0;
    let i = 0;
    for (; i < stop; i++) {
      const code = unitAt(text, from + i);
      if (code >= classes.length) break;
      const found = classes[code];
      if (found === OTHER) break;
      units[i] = code;
      bytes[i] = found;
      codes |= code;
      events[count] = i;
      // A word's first character, the one behind its last, and every mark.
      count += (((found ^ before) >> 9) | (found >> 10)) & 1;
      before = found;
    }
    this.isInterrupted = i < stop;
    if (from + i < end) {
      // A stretch that is not all here is left out: what was read of it may change.
      while (i > 0 && bytes[i - 1] !== 0) i--;
      while (count > 0 && events[count - 1] >= i) count--;
    }
    bytes[i] = 0;
    events[count] = i;
    this.eventCount = count;
    if (codes > 127) this.#markLetters();
    return from + i;
  }

  /** Makes LETTER the first byte of every word that has one. */
  #markLetters(): void {
    const { bytes, events } = this;
    for (let e = 0; e < this.eventCount; e++) {
      const start = events[e];
      if (bytes[start] === 0 || bytes[start] > 127) continue;
      for (let i = start + 1; i < events[e + 1]; i++) if (bytes[i] === LETTER) bytes[start] = LETTER;
    }
  }

  /** Packs the plain words, and returns how many there are. */
  packWords(): number {
    const { bytes, events, eventCount, packed } = this;
    const view = this.#view;
    const begins = this.#begins;
    const masks = MASKS;
    let count = 0;
    for (let e = 0; e < eventCount; e++) {
      const start = events[e];
      const byte = bytes[start];
      const length = events[e + 1] - start;
      if (byte <= LETTER || byte > 127 || length > LONGEST_PLAIN) continue;
      const p = 4 * count;
      const mask = 4 * length;
      packed[p] = view.getInt32(start, true) & masks[mask];
      packed[p + 1] = view.getInt32(start + 4, true) & masks[mask + 1];
      packed[p + 2] = view.getInt32(start + 8, true) & masks[mask + 2];
      packed[p + 3] = view.getInt32(start + 12, true) & masks[mask + 3];
      begins[count++] = e;
    }
    return count;
  }

  /** The i-th word that was packed, in lower case. */
  packedWord(i: number): string {
    const e = this.#begins[i];
    return String.fromCharCode(...this.bytes.subarray(this.events[e], this.events[e + 1]));
  }
}
