import { splitSentences } from '../../text/index.ts';
import type { DatasetRow } from '../types.ts';
import { type DatasetFormat, isObject, rowOf } from './format.ts';

/**
 * MuSiQue (Trivedi et al. 2022): `paragraphs` of `title`, `paragraph_text` and `is_supporting`, split into sentences by this
 * package's rules. Questions of the full set that are marked as unanswerable have lost a supporting paragraph and are no
 * benign multi-hop context.
 */
export const musique: DatasetFormat = {
  name: 'MuSiQue',
  fields: '"question" and "paragraphs"',
  matches: (value) => 'question' in value && 'paragraphs' in value,
  row(value) {
    if (value.answerable === false) return 'marked as unanswerable';
    return rowOf(value.id, value.question, value.answer, documentsOf(value.paragraphs));
  },
};

function documentsOf(paragraphs: unknown): DatasetRow['documents'] | null {
  if (!Array.isArray(paragraphs)) return null;
  const documents: DatasetRow['documents'] = [];
  for (const paragraph of paragraphs as unknown[]) {
    if (!isObject(paragraph)) return null;
    const { title, paragraph_text: text, is_supporting: supporting } = paragraph;
    if (typeof title !== 'string' || typeof text !== 'string') return null;
    documents.push({ title, sentences: splitSentences(text).sentences, supporting: supporting === true });
  }
  return documents;
}
