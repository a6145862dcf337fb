import type { Signal } from '../features.ts';
import { graphMeasure, pairMeasure, weakestSpanningLink } from '../measures.ts';

/**
 * 1 − φ(G), the smallest conductance over all cuts, by enumeration (docs/method.md), so that no solver can move it. In [0, 1].
 * NaN for more than 12 sentences.
 */
export const conductanceExact: Signal = {
  name: 'conductance-exact',
  requires: [],
  compute: (f) => 1 - graphMeasure(f, 'conductanceExact'),
};

/** The same on every pair of documents, joined by the weakest spanning link (docs/method.md). */
export const pairwiseConductanceExact: Signal = {
  name: 'pairwise-conductance-exact',
  requires: [],
  compute: (f) => 1 - weakestSpanningLink(f, (_i, _j, pair) => pairMeasure(f, pair, 'conductanceExact')),
};
