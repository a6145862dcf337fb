/** Classes of characters, with the byte that stands for one in a segment. */
export const SPACE = 0x100;
export const WORD = 0x200;
export const MARK = 0x400;
export const OTHER = 0x800;

/**
 * Punctuation beyond ASCII that is read as marks of ASCII are: no rule changes it, or joins it to what stands beside it. Its bytes are those
 * that ASCII's marks, which have their code with the highest bit, leave free.
 */
export const FURTHER_MARKS = '‐‑‒–—―‘’‚“”„†‡•…′″‹›«»¡¿·§¶';
export const FURTHER_MARK_BYTES = 0x80;

/** The byte of every letter beyond ASCII. */
export const LETTER = 1;

/**
 * Whether a character beyond ASCII is a letter of its own wherever it stands: it has case, and no rule makes it anything but one letter. Of Greek that
 * is not true (final sigma), and other scripts are rarer than the look-ups are dear.
 */
function isLetter(character: string): boolean {
  const lower = character.toLowerCase();
  return (
    /^[\p{Lu}\p{Ll}]$/u.test(character) &&
    /^[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(character) &&
    [character, lower].every((c) => c.normalize('NFC') === c) &&
    lower.normalize('NFD').replace(/\p{Mn}/gu, '').length === 1
  );
}

/** By code, as far as the last mark. */
export const CLASS = Uint16Array.from({ length: 0x2040 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9A-Za-z]/.test(character)) return WORD | character.toLowerCase().charCodeAt(0);
  if (isLetter(character)) return WORD | LETTER;
  if (/[\t\n\r ]/.test(character)) return SPACE;
  if (/[!-/:-@[-`{-~]/.test(character)) return MARK | 0x80 | code;
  const further = FURTHER_MARKS.indexOf(character);
  return further >= 0 ? MARK | (FURTHER_MARK_BYTES + further) : OTHER;
});

/** Whether white space ends a stretch here. */
export function isSpace(code: number): boolean {
  return code < 128 && CLASS[code] === SPACE;
}
