import type { Signal } from '../features.ts';
import { graphMeasure, pairMeasure, weakestSpanningLink } from '../measures.ts';

/** 1 − min(λ₂, 1) of the normalized Laplacian of the whole similarity graph (paper section 4, spectral gap). In [0, 1]. */
export const spectralGap: Signal = {
  name: 'spectral-gap',
  requires: [],
  compute: (f) => 1 - Math.min(graphMeasure(f, 'lambda2'), 1),
};

/** The same on every pair of documents, joined by the weakest spanning link (docs/method.md). In [0, 1]. */
export const pairwiseSpectralGap: Signal = {
  name: 'pairwise-spectral-gap',
  requires: [],
  compute: (f) => 1 - weakestSpanningLink(f, (_i, _j, pair) => Math.min(pairMeasure(f, pair, 'lambda2'), 1)),
};
