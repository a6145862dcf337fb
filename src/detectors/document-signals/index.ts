import type { DocumentSignal } from '../features.ts';
import { documentEntityBacklink, documentEntityLink, documentQueryEntityLink } from './entity-links.ts';
import { documentNearestDistance } from './nearest-distance.ts';
import { documentQueryDistance } from './query-distance.ts';
import { documentQueryWords } from './query-word-share.ts';

/** How a document relates to the query and to the other documents (docs/method.md, document-anomaly). */
export const DOCUMENT_SIGNALS: readonly DocumentSignal[] = [
  documentQueryDistance,
  documentQueryWords,
  documentEntityLink,
  documentQueryEntityLink,
  documentEntityBacklink,
  documentNearestDistance,
];
