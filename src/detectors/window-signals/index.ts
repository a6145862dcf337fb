import type { WindowSignal } from '../features.ts';
import { windowNameLinks, windowRareLinks, windowSharedNames, windowUnlinkedNames } from './links.ts';
import {
  windowCentreDistance,
  windowImbalance,
  windowLoneSentences,
  windowMeanDistance,
  windowQueryDistance,
  windowSecondDistance,
} from './query-distance.ts';
import { windowEcho, windowMissingStems, windowMissingWords, windowPhraseEcho } from './query-words.ts';
import { windowDistinctWords } from './size.ts';

/** How a window of a document relates to the query and to the other windows (docs/detection.md). */
export const WINDOW_SIGNALS: readonly WindowSignal[] = [
  windowQueryDistance,
  windowSecondDistance,
  windowMeanDistance,
  windowCentreDistance,
  windowLoneSentences,
  windowImbalance,
  windowMissingWords,
  windowMissingStems,
  windowUnlinkedNames,
  windowRareLinks,
  windowNameLinks,
  windowSharedNames,
  windowEcho,
  windowPhraseEcho,
  windowDistinctWords,
];
