import { STOP_WORDS } from './stop-words.ts';

const UNICODE_WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LETTER = /\p{L}/u;
const CASED = /[\p{Lu}\p{Ll}\p{Lt}]/u;

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * Content words of a text, lower case, each once, in order of appearance: runs of letters, marks and digits without
 * stop words. Text is composed (NFC) first, so that é typed as one or as two code points is one word. Runs in scripts
 * without spaces (Han, kana, Thai, Lao, Khmer, Myanmar) count as overlapping pairs of characters, the usual index terms
 * where there is no dictionary.
 */
export function contentWords(text: string): Set<string> {
  const words = new Set<string>();
  const lower = text.toLowerCase();
  let start = -1;
  for (let i = 0; i <= lower.length; i++) {
    // Past the end charCodeAt gives NaN, which ends the last word.
    const code = lower.charCodeAt(i);
    if (code > 0x7f) return unicodeWords(text);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      const word = lower.slice(start, i);
      if (word.length > LONGEST_STOP_WORD || !STOP_WORDS.has(word)) words.add(word);
      start = -1;
    }
  }
  return words;
}

/**
 * Word tokens of a text, lower case, in order, each as often as it stands there: as contentWords, stop words kept.
 */
export function wordTokens(text: string): string[] {
  const lower = text.toLowerCase();
  const tokens: string[] = [];
  let start = -1;
  for (let i = 0; i <= lower.length; i++) {
    const code = lower.charCodeAt(i);
    if (code > 0x7f) return unicodeTokens(text);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      tokens.push(lower.slice(start, i));
      start = -1;
    }
  }
  return tokens;
}

const LONGEST_STOP_WORD = Math.max(...[...STOP_WORDS].map((word) => word.length));

function unicodeWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const run of text.normalize('NFC').toLowerCase().match(UNICODE_WORD) ?? []) {
    if (STOP_WORDS.has(run)) continue;
    if (run.search(UNSPACED) >= 0) addUnspaced(run, words);
    else words.add(run);
  }
  return words;
}

function addUnspaced(run: string, words: Set<string>): void {
  for (const spaced of run.split(UNSPACED)) if (spaced !== '' && !STOP_WORDS.has(spaced)) words.add(spaced);
  for (const unspaced of run.match(UNSPACED) ?? []) for (const pair of characterPairs(unspaced)) words.add(pair);
}

function unicodeTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const run of text.normalize('NFC').toLowerCase().match(UNICODE_WORD) ?? []) {
    let spacedFrom = 0;
    for (const { 0: unspaced, index } of run.matchAll(UNSPACED)) {
      if (index > spacedFrom) tokens.push(run.slice(spacedFrom, index));
      // Not spread into push: a long run would not fit on the stack.
      for (const pair of characterPairs(unspaced)) tokens.push(pair);
      spacedFrom = index + unspaced.length;
    }
    if (spacedFrom < run.length) tokens.push(run.slice(spacedFrom));
  }
  return tokens;
}

/** Overlapping pairs of characters; a character that stands alone is its own term. */
function characterPairs(unspaced: string): string[] {
  const characters = [...unspaced];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => characters[i] + character);
}

/**
 * Whether a text has letters but none in upper, lower or title case: a script in which names cannot be told by their
 * capitals (Chinese, Arabic, Hindi, …), so that proper-noun extraction finds nothing there.
 */
export function caseless(text: string): boolean {
  return !CASED.test(text) && LETTER.test(text);
}
