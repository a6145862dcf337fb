import type { DocumentSignal } from '../features.ts';

/** 1 − idf-weighted share of the query's content words that the document has. In [0, 1]; 0 for a query without such words. */
export const documentQueryWords: DocumentSignal = {
  name: 'document-query-words',
  requires: ['query', 'text'],
  compute: (f, out) => {
    let total = 0;
    for (const word of f.queryWords!) total += f.idf(word);
    f.documents!.forEach((document, i) => {
      let shared = 0;
      for (const word of f.queryWords!) if (document.words.has(word)) shared += f.idf(word);
      out[i] = total > 0 ? 1 - shared / total : 0;
    });
  },
};
