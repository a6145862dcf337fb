/** Bits of a character class. */
export const WORD = 1;
export const UPPER = 2;
export const SPACE = 4;
/** Characters besides letters, marks, digits and _ that do not end a word of a name: O'Neil, Jean-Luc, Smith. */
export const INNER = 8;
/** A combining mark, which may become one character with the one before it. */
export const MARK = 16;
/** Two code units: a surrogate pair. */
export const WIDE = 32;

/** In the table only: the class is not known yet, or depends on the next code unit. `classAt` is to be asked for both. */
const UNKNOWN = 64;
const HALF = 128;
export const UNSETTLED = UNKNOWN | HALF;

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u;
const UPPER_CHARACTER = /[\p{Lu}\p{Lt}]/u;
const MARK_CHARACTER = /\p{M}/u;
/** Separators that Python's \s, the reference's, holds and JavaScript's does not. */
const CONTROL_SPACES = '\u001c\u001d\u001e\u001f\u0085';
const SPACE_CHARACTER = new RegExp(`[\\s${CONTROL_SPACES}]`);
const SPACES = new RegExp(`${SPACE_CHARACTER.source}+`, 'g');

function find(character: string): number {
  let bits = 0;
  if (WORD_CHARACTER.test(character)) bits |= WORD;
  if (UPPER_CHARACTER.test(character)) bits |= UPPER;
  if (SPACE_CHARACTER.test(character)) bits |= SPACE;
  if ("'’.-".includes(character)) bits |= INNER;
  if (MARK_CHARACTER.test(character)) bits |= MARK;
  return bits;
}

/** Class bits by code unit, each found once: a look-up is several times faster than a Unicode regular expression. [65,536] */
export const CLASSES = new Uint8Array(0x10000).fill(UNKNOWN);
CLASSES.fill(HALF, 0xd800, 0xdc00);
for (let unit = 0; unit < 128; unit++) CLASSES[unit] = find(String.fromCharCode(unit));

/** Class bits of the character that starts at units[at], at < length. A lone surrogate has none. */
export function classAt(units: Uint16Array, length: number, at: number): number {
  const bits = CLASSES[units[at]];
  return bits & UNSETTLED ? settledClassAt(units, length, at) : bits;
}

function settledClassAt(units: Uint16Array, length: number, at: number): number {
  const unit = units[at];
  if (CLASSES[unit] === UNKNOWN) {
    CLASSES[unit] = find(String.fromCharCode(unit));
    return CLASSES[unit];
  }
  const low = at + 1 < length ? units[at + 1] : 0;
  return isLowSurrogate(low) ? find(String.fromCharCode(unit, low)) | WIDE : 0;
}

/** Class bits of the character that ends before `at`, a character's beginning; none at the beginning of the text. */
export function classBefore(units: Uint16Array, at: number): number {
  if (at === 0) return 0;
  const bits = CLASSES[units[at - 1]];
  if (bits !== 0 && !(bits & UNSETTLED)) return bits;
  const wide = at > 1 && isLowSurrogate(units[at - 1]) && CLASSES[units[at - 2]] === HALF;
  return classAt(units, at, wide ? at - 2 : at - 1);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** The text with every run of white space as one space. */
export function singleSpaced(text: string): string {
  return text.replace(SPACES, ' ');
}
