import type { Signal } from '../features.ts';
import { weakestSpanningLink } from '../measures.ts';

/** 1 − cosine of the documents' mean unit vectors, the weakest spanning link of more than two (docs/method.md). In [0, 2]. */
export const documentGap: Signal = {
  name: 'document-gap',
  requires: [],
  compute: (f) => 1 - weakestSpanningLink(f, (i, j) => f.relations.meanCosine[i * f.documentCount + j]),
};
