import type { WindowSignal } from '../features.ts';
import { windowRelations } from '../windows/index.ts';

/** Number of different content words. */
export const windowDistinctWords: WindowSignal = {
  name: 'window-distinct-words',
  compute: (f) => windowRelations(f).windows.map((window) => window.textWords.length),
};
