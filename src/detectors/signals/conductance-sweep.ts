import type { Signal } from '../features.ts';
import { graphMeasure, pairMeasure, weakestSpanningLink } from '../measures.ts';

/**
 * 1 − φ of the best prefix cut of v₂/√d (docs/method.md; the sweep of Cheeger's inequality). In [0, 1].
 */
export const conductanceSweep: Signal = {
  name: 'conductance-sweep',
  requires: [],
  compute: (f) => 1 - graphMeasure(f, 'conductanceSweep'),
};

/** The same on every pair of documents, joined by the weakest spanning link (docs/method.md). */
export const pairwiseConductanceSweep: Signal = {
  name: 'pairwise-conductance-sweep',
  requires: [],
  compute: (f) => 1 - weakestSpanningLink(f, (_i, _j, pair) => pairMeasure(f, pair, 'conductanceSweep')),
};
