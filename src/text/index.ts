export type { Context, ContextDocument } from './context.ts';
export {
  DEFAULT_MAX_CHARACTERS,
  DEFAULT_MAX_SENTENCE_CHARACTERS,
  type DocumentSentences,
  documentSentences,
  type SentenceOptions,
  type SentenceSplit,
  splitSentences,
} from './sentences.ts';
export { STOP_WORDS } from './stop-words.ts';
export { boundedText, wellFormed } from './well-formed.ts';
export { caseless, contentWords } from './words.ts';
