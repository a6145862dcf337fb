import type { DocumentSignal } from '../features.ts';
import { bestQueryCosine } from '../query-cosines.ts';

/** 1 − best cosine between a sentence of the document and the query. In [0, 2]. */
export const documentQueryDistance: DocumentSignal = {
  name: 'document-query-distance',
  requires: ['query'],
  compute: (f, out) => {
    for (let i = 0; i < f.documentCount; i++) out[i] = 1 - bestQueryCosine(f, i);
  },
};
