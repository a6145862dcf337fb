/** Bits of a character class. */
export const WORD = 1;
export const UPPER = 2;
export const SPACE = 4;
/** Characters besides letters, marks, digits and _ that do not end a word of a name: O'Neil, Jean-Luc, Smith. */
export const INNER = 8;

/** Two code units: a surrogate pair. */
export const WIDE = 16;

const KNOWN = 128;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u;
const UPPER_CHARACTER = /[\p{Lu}\p{Lt}]/u;
const SPACE_CHARACTER = /\s/;

/** Separators that Python's \s, the reference's, holds and JavaScript's does not. */
const CONTROL_SPACES = '\u001c\u001d\u001e\u001f\u0085';

/** Classes of the basic plane, each found once: a table look-up is several times faster than a Unicode regular expression. */
const table = new Uint8Array(0x10000);

function find(character: string): number {
  let bits = 0;
  if (WORD_CHARACTER.test(character)) bits |= WORD;
  if (UPPER_CHARACTER.test(character)) bits |= UPPER;
  if (SPACE_CHARACTER.test(character) || CONTROL_SPACES.includes(character)) bits |= SPACE;
  if ("'’.-".includes(character)) bits |= INNER;
  return bits;
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => find(String.fromCharCode(code)));

/** Class bits of the character that starts at code unit `at`. A lone surrogate has none. */
export function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 128) return ASCII[unit];
  if (unit >= 0xd800 && unit < 0xdc00) {
    const character = text.codePointAt(at)!;
    return find(String.fromCodePoint(character)) | (character > 0xffff ? WIDE : 0);
  }
  let bits = table[unit];
  if (bits === 0) {
    bits = find(String.fromCharCode(unit)) | KNOWN;
    table[unit] = bits;
  }
  return bits;
}

/** Code units of the character that starts at `at`: 2 for a surrogate pair, else 1. */
export function widthAt(text: string, at: number): 1 | 2 {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && text.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** The text with every run of white space as one space. */
export function singleSpaced(text: string): string {
  let out = '';
  for (const character of text) {
    if (!(classAt(character, 0) & SPACE)) out += character;
    else if (!out.endsWith(' ')) out += ' ';
  }
  return out;
}
