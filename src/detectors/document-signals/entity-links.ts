import type { DocumentSignal } from '../features.ts';
import { rarestSharedWord } from '../shared-words.ts';

/** −largest idf among the document's entity words that another document has. ≤ 0. */
export const documentEntityLink: DocumentSignal = {
  name: 'document-entity-link',
  requires: ['text'],
  compute: (f, out) => {
    const documents = f.documents!;
    documents.forEach((document, i) => {
      const elsewhere = (word: number) => documents.some((other, j) => j !== i && other.words.has(word));
      out[i] = 0 - rarestSharedWord(document.entityWords, elsewhere, f.idf);
    });
  },
};

/** −largest idf among the document's entity words that the query has. ≤ 0. */
export const documentQueryEntityLink: DocumentSignal = {
  name: 'document-query-entity-link',
  requires: ['query', 'text'],
  compute: (f, out) => {
    const query = new Set(f.queryWords!);
    f.documents!.forEach((document, i) => {
      out[i] = 0 - rarestSharedWord(document.entityWords, (word) => query.has(word), f.idf);
    });
  },
};

/** −largest idf among the other documents' entity words that the document has. ≤ 0. */
export const documentEntityBacklink: DocumentSignal = {
  name: 'document-entity-backlink',
  requires: ['text'],
  compute: (f, out) => {
    const documents = f.documents!;
    documents.forEach((document, i) => {
      let largest = 0;
      documents.forEach((other, j) => {
        if (j === i) return;
        largest = Math.max(
          largest,
          rarestSharedWord(other.entityWords, (word) => document.words.has(word), f.idf),
        );
      });
      out[i] = 0 - largest;
    });
  },
};
