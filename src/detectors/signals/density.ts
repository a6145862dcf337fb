import type { Signal } from '../features.ts';
import { graphMeasure, pairMeasure, weakestSpanningLink } from '../measures.ts';

/**
 * 1 − mean cosine over all pairs of sentences (paper section 5, graph baselines). In [0, 2].
 */
export const density: Signal = {
  name: 'density',
  requires: [],
  compute: (f) => 1 - graphMeasure(f, 'meanSimilarity'),
};

/** The same on every pair of documents, joined by the weakest spanning link (docs/method.md). */
export const pairwiseDensity: Signal = {
  name: 'pairwise-density',
  requires: [],
  compute: (f) => 1 - weakestSpanningLink(f, (_i, _j, pair) => pairMeasure(f, pair, 'meanSimilarity')),
};
