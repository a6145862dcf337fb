/**
 * The part of BERT's uncased tokenizer that comes before WordPiece, for any Unicode text: control characters go, Chinese
 * characters stand alone, accents are stripped (NFD without nonspacing marks), letters become lower case one by one (no
 * final-sigma rule), and every punctuation mark is a word of its own.
 *
 * Source: Devlin et al. 2019, "BERT", with the character classes of bert-base-uncased's published tokenizer.
 */

/** Tab, line feed and return are spaces; the other control characters (form feed and NEL too) are removed. */
const SPACE = /[\t\n\r\p{Z}]/u;
const REMOVED = /[\ufffd\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u;
const NONSPACING_MARK = /\p{Mn}/u;
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u;

/** CJK ideograph blocks, as in the published tokenizer (kana and hangul are not among them). */
const IDEOGRAPHS: readonly (readonly [number, number])[] = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2b73f],
  [0x2b740, 0x2b81f],
  [0x2b920, 0x2ceaf],
  [0x2f800, 0x2fa1f],
];

function isIdeograph(codePoint: number): boolean {
  return codePoint >= 0x3400 && IDEOGRAPHS.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** Words and punctuation marks of a text, in order, lower-cased and without accents. */
export function basicTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const run of spacedRuns(text)) {
    let word = '';
    for (const character of run.normalize('NFD')) {
      if (NONSPACING_MARK.test(character)) continue;
      for (const lower of character.toLowerCase()) {
        if (PUNCTUATION.test(lower)) {
          if (word) tokens.push(word);
          tokens.push(lower);
          word = '';
        } else {
          word += lower;
        }
      }
    }
    if (word) tokens.push(word);
  }
  return tokens;
}

/** Runs between white space, without removed characters; an ideograph is a run of its own. */
function spacedRuns(text: string): string[] {
  const runs: string[] = [];
  let run = '';
  const close = () => {
    if (run) runs.push(run);
    run = '';
  };
  for (const character of text) {
    if (SPACE.test(character)) close();
    else if (isIdeograph(character.codePointAt(0) as number)) {
      close();
      runs.push(character);
    } else if (!REMOVED.test(character)) run += character;
  }
  close();
  return runs;
}
