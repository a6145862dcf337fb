import type { DocumentSignal } from '../features.ts';

/** 1 − largest sentence–sentence cosine to another document. In [0, 2]. */
export const documentNearestDistance: DocumentSignal = {
  name: 'document-nearest-distance',
  requires: [],
  compute: (f, out) => {
    const m = f.documentCount;
    for (let i = 0; i < m; i++) {
      let best = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < m; j++) if (j !== i) best = Math.max(best, f.relations.bestCosine[i * m + j]);
      out[i] = 1 - best;
    }
  },
};
