const WORD = /[\p{L}\p{M}\p{N}_]/u;
const UPPER = /[\p{Lu}\p{Lt}]/u;
const WORD_OR_INNER = /[\p{L}\p{M}\p{N}_'’.-]/u;
/** As Python's \s: with separators that JavaScript's lacks. */
const CONTROL_SPACES = '\u001c\u001d\u001e\u001f\u0085';
const SPACE = new RegExp(`[\\s${CONTROL_SPACES}]`, 'u');
const SPACES = new RegExp(`${SPACE.source}+`, 'gu');

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

/** Lower-case words that may stand between two capitalized words of one name, at most one at a time. */
const PARTICLES = ['of', 'the', 'de', 'la', 'van', 'von', 'and', '&'];

/**
 * properNouns without short cuts: proper-noun spans of a sentence: capitalized words (any script with case), joined across white space and single
 * particles, without leading function words, a possessive ’s and punctuation at the ends; lower case, each once, in order
 * of appearance. For ASCII text exactly the spans of the design's reference expression; written as a scanner because it
 * is on the hot path and takes time in proportion to the text whatever the text is.
 */
export function properNounsPlainly(sentence: string): string[] {
  const names = new Set<string>();
  let at = 0;
  let insideWord = false;
  while (at < sentence.length) {
    const character = characterAt(sentence, at);
    if (UPPER.test(character) && !insideWord) {
      at = span(sentence, at, names);
      insideWord = false;
    } else {
      insideWord = WORD.test(character);
      at += character.length;
    }
  }
  return [...names];
}

/** Reads the span that starts at `start`, adds its name, and returns where it ends. */
function span(text: string, start: number, names: Set<string>): number {
  let wordStart = start;
  let end = skip(text, start, WORD_OR_INNER);
  // Where the name starts once leading function words are gone; -1 while every word so far was one.
  let nameStart = -1;
  for (;;) {
    if (nameStart < 0 && !LEADING.has(text.slice(wordStart, end))) nameStart = wordStart;
    const gap = skip(text, end, SPACE);
    if (gap === end) break;
    const next = continuation(text, gap);
    if (next < 0) break;
    // The particle, where there is one, is a word of its own and never a leading one.
    if (nameStart < 0 && next > gap) nameStart = gap;
    wordStart = next;
    end = skip(text, next, WORD_OR_INNER);
  }
  if (nameStart >= 0) addName(text.slice(nameStart, end), names);
  return end;
}

/** Where the next capitalized word starts, at `at` or behind one particle and white space; -1 where the span ends. */
function continuation(text: string, at: number): number {
  if (at >= text.length) return -1;
  if (UPPER.test(characterAt(text, at))) return at;
  const particle = PARTICLES.find((p) => text.startsWith(p, at));
  if (particle === undefined) return -1;
  const next = skip(text, at + particle.length, SPACE);
  return next < text.length && UPPER.test(characterAt(text, next)) ? next : -1;
}

function skip(text: string, at: number, characters: RegExp): number {
  let end = at;
  while (end < text.length && characters.test(characterAt(text, end))) end += characterAt(text, end).length;
  return end;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!);
}

const EDGE_PUNCTUATION = ".'’-";
const POSSESSIVE = /['’]s$/;

function addName(raw: string, names: Set<string>): void {
  let end = raw.length;
  while (end > 0 && EDGE_PUNCTUATION.includes(raw[end - 1])) end--;
  const name = raw.slice(0, end).toLowerCase().replace(SPACES, ' ').normalize('NFC').replace(POSSESSIVE, '');
  if ([...name].length > 1) names.add(name);
}
