import type { Signal } from '../features.ts';

/**
 * Largest share of the query's content words that one sentence repeats (docs/method.md): catches documents stuffed with the
 * query. In [0, 1]; 0 for a query without content words.
 */
export const queryEcho: Signal = {
  name: 'query-echo',
  requires: ['query', 'text'],
  compute: (f) => {
    const query = new Set(f.queryWords!);
    let largest = 0;
    for (const document of f.documents!) {
      for (const { words } of document.sentences) {
        let shared = 0;
        for (const word of words) if (query.has(word)) shared++;
        largest = Math.max(largest, shared / Math.max(1, query.size));
      }
    }
    return largest;
  },
};
