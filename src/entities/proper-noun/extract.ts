import { classAt, INNER, SPACE, singleSpaced, UPPER, WIDE, WORD, widthAt } from './character-classes.ts';

/** Capitalized function words that begin sentences; stripped from the front of a name. */
const LEADING: ReadonlySet<string> = new Set(
  [
    'The A An',
    'This That These Those His Her Its Their I We You He She They It',
    'In On At By For From With As After Before During',
    'While When Where Who Which What Since Until Although However And But Or If',
    'Is Was Were Are Be There Both One Two Also',
  ]
    .join(' ')
    .split(' '),
);

const LONGEST_LEADING = Math.max(...[...LEADING].map((word) => word.length));

/**
 * Lower-case words that may stand between two capitalized words of one name, at most one at a time; by their first
 * character. [128]
 */
const PARTICLES: readonly (readonly string[])[] = Array.from({ length: 128 }, (_, code) =>
  ['of', 'the', 'de', 'la', 'van', 'von', 'and', '&'].filter((particle) => particle.charCodeAt(0) === code),
);

/**
 * Proper-noun spans of a sentence: capitalized words (any script with case), joined across white space and single
 * particles, without leading function words, a possessive ’s and punctuation at the ends; lower case, each once, in order
 * of appearance. For ASCII text exactly the spans of the design's reference expression; written as a scanner because it
 * is on the hot path and takes time in proportion to the text whatever the text is.
 */
export function properNouns(sentence: string): string[] {
  const names = new Set<string>();
  let at = 0;
  let insideWord = false;
  while (at < sentence.length) {
    const bits = classAt(sentence, at);
    if (bits & UPPER && !insideWord) {
      at = span(sentence, at, names);
      insideWord = false;
    } else {
      insideWord = (bits & WORD) !== 0;
      at += bits & WIDE ? 2 : 1;
    }
  }
  return [...names];
}

/** Reads the span that starts at `start`, adds its name, and returns where it ends. */
function span(text: string, start: number, names: Set<string>): number {
  let wordStart = start;
  let end = skip(text, start, WORD | INNER);
  // Where the name starts once leading function words are gone; -1 while every word so far was one.
  let nameStart = -1;
  let plainSpaces = true;
  for (;;) {
    if (nameStart < 0 && !isLeading(text, wordStart, end)) nameStart = wordStart;
    const gap = skip(text, end, SPACE);
    if (gap === end) break;
    const next = continuation(text, gap);
    if (next < 0) break;
    // The particle, where there is one, is a word of its own and never a leading one.
    if (nameStart < 0 && next > gap) nameStart = gap;
    plainSpaces &&= gap === end + 1 && text.charCodeAt(end) === 32 && isSingleSpaced(text, gap, next);
    wordStart = next;
    end = skip(text, next, WORD | INNER);
  }
  if (nameStart >= 0) addName(text, nameStart, end, plainSpaces, names);
  return end;
}

function isLeading(text: string, start: number, end: number): boolean {
  return end - start <= LONGEST_LEADING && LEADING.has(text.slice(start, end));
}

/** Where the next capitalized word starts, at `at` or behind one particle and white space; -1 where the span ends. */
function continuation(text: string, at: number): number {
  if (at >= text.length) return -1;
  if (classAt(text, at) & UPPER) return at;
  const code = text.charCodeAt(at);
  if (code > 127 || PARTICLES[code].length === 0) return -1;
  const particle = PARTICLES[code].find((p) => text.startsWith(p, at));
  if (particle === undefined) return -1;
  const next = skip(text, at + particle.length, SPACE);
  return next < text.length && classAt(text, next) & UPPER ? next : -1;
}

/** Whether at most one white space, a plain one, stands before `next`, the particle between them having none. */
function isSingleSpaced(text: string, gap: number, next: number): boolean {
  if (next === gap) return true;
  return !(classAt(text, next - 1) & SPACE) || (text.charCodeAt(next - 1) === 32 && !(classAt(text, next - 2) & SPACE));
}

function skip(text: string, at: number, bits: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const found = classAt(text, end);
    if (!(found & bits)) break;
    if (found & WIDE) end++;
  }
  return end;
}

const NON_ASCII = /[\u0080-\uffff]/;

function addName(text: string, start: number, spanEnd: number, plainSpaces: boolean, names: Set<string>): void {
  let end = spanEnd;
  while (end > start && isEdgePunctuation(text.charCodeAt(end - 1))) end--;
  let name = text.slice(start, end).toLowerCase();
  if (!plainSpaces) name = singleSpaced(name);
  if (NON_ASCII.test(name)) name = name.normalize('NFC');
  if (name.endsWith("'s") || name.endsWith('’s')) name = name.slice(0, -2);
  if (name.length > widthAt(name, 0)) names.add(name);
}

/** . ' - ’ */
function isEdgePunctuation(code: number): boolean {
  return code === 46 || code === 39 || code === 45 || code === 0x2019;
}
