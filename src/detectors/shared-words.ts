/** Largest idf among the words for which `elsewhere` holds; 0 where there is none. */
export function rarestSharedWord(
  words: Iterable<number>,
  elsewhere: (word: number) => boolean,
  idf: (word: number) => number,
): number {
  let largest = 0;
  for (const word of words) {
    if (elsewhere(word)) largest = Math.max(largest, idf(word));
  }
  return largest;
}
