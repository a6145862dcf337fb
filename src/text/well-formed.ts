const LONE_SURROGATE = /\p{Cs}/gu;

/** The engine's own check (ES2024), where it has one: a look at most texts instead of a search. */
const { isWellFormed } = String.prototype as { isWellFormed?: (this: string) => boolean };

/** The text with every half of a broken surrogate pair replaced by U+FFFD, as encoders and JSON writers require. */
export function wellFormed(text: string): string {
  if (isWellFormed?.call(text)) return text;
  return text.replace(LONE_SURROGATE, '\uFFFD');
}

/** The largest cut position ≤ `at` that does not lie inside a surrogate pair. */
export function cutPosition(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before < 0xdc00 ? at - 1 : at;
}

/** The text up to `max` code units, cut between characters and without lone surrogates. */
export function boundedText(text: string, max: number): string {
  return wellFormed(text.length > max ? text.slice(0, cutPosition(text, max)) : text);
}
