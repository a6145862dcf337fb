/** How contexts are laid out in a file: one JSON value for all of it, or one JSON object a line. */
export type Container = 'document' | 'lines';

/** Bytes from the first on that are looked at to tell the container. */
export const PROBE_BYTES = 64 * 1024;

/**
 * Tells the container from the beginning of the text: an array, `{"contexts": …` and an object that goes on over several
 * lines are one document; everything else is JSON Lines, a single line with one object among it.
 *
 * @param head the first PROBE_BYTES characters, or the whole text where it is shorter
 */
export function containerOf(head: string): Container {
  const text = head.trimStart();
  if (text.startsWith('[') || /^\{\s*"contexts"\s*:/.test(text)) return 'document';
  if (!text.startsWith('{')) return 'lines';
  const lineBreak = text.indexOf('\n');
  if (lineBreak === -1) return 'lines';
  const last = unfinishedEnd(text.slice(0, lineBreak));
  if (last === null) return 'lines';
  // After `[`, `,` or `:` an object may follow; otherwise a second line that opens one means that the first was cut off.
  return '[,:'.includes(last) || !text.slice(lineBreak).trimStart().startsWith('{') ? 'document' : 'lines';
}

/** The last character of a line that leaves brackets open and no string; null for any other line. */
function unfinishedEnd(line: string): string | null {
  let depth = 0;
  let last = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (quoted) {
      if (c === '\\') i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') depth--;
    if (c.trim() !== '') last = c;
  }
  return depth > 0 && !quoted ? last : null;
}
