import type { Signal } from '../features.ts';
import { graphMeasure, pairMeasure, weakestSpanningLink } from '../measures.ts';

/**
 * 1 − mean weight of the edges (paper section 5, graph baselines). 1 for a graph without edges.
 */
export const averageWeight: Signal = {
  name: 'average-weight',
  requires: [],
  compute: (f) => 1 - graphMeasure(f, 'meanWeight'),
};

/** The same on every pair of documents, joined by the weakest spanning link (docs/method.md). */
export const pairwiseAverageWeight: Signal = {
  name: 'pairwise-average-weight',
  requires: [],
  compute: (f) => 1 - weakestSpanningLink(f, (_i, _j, pair) => pairMeasure(f, pair, 'meanWeight')),
};
