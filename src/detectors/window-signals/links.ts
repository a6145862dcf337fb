import type { WindowSignal } from '../features.ts';
import { LINKED, nameLinks, type PlaceSet, sharedNames, windowRelations } from '../windows/index.ts';

/** idf-weighted share of the window's entity words that are not linked. In [0, 1]; NaN for a window without entities. */
export const windowUnlinkedNames: WindowSignal = {
  name: 'window-unlinked-names',
  compute: (f, out) => {
    const { windows, context, entityWords } = windowRelations(f);
    const { lists, flags } = entityWords;
    for (let w = 0; w < windows.count; w++) {
      let total = 0;
      let unlinked = 0;
      for (let i = lists.starts[w]; i < lists.starts[w + 1]; i++) {
        const idf = context.idf[lists.words[i]];
        total += idf;
        if ((flags[i] & LINKED) === 0) unlinked += idf;
      }
      out[w] = total > 0 ? unlinked / total : Number.NaN;
    }
  },
};

/**
 * −Σ idf² of the window's linked words / √Σ idf² of its words, boilerplate left out of both: the tf–idf inner product with what the
 * window should relate to, for its length. ≤ 0.
 */
export const windowRareLinks: WindowSignal = {
  name: 'window-rare-links',
  compute: (f, out) => {
    const { windows, context, words } = windowRelations(f);
    const { idf, boilerplate } = context;
    const { lists, flags } = words;
    for (let w = 0; w < windows.count; w++) {
      let total = 0;
      let linked = 0;
      for (let i = lists.starts[w]; i < lists.starts[w + 1]; i++) {
        const word = lists.words[i];
        if (boilerplate[word] === 1) continue;
        const weight = idf[word] ** 2;
        total += weight;
        if ((flags[i] & LINKED) !== 0) linked += weight;
      }
      out[w] = total > 0 ? 0 - linked / Math.sqrt(total) : 0;
    }
  },
};

/**
 * −Σ of the three largest idf among the words that link the window by a name: an entity word of it that an anchor has, one of an anchor's that
 * it has, or a word of the query. ≤ 0.
 */
export const windowNameLinks: WindowSignal = {
  name: 'window-name-links',
  compute: (f, out) => {
    const relations = windowRelations(f);
    for (let w = 0; w < relations.windows.count; w++) {
      out[w] = 0 - rarest(nameLinks(relations, w), relations.context.idf);
    }
  },
};

/**
 * Sum of the three largest idf among the names the window shares with other documents: entity words of either side that the
 * other has as a word, without boilerplate. ≥ 0.
 */
export const windowSharedNames: WindowSignal = {
  name: 'window-shared-names',
  compute: (f, out) => {
    const { idf } = windowRelations(f).context;
    sharedNames(f, (shared, w) => {
      out[w] = rarest(shared, idf);
    });
  },
};

/** Sum of the three largest idf. */
function rarest({ words, count }: PlaceSet, idf: Float64Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  for (let i = 0; i < count; i++) {
    const value = idf[words[i]];
    if (value <= third) continue;
    third = Math.min(value, second);
    second = Math.max(second, Math.min(value, first));
    first = Math.max(first, value);
  }
  return first + second + third;
}
