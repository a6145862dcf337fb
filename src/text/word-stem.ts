const SUFFIX = /(?:ing|ed|ers|er|ors|or|es|s|ions|ion|ians|ian|ese|ish|al|ly)$/;
const SHORT = 4;

/**
 * What a lower-case word shares with its inflections and near derivations, cut roughly: `builders` and `building` are `build`. For telling whether
 * two texts speak of the same thing, not for display. English suffixes; words of up to four letters stay as they are.
 */
export function wordStem(word: string): string {
  if (word.length <= SHORT) return word;
  const cut = word.replace(SUFFIX, '');
  return cut.length >= SHORT ? cut : word.slice(0, Math.max(SHORT, word.length - 1));
}
