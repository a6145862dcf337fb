/** A stretch of text that would be invisible, or would reorder what surrounds it, with a label to show instead. */
export interface HiddenRun {
  label: string;
  name: string;
}

const HIDDEN =
  /[\u{E0000}-\u{E007F}]+|(?![\t\n\r])\p{Cc}|\p{Cs}|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

const NAMES: Readonly<Record<string, string>> = {
  '061C': 'Arabic letter mark',
  '200B': 'zero-width space',
  '200E': 'left-to-right mark',
  '200F': 'right-to-left mark',
  '2028': 'line separator',
  '2029': 'paragraph separator',
  '202A': 'left-to-right embedding',
  '202B': 'right-to-left embedding',
  '202C': 'pop directional formatting',
  '202D': 'left-to-right override',
  '202E': 'right-to-left override',
  '2060': 'word joiner',
  '2066': 'left-to-right isolate',
  '2067': 'right-to-left isolate',
  '2068': 'first strong isolate',
  '2069': 'pop directional isolate',
  FEFF: 'byte-order mark',
};

/**
 * Splits text into visible stretches and hidden runs. Hidden are control characters other than tab and line breaks,
 * bidirectional controls, zero-width spaces, lone surrogates and Unicode tag characters (which can carry whole
 * instructions that no reader sees; the label spells them out). Joiners stay: Persian, Hindi and emoji need them.
 */
export function splitHidden(text: string): (string | HiddenRun)[] {
  const pieces: (string | HiddenRun)[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push(describe(match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** The text with hidden runs replaced by their labels, for attributes and titles. */
export function revealHidden(text: string): string {
  return splitHidden(text)
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.label}]`))
    .join('');
}

function describe(run: string): HiddenRun {
  const first = run.codePointAt(0)!;
  if (first >= 0xe0000) {
    const spelled = Array.from(run, (c) => tagLetter(c.codePointAt(0)! - 0xe0000)).join('');
    return { label: `hidden tags: ${spelled}`, name: 'Unicode tag characters, invisible to readers' };
  }
  const hex = first.toString(16).toUpperCase().padStart(4, '0');
  return { label: `U+${hex}`, name: NAMES[hex] ?? (first >= 0xd800 && first <= 0xdfff ? 'lone surrogate' : 'control') };
}

function tagLetter(code: number): string {
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·';
}
