const SHORTEST = 4;
const LONGEST = 16;

/**
 * Class of a column that leaves room for the longest word in it, so that words break at their ends; only words longer
 * than any in use break inside.
 */
export function wordRoom(texts: readonly string[]): string {
  const longest = texts.reduce((most, text) => Math.max(most, ...text.split(/[\s-]+/).map((w) => w.length + 1)), 0);
  return `room-${Math.max(SHORTEST, Math.min(LONGEST, longest))}`;
}

/** Widths of these classes, in the width of a digit, with the room of the cell's padding. */
export const WORD_ROOM_STYLE = Array.from(
  { length: LONGEST - SHORTEST + 1 },
  (_, i) => `.room-${SHORTEST + i} { min-width: calc(${SHORTEST + i}ch + var(--cell-room, 20px)); }`,
).join('\n');
