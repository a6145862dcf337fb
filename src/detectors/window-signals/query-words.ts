import type { WindowSignal } from '../features.ts';
import { type ContextWords, QueryPairs, QueryStems, windowRelations } from '../windows/index.ts';

/** idf-weighted share of the query's content words that the window lacks. In [0, 1]; 0 for a query without such words. */
export const windowMissingWords: WindowSignal = {
  name: 'window-missing-words',
  compute: (f, out) => {
    const { windows, context, words } = windowRelations(f);
    const { lists } = words;
    const total = queryWeight(context);
    for (let w = 0; w < windows.count; w++) {
      let missing = total;
      for (let i = lists.starts[w]; i < lists.starts[w + 1]; i++) {
        const word = lists.words[i];
        if (word < context.queryCount) missing -= context.idf[word];
      }
      out[w] = total === 0 ? 0 : Math.max(0, missing / total);
    }
  },
};

const stems = new QueryStems();

/** The same with words compared by their stems. In [0, 1]. */
export const windowMissingStems: WindowSignal = {
  name: 'window-missing-stems',
  compute: (f, out) => {
    const { windows, context, words } = windowRelations(f);
    const { lists } = words;
    const { idf, queryCount } = context;
    const total = queryWeight(context);
    stems.read(context, f.vocabulary!);
    const { ofQuery } = stems;
    // Last window that has the stem of a word of the query, from 1.
    const present = new Int32Array(queryCount);
    for (let w = 0; w < windows.count; w++) {
      for (let i = lists.starts[w]; i < lists.starts[w + 1]; i++) {
        const stem = ofQuery[lists.words[i]];
        if (stem >= 0) present[stem] = w + 1;
      }
      let missing = 0;
      for (let word = 0; word < queryCount; word++) if (present[ofQuery[word]] !== w + 1) missing += idf[word];
      out[w] = total === 0 ? 0 : missing / total;
    }
  },
};

/** Largest share of the query's content words that one sentence repeats. In [0, 1]; 0 for a query without such words. */
export const windowEcho: WindowSignal = {
  name: 'window-echo',
  compute: (f, out) => {
    const relations = windowRelations(f);
    const { sentences, queryCount } = relations.context;
    const { words, starts } = sentences;
    for (let w = 0; w < relations.windows.count; w++) {
      let largest = 0;
      for (let s = relations.windows.from[w]; s < relations.windows.to[w]; s++) {
        let shared = 0;
        for (let i = starts[s]; i < starts[s + 1]; i++) if (words[i] < queryCount) shared++;
        largest = Math.max(largest, shared);
      }
      out[w] = largest / Math.max(1, queryCount);
    }
  },
};

const pairs = new QueryPairs();

/**
 * Largest share of the query's pairs of neighbouring words, stop words among them, that one sentence repeats; of its one word where it has
 * no pair. In [0, 1].
 */
export const windowPhraseEcho: WindowSignal = {
  name: 'window-phrase-echo',
  compute: (f, out) => {
    const { windows } = windowRelations(f);
    pairs.read(f.queryTokens!);
    for (let w = 0; w < windows.count; w++) {
      const document = windows.document[w];
      const { sentences } = f.documents![document];
      const first = f.offsets[document];
      let largest = 0;
      for (let s = windows.from[w]; s < windows.to[w]; s++) {
        largest = Math.max(largest, pairs.countIn(sentences[s - first].tokens));
      }
      out[w] = largest / Math.max(1, pairs.count);
    }
  },
};

/** Σ idf of the query's content words. */
function queryWeight({ idf, queryCount }: ContextWords): number {
  let total = 0;
  for (let word = 0; word < queryCount; word++) total += idf[word];
  return total;
}
