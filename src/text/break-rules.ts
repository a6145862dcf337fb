import { unitAt } from './code-units.ts';

/**
 * Sentence_Break classes (UAX 29, table 4; Sep, CR and LF end paragraphs; Extend and Format are one). In the body of a
 * sentence only those from ATERM on need a look.
 */
export const OTHER = 1;
export const LOWER = 2;
export const UPPER = 3;
export const OLETTER = 4;
export const NUMERIC = 5;
export const SCONTINUE = 6;
export const CLOSE = 7;
export const SP = 8;
export const EXTEND = 9;
export const ATERM = 10;
export const STERM = 11;
export const SEP = 12;
export const LF = 13;
export const CR = 14;
/** No class is known for certain. */
export const UNSURE = 15;
/** `classOf` is to be asked. */
export const UNKNOWN = 16;
/** Behind the text. */
const END = 17;

/** The class of a character; UNSURE where rules must not decide. */
export interface BreakClasses {
  /** By code unit; UNKNOWN where `classOf` is to be asked. [65,536] */
  readonly table: Uint8Array;
  classOf(code: number): number;
}

/**
 * Where the sentence that begins at `from` ends, by the rules SB3–SB11 and SB998 of UAX 29; −1 where a character of
 * unsure class is met first. `from` must be a sentence's beginning, because no rule looks behind one. Linear: what a full
 * stop looks ahead over holds no other one.
 */
export function sentenceEnd(text: string, from: number, classes: BreakClasses): number {
  const { table } = classes;
  const { length } = text;
  let at = from;
  for (;;) {
    at = bodyEnd(text, length, at, table);
    const found = classAt(text, length, at, classes);
    if (found < ATERM) {
      // It was not known before.
      at++;
      continue;
    }
    if (found === END) return length;
    if (found === UNSURE) return -1;
    if (found >= SEP) return paragraphEnd(text, length, at, found, classes);
    let next = skip(text, length, at + 1, EXTEND, EXTEND, classes);
    if (found === ATERM) {
      const follows = classAt(text, length, next, classes);
      // SB6 and SB7: 3.4 and U.S.
      if (follows === NUMERIC || (follows === UPPER && isLetterBefore(text, length, at, from, classes))) {
        at = next;
        continue;
      }
    }
    // SB9 and SB10
    next = skip(text, length, skip(text, length, next, CLOSE, EXTEND, classes), SP, EXTEND, classes);
    const follows = classAt(text, length, next, classes);
    if (follows === END) return length;
    if (follows === UNSURE) return -1;
    if (follows >= SEP) return paragraphEnd(text, length, next, follows, classes);
    // SB8a
    if (follows === SCONTINUE || follows === ATERM || follows === STERM) {
      at = next;
      continue;
    }
    if (found === STERM) return next;
    // SB8: a lower-case letter before any other letter or end goes on with the sentence.
    let ahead = next;
    let decides = follows;
    while (decides < ATERM && decides !== LOWER && decides !== UPPER && decides !== OLETTER) {
      decides = classAt(text, length, ++ahead, classes);
    }
    if (decides === UNSURE) return -1;
    if (decides !== LOWER) return next;
    at = ahead;
  }
}

/** Where something other than the body of a sentence stands, or something unknown, or the text ends. */
function bodyEnd(text: string, length: number, from: number, table: Uint8Array): number {
  const firstOther = ATERM;
  let at = from;
  while (at < length && table[unitAt(text, at)] < firstOther) at++;
  return at;
}

function classAt(text: string, length: number, at: number, classes: BreakClasses): number {
  if (at >= length) return END;
  const code = unitAt(text, at);
  const known = classes.table[code];
  return known === UNKNOWN ? classes.classOf(code) : known;
}

function skip(text: string, length: number, from: number, one: number, other: number, classes: BreakClasses): number {
  let at = from;
  for (let found = classAt(text, length, at, classes); found === one || found === other; )
    found = classAt(text, length, ++at, classes);
  return at;
}

/** SB3, SB4 */
function paragraphEnd(text: string, length: number, at: number, found: number, classes: BreakClasses): number {
  return found === CR && classAt(text, length, at + 1, classes) === LF ? at + 2 : at + 1;
}

function isLetterBefore(text: string, length: number, at: number, from: number, classes: BreakClasses): boolean {
  let before = at - 1;
  while (before >= from && classAt(text, length, before, classes) === EXTEND) before--;
  if (before < from) return false;
  const found = classAt(text, length, before, classes);
  return found === UPPER || found === LOWER;
}
