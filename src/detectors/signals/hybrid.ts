import type { Signal } from '../features.ts';
import { pairMeasure, weakestSpanningLink } from '../measures.ts';
import { entityLinkage, entityOverlap } from './entity-overlap.ts';
import { spectralGap } from './spectral-gap.ts';

/** α·spectral-gap + (1−α)·entity-overlap (paper section 4, λ₂ + Entity; α = 0.4 by default). In [0, 1]. */
export const hybrid: Signal = {
  name: 'hybrid',
  requires: ['text'],
  compute: (f) => f.alpha * spectralGap.compute(f) + (1 - f.alpha) * entityOverlap.compute(f),
};

/** The mix on every pair of documents, then the weakest spanning link of the mixed links (docs/method.md). In [0, 1]. */
export const pairwiseHybrid: Signal = {
  name: 'pairwise-hybrid',
  requires: ['text'],
  compute: (f) =>
    1 -
    weakestSpanningLink(
      f,
      (i, j, pair) => f.alpha * Math.min(pairMeasure(f, pair, 'lambda2'), 1) + (1 - f.alpha) * entityLinkage(f, i, j),
    ),
};
