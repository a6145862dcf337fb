import { knnGraph, modularity as louvainModularity, submatrix } from '../../graph/index.ts';
import type { ContextFeatures, Signal } from '../features.ts';
import { weakestSpanningLink } from '../measures.ts';

/**
 * Newman's modularity Q of the partition that Louvain finds on the k-NN graph (paper section 4, modularity). Deterministic.
 * In [−1/2, 1]; 0 for a graph without edges.
 */
export const modularity: Signal = {
  name: 'modularity',
  requires: [],
  expensive: true,
  compute: (f) => louvainModularity(knnGraph(f.similarities, f.sentenceCount, f.k), f.sentenceCount),
};

/**
 * The same on every pair of documents (docs/method.md). A pair's link is 1 − Q, so that the weakest spanning link is the
 * most modular pair across the worst split; the signal is Q there.
 */
export const pairwiseModularity: Signal = {
  name: 'pairwise-modularity',
  requires: [],
  expensive: true,
  compute: (f) => 1 - weakestSpanningLink(f, (i, j) => 1 - pairModularity(f, i, j)),
};

function pairModularity(f: ContextFeatures, i: number, j: number): number {
  const rows: number[] = [];
  for (const d of [i, j]) for (let r = f.offsets[d]; r < f.offsets[d + 1]; r++) rows.push(r);
  const similarities = submatrix(f.similarities, f.sentenceCount, rows);
  return louvainModularity(knnGraph(similarities, rows.length, f.k), rows.length);
}
