import {
  CLASSES,
  classAt,
  classBefore,
  INNER,
  MARK,
  SPACE,
  UNSETTLED,
  UPPER,
  WIDE,
  WORD,
} from './character-classes.ts';

/** Capitalized function words that begin sentences; stripped from the front of a name. */
const LEADING = [
  'The A An',
  'This That These Those His Her Its Their I We You He She They It',
  'In On At By For From With As After Before During',
  'While When Where Who Which What Since Until Although However And But Or If',
  'Is Was Were Are Be There Both One Two Also',
].flatMap((line) => line.split(' '));

/** Lower-case words that may stand between two capitalized words of one name, at most one at a time. */
const PARTICLES = ['of', 'the', 'de', 'la', 'van', 'von', 'and', '&'];

type Word = readonly number[];

/** Code units of words. [128], by first unit */
function byFirstUnit(words: readonly string[]): readonly (readonly Word[])[] {
  const found = Array.from({ length: 128 }, (): Word[] => []);
  for (const word of words) found[word.charCodeAt(0)].push(Array.from(word, (c) => c.charCodeAt(0)));
  return found;
}

const leading = byFirstUnit(LEADING);
/** Bit n: a leading word of n letters begins with the unit. [128] */
const leadingLengths = Uint16Array.from(leading, (words) => words.reduce((bits, word) => bits | (1 << word.length), 0));
const particles = byFirstUnit(PARTICLES);

/**
 * Finds the proper nouns of a sentence: capitalized words (any script with case), joined across white space and single
 * particles, without leading function words, punctuation at the ends, and a possessive ’s behind that. For ASCII text
 * exactly the spans of the design's reference expression (section 4); a scanner because it is on the hot path and takes time
 * in proportion to the text whatever the text is.
 *
 * @param units UTF-16 code units of the sentence. [≥ length]
 * @param spans receives the start and the end, exclusive, of one name after another, those of one character left out. Names
 *   have something between them, so that length + 2 entries are enough. [≥ length + 2]
 * @returns how many names there are
 */
export function properNounSpans(units: Uint16Array, length: number, spans: Int32Array): number {
  let count = 0;
  for (let at = nextCapital(units, length, 0); at < length; ) {
    const readTo = readSpan(units, length, at, spans, 2 * count);
    const start = spans[2 * count];
    if (start >= 0) {
      const end = nameEnd(units, start, readTo);
      if (!isOneCharacter(units, start, end)) {
        spans[2 * count + 1] = end;
        count++;
      }
    }
    at = nextCapital(units, length, readTo);
  }
  return count;
}

/** Where the next word begins that has a capital in front, from a character's beginning on; `length` where none does. */
function nextCapital(units: Uint16Array, length: number, from: number): number {
  const classes = CLASSES;
  const looked = UPPER | UNSETTLED;
  for (let at = from; at < length; at++) {
    if ((classes[units[at]] & looked) === 0) continue;
    const bits = classAt(units, length, at);
    if (bits & UPPER && !(classBefore(units, at) & WORD)) return at;
    if (bits & WIDE) at++;
  }
  return length;
}

/**
 * Reads the capitalized words that are joined to the one at `first`, and returns where they end. spans[slot] becomes the
 * beginning of the name: where leading function words are gone, −1 where every word is one.
 */
function readSpan(units: Uint16Array, length: number, first: number, spans: Int32Array, slot: number): number {
  let start = -1;
  let word = first;
  for (;;) {
    const end = skip(units, length, word, WORD | INNER);
    if (start < 0 && !isLeading(units, word, end)) start = word;
    const gap = skip(units, length, end, SPACE);
    const next = gap === end ? -1 : continuation(units, length, gap);
    if (next < 0) {
      spans[slot] = start;
      return end;
    }
    // The particle, where there is one, is a word of its own and never a leading one.
    if (start < 0 && next > gap) start = gap;
    word = next;
  }
}

function isLeading(units: Uint16Array, start: number, end: number): boolean {
  const unit = units[start];
  const length = end - start;
  if (unit > 127 || length > 15 || !((leadingLengths[unit] >> length) & 1)) return false;
  for (const word of leading[unit]) if (word.length === length && startsWith(units, end, start, word)) return true;
  return false;
}

/** Where the next capitalized word starts, at `at` or behind one particle and white space; -1 where the span ends. */
function continuation(units: Uint16Array, length: number, at: number): number {
  if (at >= length) return -1;
  if (classAt(units, length, at) & UPPER) return at;
  const unit = units[at];
  if (unit > 127) return -1;
  for (const particle of particles[unit]) {
    if (!startsWith(units, length, at, particle)) continue;
    const next = skip(units, length, at + particle.length, SPACE);
    return next < length && classAt(units, length, next) & UPPER ? next : -1;
  }
  return -1;
}

function startsWith(units: Uint16Array, length: number, at: number, word: Word): boolean {
  if (at + word.length > length) return false;
  for (let i = 0; i < word.length; i++) if (units[at + i] !== word[i]) return false;
  return true;
}

/** Where the characters of the classes of `bits` end that begin at `from`. */
function skip(units: Uint16Array, length: number, from: number, bits: number): number {
  const classes = CLASSES;
  let at = from;
  for (;;) {
    while (at < length && (classes[units[at]] & bits) !== 0) at++;
    if (at >= length) return length;
    // Where the table does not settle it.
    const found = classAt(units, length, at);
    if (!(found & bits)) return at;
    at += found & WIDE ? 2 : 1;
  }
}

/** The end of a name without punctuation and then a possessive ’s. */
function nameEnd(units: Uint16Array, start: number, spanEnd: number): number {
  let end = spanEnd;
  while (end > start && isEdgePunctuation(units[end - 1])) end--;
  return end - start > 2 && isPossessive(units, end, end - 2) ? end - 2 : end;
}

/** Whether ’s or 's, in upper or lower case, stands at `at`. */
export function isPossessive(units: Uint16Array, length: number, at: number): boolean {
  return at + 1 < length && (units[at] === 0x2019 || units[at] === 39) && (units[at + 1] | 32) === 115;
}

/** . ' - ’ */
function isEdgePunctuation(unit: number): boolean {
  return unit === 46 || unit === 39 || unit === 45 || unit === 0x2019;
}

/** More code units than one character can be composed of. */
const LONGER_THAN_COMPOSED = 32;

/** Whether a name is one character once it is lower case and composed. */
function isOneCharacter(units: Uint16Array, start: number, end: number): boolean {
  // As of almost every name.
  if (end - start > 1 && units[start + 1] < 128) return false;
  const second = start + (classAt(units, end, start) & WIDE ? 2 : 1);
  if (second >= end && units[start] < 128) return true;
  if (second < end && !(classAt(units, end, second) & MARK)) return false;
  if (end - start > LONGER_THAN_COMPOSED) return false;
  const [, ...rest] = String.fromCharCode(...units.subarray(start, end))
    .toLowerCase()
    .normalize('NFC');
  return rest.length === 0;
}
