import {
  ATERM,
  type BreakClasses,
  CLOSE,
  CR,
  EXTEND,
  LF,
  LOWER,
  NUMERIC,
  OLETTER,
  OTHER,
  SCONTINUE,
  SEP,
  SP,
  STERM,
  sentenceEnd,
  UNKNOWN,
  UNSURE,
  UPPER,
} from './break-rules.ts';

/**
 * Characters below this, which are those of the alphabetic scripts with general punctuation, may be learned; the others are
 * unsure. It bounds what learning can cost.
 */
const LEARNED = 0x2070;

/** Characters whose classes are taken for granted until the rules have been compared. */
const KNOWN: readonly (readonly [string, number])[] = [
  ['a', LOWER],
  ['A', UPPER],
  ['1', NUMERIC],
  ['.', ATERM],
  ['!', STERM],
  [')', CLOSE],
  [',', SCONTINUE],
  [' ', SP],
  ['\n', LF],
  ['\r', CR],
  ['#', OTHER],
  ['\u05d0', OLETTER],
  ['\u0301', EXTEND],
  ['\u2029', SEP],
];

/** Where the rules decide, over known characters: if the segmenter decides otherwise in one of them it has other rules. */
const RULES = [
  'a. A',
  'a. a',
  'a.A',
  '1.1',
  '\u05d0.A',
  'a\u0301.\u0301A',
  'a.) A',
  'a. )A',
  'a. 1a',
  'a. 1A',
  'a. #,)a',
  'a. \u05d0a',
  'a. ,A',
  'a!, a',
  'a! a',
  'a!\u0301) \u0301 A',
  'a.!.) A',
  'a! .A',
  'a.\r\nA',
  'a\r\n\n\u2029a',
  '\n\u0301.A',
  'a!)\u2029A',
  '. .a',
  'a.  1 1 ) a.',
];

/** Line breaks between the parts; with a character of each class for c, the breaks are never the same. */
const probe = (c: string): string =>
  `!${c}A\nA${c}A\n. ${c}a\n.${c}A\n. ${c}A\n${c}.A\n! ${c}A\n!${c})A\na${c}\nA\r${c}A`;

/** The classes that a segmenter itself gives characters, each found when it is first met. */
class LearnedClasses implements BreakClasses {
  readonly table = new Uint8Array(0x10000).fill(UNKNOWN, 0, LEARNED).fill(UNSURE, LEARNED);
  readonly #segmenter: Intl.Segmenter;
  readonly #classesByBreaks = new Map<string, number>();

  constructor(segmenter: Intl.Segmenter) {
    this.#segmenter = segmenter;
    for (const [character, found] of KNOWN) this.table[character.charCodeAt(0)] = found;
    for (const [character, found] of KNOWN) {
      this.#classesByBreaks.set(breaksByRules(probe(character), this).join(), found);
    }
  }

  /** Whether the segmenter breaks texts of known characters where the rules do. */
  agree(): boolean {
    if (this.#classesByBreaks.size !== KNOWN.length) return false;
    return [...RULES, ...KNOWN.map(([character]) => probe(character))].every(
      (text) => breaksByRules(text, this).join() === breaksBySegmenter(text, this.#segmenter).join(),
    );
  }

  classOf(code: number): number {
    if (this.table[code] === UNKNOWN) {
      const breaks = breaksBySegmenter(probe(String.fromCharCode(code)), this.#segmenter);
      this.table[code] = this.#classesByBreaks.get(breaks.join()) ?? UNSURE;
    }
    return this.table[code];
  }
}

/** Classes for a segmenter that follows the rules of UAX 29; null for one that does not, as some locales' may. */
export function learnedClasses(segmenter: Intl.Segmenter): BreakClasses | null {
  const classes = new LearnedClasses(segmenter);
  return classes.agree() ? classes : null;
}

function breaksByRules(text: string, classes: BreakClasses): number[] {
  const breaks: number[] = [];
  for (let at = 0; at < text.length; ) {
    at = sentenceEnd(text, at, classes);
    breaks.push(at);
  }
  return breaks;
}

function breaksBySegmenter(text: string, segmenter: Intl.Segmenter): number[] {
  return Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
}
