import type { EvaluationContext } from '../types.ts';
import type { Alteration } from './setting.ts';

/** The question left out, as where a caller does not give it. */
export const withoutQuery: Alteration = {
  name: 'no query',
  apply: ({ query: _, ...context }) => context as EvaluationContext,
};

/** Everything in lower case, as text without capitals: no names are found. */
export const lowerCased: Alteration = {
  name: 'lower case',
  apply: (context) => ({
    ...withSentences(context, (sentence) => sentence.toLowerCase()),
    query: context.query.toLowerCase(),
  }),
};

/** The documents in lower case, the question as it was asked. */
export const lowerCasedDocuments: Alteration = {
  name: 'documents in lower case',
  apply: (context) => withSentences(context, (sentence) => sentence.toLowerCase()),
};

/** A line that a template repeats behind every sentence. */
export const repeatedLine: Alteration = {
  name: 'repeated line',
  apply: (context) => withSentences(context, (sentence) => `${sentence} Item 7.`),
};

function withSentences(context: EvaluationContext, change: (sentence: string) => string): EvaluationContext {
  return {
    ...context,
    documents: context.documents.map((document) => ({ ...document, sentences: document.sentences!.map(change) })),
  };
}
