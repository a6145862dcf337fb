const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const EMOJI_BEFORE = '(?<=\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)';
const EMOJI_AFTER = '(?=\\p{Extended_Pictographic})';
/** Invisible characters where they make one emoji of several, or choose its form; anywhere else they hide. */
const WITHIN_EMOJI = `${EMOJI_BEFORE}\\u200d${EMOJI_AFTER}|(?<=\\p{Emoji})[\\ufe0e\\ufe0f]`;
/**
 * C0, DEL and C1 controls; lone surrogates; line and paragraph separators; interlinear annotation; and everything that has no
 * look of its own: bidirectional and zero-width formatting, soft hyphens, fillers, variation selectors, tags.
 */
const CONTROL = new RegExp(
  `(?!${WITHIN_EMOJI})(?:\\p{Cc}|\\p{Cs}|[\\u2028\\u2029\\ufff9-\\ufffb]|\\p{Default_Ignorable_Code_Point})`,
  'gu',
);

const WIDE =
  /^(?:[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}]|(?![\uff61-\uff9f\uffa0-\uffdc])[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\u3000-\u303e\u30fb\u30fc\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6])/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/**
 * Text that cannot act on a terminal: control characters, among them the ESC of every escape sequence, and characters that
 * reorder or hide text become visible escapes.
 */
export function printable(text: string): string {
  return text.replace(CONTROL, (c) => {
    const code = c.codePointAt(0)!;
    if (c === '\n') return '\\n';
    if (c === '\t') return '\\t';
    if (c === '\r') return '\\r';
    return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/** Columns that printable text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for combining marks. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}

/** Text cut to at most `width` columns, with an ellipsis where something is missing. Reads no further than it has to. */
export function truncate(text: string, width: number): string {
  let taken = '';
  let used = 0;
  let cut = { text: '', width: 0 };
  for (const { segment } of graphemes.segment(text)) {
    const next = graphemeWidth(segment);
    if (used + next > width) return width < 1 ? '' : `${cut.text}…`;
    taken += segment;
    used += next;
    if (used <= width - 1) cut = { text: taken, width: used };
  }
  return taken;
}

/** Text in exactly `width` columns. */
export function padded(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const shown = truncate(text, width);
  const space = ' '.repeat(Math.max(0, width - displayWidth(shown)));
  return align === 'left' ? shown + space : space + shown;
}
