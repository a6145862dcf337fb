import type { WindowSignal } from '../features.ts';
import { sharedNames, windowRelations } from '../windows/index.ts';

/** idf-weighted share of the window's entity words that are not linked. In [0, 1]; NaN for a window without entities. */
export const windowUnlinkedNames: WindowSignal = {
  name: 'window-unlinked-names',
  compute: (f) => {
    const { windows, words } = windowRelations(f);
    return windows.map(({ entityWords, entityLinked }) => {
      let total = 0;
      let unlinked = 0;
      for (let i = 0; i < entityWords.length; i++) {
        const idf = words.idf[entityWords[i]];
        total += idf;
        if (!entityLinked[i]) unlinked += idf;
      }
      return total > 0 ? unlinked / total : Number.NaN;
    });
  },
};

/**
 * −Σ idf² of the window's linked words / √Σ idf² of its words, boilerplate left out of both: the tf–idf inner product with what the
 * window should relate to, for its length. ≤ 0.
 */
export const windowRareLinks: WindowSignal = {
  name: 'window-rare-links',
  compute: (f) => {
    const { windows, words } = windowRelations(f);
    return windows.map((window) => {
      let total = 0;
      let linked = 0;
      for (let i = 0; i < window.words.length; i++) {
        const word = window.words[i];
        if (words.boilerplate[word] === 1) continue;
        const weight = words.idf[word] ** 2;
        total += weight;
        if (window.linked[i]) linked += weight;
      }
      return total > 0 ? 0 - linked / Math.sqrt(total) : 0;
    });
  },
};

/**
 * −Σ of the three largest idf among the words that link the window by a name: an entity word of it that an anchor has, one of an anchor's that
 * it has, or a word of the query. ≤ 0.
 */
export const windowNameLinks: WindowSignal = {
  name: 'window-name-links',
  compute: (f) => {
    const { windows, words } = windowRelations(f);
    return windows.map((window) => 0 - rarest(window.nameLinks, words.idf));
  },
};

/**
 * Sum of the three largest idf among the names the window shares with other documents: entity words of either side that the
 * other has as a word, without boilerplate. ≥ 0.
 */
export const windowSharedNames: WindowSignal = {
  name: 'window-shared-names',
  compute: (f) => {
    const { idf } = windowRelations(f).words;
    return sharedNames(f).map((shared) => rarest(shared, idf));
  },
};

/** Sum of the three largest idf. */
function rarest(words: readonly number[], idf: Float64Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  for (const word of words) {
    const value = idf[word];
    if (value <= third) continue;
    third = Math.min(value, second);
    second = Math.max(second, Math.min(value, first));
    first = Math.max(first, value);
  }
  return first + second + third;
}
