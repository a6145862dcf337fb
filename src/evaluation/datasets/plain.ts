import type { DatasetRow } from '../types.ts';
import { type DatasetFormat, isObject, rowOf, sentenceList } from './format.ts';

/** One object a row: `question` and `docs` (or `documents`) of `title`, `sentences` and `supporting`. The format for data of one's own. */
export const plain: DatasetFormat = {
  name: 'plain',
  fields: '"question" and "docs" with "title", "sentences" and "supporting"',
  matches: (value) => 'question' in value && ('docs' in value || 'documents' in value),
  row: (value) => rowOf(value.id, value.question, value.answer, documentsOf(value.docs ?? value.documents)),
};

function documentsOf(docs: unknown): DatasetRow['documents'] | null {
  if (!Array.isArray(docs)) return null;
  const documents: DatasetRow['documents'] = [];
  for (const doc of docs as unknown[]) {
    if (!isObject(doc)) return null;
    const sentences = sentenceList(doc.sentences);
    if (typeof doc.title !== 'string' || sentences === null) return null;
    documents.push({ title: doc.title, sentences, supporting: doc.supporting === true });
  }
  return documents;
}
