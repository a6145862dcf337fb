/**
 * The UTF-16 code unit at `at`, which must be inside the text: one call outside it and the engine never again compiles this
 * in place. It is text.charCodeAt(at) without the look-up of a method, which is done anew for every unit, at several times
 * the price of the rest, once a place in the code has seen strings of more than a few kinds: whole texts, parts of texts and
 * constants, each with one or two bytes a unit. Reading `length` from a string costs as much there.
 */
export function unitAt(text: string, at: number): number {
  return String.prototype.charCodeAt.call(text, at);
}

/** Writes the code units of text[from … to) to the front of `units`; 0 ≤ from ≤ to ≤ text.length. */
export function copyUnits(text: string, from: number, to: number, units: Uint16Array): void {
  for (let at = from; at < to; at++) units[at - from] = String.prototype.charCodeAt.call(text, at);
}
