/**
 * Parts texts into batches of at most `count` texts and `characters` characters, a longer text alone. With `padded`, a
 * batch costs its longest text times its size, as in a transformer, and texts are sorted by length first.
 *
 * @returns indices into `texts`, each once
 */
export function batchesOf(
  texts: readonly string[],
  limits: { count: number; characters: number; padded: boolean },
): number[][] {
  const order = texts.map((_, i) => i);
  if (limits.padded) order.sort((a, b) => texts[a].length - texts[b].length || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  let cost = 0;
  for (const i of order) {
    const length = texts[i].length;
    // Sorted by length, the newest text is the longest.
    const grown = limits.padded ? length * (batch.length + 1) : cost + length;
    if (batch.length > 0 && (batch.length >= limits.count || grown > limits.characters)) {
      batches.push(batch);
      batch = [];
      cost = 0;
    }
    batch.push(i);
    cost += length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
