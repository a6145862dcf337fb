import type { Signal } from '../features.ts';
import { bestQueryCosine } from '../query-cosines.ts';

/** 1 − min over documents of the best sentence–query cosine: the weakest document's relevance (docs/method.md). In [0, 2]. */
export const queryDistance: Signal = {
  name: 'query-distance',
  requires: ['query'],
  compute: (f) => {
    let weakest = Infinity;
    for (let i = 0; i < f.documentCount; i++) weakest = Math.min(weakest, bestQueryCosine(f, i));
    return 1 - weakest;
  },
};
