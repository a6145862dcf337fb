import type { Signal } from '../features.ts';
import { graphMeasure, pairMeasure, weakestSpanningLink } from '../measures.ts';

/**
 * 1 − φ(S) of the sign cut S = {i : v₂[i] ≥ 0} of the Fiedler vector (paper section 4, Fiedler conductance). In [0, 1]; 1 for a
 * disconnected graph. Not unique where λ₂ is a repeated eigenvalue; the result's `degenerate` says so.
 */
export const conductance: Signal = {
  name: 'conductance',
  requires: [],
  compute: (f) => 1 - graphMeasure(f, 'conductanceSign'),
};

/** The same on every pair of documents, joined by the weakest spanning link (docs/method.md). */
export const pairwiseConductance: Signal = {
  name: 'pairwise-conductance',
  requires: [],
  compute: (f) => 1 - weakestSpanningLink(f, (_i, _j, pair) => pairMeasure(f, pair, 'conductanceSign')),
};
