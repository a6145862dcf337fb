import { unitAt } from './code-units.ts';

/**
 * Sentence breaks that Unicode's rules (UAX 29) place and a reader would not: after titles, initials and abbreviations
 * before a capital, inside dialogue, and at hard-wrapped lines.
 */

/** Abbreviations that are followed by a name or another word of the same sentence, without their last full stop. */
const ABBREVIATIONS = new Set(
  (
    'Mr Mrs Ms Mx Dr Drs Prof Rev Fr Hon Pres Gov Sen Rep Gen Col Maj Capt Cmdr Cdr Lt Sgt Cpl Adm Msgr Mgr Mme Mlle Hr Herr ' +
    'St Ste Mt Ft vs cf viz Inc Corp Ltd Co Bros Jr Sr Ph.D Dept Univ Assn al bzw Abb Nr Bd Sra Srta'
  ).split(' '),
);

/** Abbreviations that belong to a number after them. */
const BEFORE_NUMBER = new Set(
  (
    'No Nos no nos Nr Vol vol Vols p pp P Pp Fig fig Figs figs Sec sec Ch ch Art art Eq eq c ca approx ' +
    'Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec'
  ).split(' '),
);

/** Bit n of [last letter & 31]: an abbreviation of n letters ends in it. [32] */
const ABBREVIATION_LENGTHS = new Uint32Array(32);
let longestAbbreviation = 0;
for (const word of [...ABBREVIATIONS, ...BEFORE_NUMBER]) {
  ABBREVIATION_LENGTHS[word.charCodeAt(word.length - 1) & 31] |= 1 << word.length;
  longestAbbreviation = Math.max(longestAbbreviation, word.length);
}

/** Capitalized words that start a sentence far more often than they follow an abbreviation inside one. */
const OPENERS = new Set(
  (
    'The A An This That These Those He She It They We You I His Her Its Their Our My In On At As By For From With After Before ' +
    'During While When Where Who What Which How Why But And Or If However There Then Since Until Although Though Also Both Many ' +
    'Most Some One Two Another Such So Yet Today Later'
  ).split(' '),
);

/** One letter or more, each with its full stop: J., U.S., e.g., z.B. */
const INITIALS = /^(?:\p{L}\p{M}*\.)+$/u;
const NEVER_INITIALS = new Set(['a.m.', 'p.m.', 'A.M.', 'P.M.']);

/** Characters looked at on either side of a break; the longest abbreviation above is far shorter. */
const LOOK = 64;
const FULL_STOP = 46;
/** ( [ { " ' */
const OPENING = [40, 91, 123, 34, 39];
const LAST_WORD = /[^\s([{"'“‘«„]+$/u;
const FIRST_WORD = /^["'“‘«„([]*([\p{L}\p{N}][\p{L}\p{M}\p{N}]*)(\.?)/u;
const CLOSED_QUOTE = /[!?…]["'”’»]$/u;
const LOWER = /^\p{Ll}/u;
const DIGIT = /^\p{N}/u;
const LINE_BREAK = /[\r\n\u0085\u2028\u2029]/;
const SINGLE_LINE_BREAK = /^[^\S\r\n]*(?:\r\n|\n|\r)[^\S\r\n]*$/;
const TERMINATED = /[.!?…:;。！？।]["'”’»)\]]*$/u;

/**
 * Whether the break at `at` is false, so that what stands before and after it is one sentence.
 *
 * @param start where the sentence before the break begins
 * @param end where the segment after the break ends
 */
export function isFalseBreak(text: string, start: number, at: number, end: number): boolean {
  const before = text.slice(Math.max(start, at - LOOK), at).trimEnd();
  const following = text.slice(at, Math.min(end, at + LOOK));
  const after = following.trimStart();
  if (before === '' || after === '') return false;
  if (LOWER.test(after)) {
    const gap = text.slice(Math.max(start, at - LOOK) + before.length, at + following.length - after.length);
    // “Really?” she asked.   or   a line that was wrapped in mid-sentence
    if (!LINE_BREAK.test(gap)) return CLOSED_QUOTE.test(before);
    return SINGLE_LINE_BREAK.test(gap) && !TERMINATED.test(before);
  }
  return before.endsWith('.') && endsInAbbreviation(before, after);
}

/**
 * Whether a break is seen at a glance not to be false, as most are: at plain spaces before anything in ASCII but a lower-case
 * letter, and behind another mark than a full stop, or a word that is neither an abbreviation nor initials.
 *
 * @param at inside the text, as is `start`
 */
export function isPlainBreak(text: string, start: number, at: number): boolean {
  const after = unitAt(text, at);
  if (after <= 32 || after >= 127 || isLower(after)) return false;
  let end = at;
  while (end > start && unitAt(text, end - 1) === 32) end--;
  // The rules look no further back than LOOK.
  if (end === start || at - end > LOOK / 2) return false;
  const mark = unitAt(text, end - 1);
  return mark === FULL_STOP ? isPlainWordEnd(text, start, end - 1) : mark > 32 && mark < 127;
}

/** Whether no abbreviation ends at `end`, as far as that can be said of ASCII at a glance. */
function isPlainWordEnd(text: string, start: number, end: number): boolean {
  let from = end;
  while (from > start && isLetter(unitAt(text, from - 1))) from--;
  const length = end - from;
  if (from > start) {
    const before = unitAt(text, from - 1);
    if (before === FULL_STOP || before > 127) return false;
    // Abbreviations end in letters, and hold nothing but letters and full stops.
    if (length === 0 || !(before <= 32 || OPENING.includes(before))) return true;
  }
  if (length < 2) return false;
  if (length > longestAbbreviation) return true;
  if (((ABBREVIATION_LENGTHS[unitAt(text, end - 1) & 31] >> length) & 1) === 0) return true;
  const word = text.slice(from, end);
  return !ABBREVIATIONS.has(word) && !BEFORE_NUMBER.has(word);
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isLetter(code: number): boolean {
  return isLower(code | 32);
}

function endsInAbbreviation(before: string, after: string): boolean {
  const word = LAST_WORD.exec(before.slice(-24))?.[0] ?? '';
  const [, first, stop] = FIRST_WORD.exec(after) ?? [];
  if (first === undefined) return false;
  const stem = word.slice(0, -1);
  if (DIGIT.test(first)) return BEFORE_NUMBER.has(stem);
  // An opener of one letter with a full stop of its own is an initial: J. A. Smith.
  if (OPENERS.has(first) && !(first.length === 1 && stop === '.')) return false;
  if (ABBREVIATIONS.has(stem)) return true;
  if (!INITIALS.test(word) || NEVER_INITIALS.has(word)) return false;
  // “World War I. Germany …” against “I. M. Pei”
  return word !== 'I.' || word.length === before.length;
}
