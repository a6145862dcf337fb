/** Largest idf among the words for which `elsewhere` holds; 0 where there is none. */
export function rarestSharedWord(
  words: Iterable<string>,
  elsewhere: (word: string) => boolean,
  idf: (word: string) => number,
): number {
  let largest = 0;
  for (const word of words) {
    if (elsewhere(word)) largest = Math.max(largest, idf(word));
  }
  return largest;
}
