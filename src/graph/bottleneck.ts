/**
 * Weakest edge of the maximum spanning tree of a complete weighted graph: over all splits in two, the smallest of the
 * strongest links across (docs/method.md, `pairwise-X`; the tree by Prim's algorithm).
 *
 * @param links [m × m], symmetric; the diagonal is not read
 * @returns ∞ for m < 2, where nothing can be split
 */
export function bottleneck(links: ArrayLike<number>, m: number): number {
  const outside = Array.from({ length: Math.max(0, m - 1) }, (_, j) => j + 1);
  const strongest = outside.map((j) => links[j]);
  let weakest = Number.POSITIVE_INFINITY;
  while (outside.length > 0) {
    let next = 0;
    for (let p = 1; p < outside.length; p++) if (strongest[p] > strongest[next]) next = p;
    const [node] = outside.splice(next, 1);
    const [link] = strongest.splice(next, 1);
    weakest = Math.min(weakest, link);
    for (let p = 0; p < outside.length; p++) strongest[p] = Math.max(strongest[p], links[node * m + outside[p]]);
  }
  // Which of two equal links is found first must not show: adding 0 turns −0 into 0.
  return weakest + 0;
}
