export type { CacheStatistics } from './cache-statistics.ts';
export { copyUnits, unitAt } from './code-units.ts';
export { hasContent } from './collector.ts';
export type { Context, ContextDocument } from './context.ts';
export { detached } from './detached.ts';
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
export { Vocabulary } from './vocabulary.ts';
export { boundedText, wellFormed } from './well-formed.ts';
export { type ScannedText, type SubwordVocabulary, WordScanner } from './word-scanner.ts';
export { wordStem } from './word-stem.ts';
export { caseless, contentWords, wordTokens } from './words.ts';
