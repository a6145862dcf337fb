import type { EntityExtractor } from '../extractor.ts';
import { properNouns } from './extract.ts';

export { properNounSpans } from './spans.ts';

/** The default extractor: proper-noun spans by capitals, in linear time and without a model (design, section 4). */
export const properNounExtractor: EntityExtractor = Object.freeze({ id: 'proper-noun', extract: properNouns });
