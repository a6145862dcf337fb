import type { Signal } from '../features.ts';
import { rarestSharedWord } from '../shared-words.ts';

/**
 * −min over documents of the largest idf among its entity words that the query or another document also has (docs/method.md). ≤ 0; 0 where a document shares no entity word with anything.
 */
export const entityLink: Signal = {
  name: 'entity-link',
  requires: ['query', 'text'],
  compute: (f) => {
    const documents = f.documents!;
    const query = new Set(f.queryWords!);
    let weakest = Infinity;
    for (let i = 0; i < documents.length; i++) {
      const elsewhere = (word: number) =>
        query.has(word) || documents.some((other, j) => j !== i && other.words.has(word));
      weakest = Math.min(weakest, rarestSharedWord(documents[i].entityWords, elsewhere, f.idf));
    }
    return weakest === 0 ? 0 : -weakest;
  },
};
