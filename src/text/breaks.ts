/**
 * Characters handed to Intl.Segmenter at a time. V8's segmenter does work in proportion to the whole text for every
 * segment, which is quadratic: 6 s for 100,000 line breaks in one go.
 */
const WINDOW = 512;

/**
 * What settles whether a full stop before it ends a sentence (UAX 29, rule SB8): anything else, such as digits, leaves it
 * open, since a lower-case letter may follow.
 */
const SETTLES = /[\p{L}\r\n\u0085\u2028\u2029.!?]/u;

/**
 * Where sentences begin, by the rules of `segmenter`: ascending, the first 0, none for an empty text. A run of blank lines
 * is one segment. Lazy, in linear time whatever the text is: each window starts at a break already found, its last
 * segment is left to the next window, since what follows may belong to it, and a window that had to be widened for a long
 * sentence gives one break only.
 */
export function* sentenceStarts(text: string, segmenter: Intl.Segmenter): Generator<number, void, undefined> {
  if (text === '') return;
  yield 0;
  let from = 0;
  let size = WINDOW;
  while (true) {
    if (size === WINDOW) {
      const blank = blankLinesEnd(text, from);
      if (blank === text.length) return;
      if (blank > from) {
        yield blank;
        from = blank;
      }
    }
    const window = text.slice(from, from + size);
    const last = from + size >= text.length;
    let next = 0;
    for (const { index, segment } of segmenter.segment(window)) {
      if (index === 0) continue;
      if (!last && index + segment.length === window.length && !SETTLES.test(segment)) break;
      next = index;
      yield from + index;
      if (size > WINDOW) break;
    }
    if (last && (next === 0 || size === WINDOW)) return;
    // Without a break the window is widened until the sentence's end is seen; doubling keeps the sum linear.
    from += next;
    size = next === 0 ? size * 2 : WINDOW;
  }
}

/** Where the blank lines that begin at `from` end; `from` where there are none. */
function blankLinesEnd(text: string, from: number): number {
  let end = from;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029) end = i + 1;
    else if (code !== 32 && code !== 9) break;
  }
  return end;
}
