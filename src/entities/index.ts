export { createEntityExtractor, ENTITY_EXTRACTORS, type EntityExtractorName } from './create.ts';
export { DocumentFrequencies } from './document-frequency/index.ts';
export type { EntityExtractor } from './extractor.ts';
export { properNounExtractor, properNounSpans } from './proper-noun/index.ts';
export { entityWords, jaccard } from './sets.ts';
