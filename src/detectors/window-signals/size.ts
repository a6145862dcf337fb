import type { WindowSignal } from '../features.ts';
import { windowRelations } from '../windows/index.ts';

/** Number of different content words. */
export const windowDistinctWords: WindowSignal = {
  name: 'window-distinct-words',
  compute: (f, out) => {
    const { windows, words } = windowRelations(f);
    for (let w = 0; w < windows.count; w++) out[w] = words.textEnds[w] - words.lists.starts[w];
  },
};
