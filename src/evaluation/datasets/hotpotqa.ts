import type { DatasetRow } from '../types.ts';
import { type DatasetFormat, isObject, rowOf, sentenceList } from './format.ts';

/**
 * HotpotQA (distractor setting; Yang et al. 2018) and 2WikiMultihopQA (Ho et al. 2020), which share their layout. `context` is
 * a list of [title, sentences], `supporting_facts` one of [title, sentence number]; exports of them by column
 * (`{title: [...], sentences: [...]}`) are read too. A document supports where one of its sentences does.
 */
export const hotpotqa: DatasetFormat = {
  name: 'HotpotQA or 2WikiMultihopQA',
  fields: '"question", "context" and "supporting_facts"',
  matches: (value) => 'question' in value && 'context' in value && 'supporting_facts' in value,
  row(value) {
    const supporting = supportingTitles(value.supporting_facts);
    if (supporting === null) return 'supporting facts without titles';
    return rowOf(value._id ?? value.id, value.question, value.answer, documentsOf(value.context, supporting));
  },
};

function documentsOf(context: unknown, supporting: ReadonlySet<unknown>): DatasetRow['documents'] | null {
  const pairs = isObject(context) ? zipped(context.title, context.sentences) : context;
  if (!Array.isArray(pairs)) return null;
  const documents: DatasetRow['documents'] = [];
  for (const pair of pairs as unknown[]) {
    if (!Array.isArray(pair)) return null;
    const [title, given] = pair as unknown[];
    const sentences = sentenceList(given);
    if (typeof title !== 'string' || sentences === null) return null;
    documents.push({ title, sentences, supporting: supporting.has(title) });
  }
  return documents;
}

function supportingTitles(facts: unknown): Set<unknown> | null {
  if (isObject(facts)) return Array.isArray(facts.title) ? new Set(facts.title) : null;
  if (!Array.isArray(facts)) return null;
  return new Set(facts.map((fact: unknown) => (Array.isArray(fact) ? (fact as unknown[])[0] : undefined)));
}

function zipped(a: unknown, b: unknown): unknown[][] | null {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return null;
  return a.map((first: unknown, i) => [first, b[i]]);
}
