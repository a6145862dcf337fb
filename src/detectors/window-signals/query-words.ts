import { wordStem } from '../../text/index.ts';
import type { ContextFeatures, WindowSignal } from '../features.ts';
import { type ContextWords, type RelatedWindow, windowRelations } from '../windows/index.ts';

/** idf-weighted share of the query's content words that the window lacks. In [0, 1]; 0 for a query without such words. */
export const windowMissingWords: WindowSignal = {
  name: 'window-missing-words',
  compute: (f) => {
    const { windows, words } = windowRelations(f);
    const total = queryWeight(words);
    return windows.map((window) => {
      if (total === 0) return 0;
      let missing = total;
      for (const word of window.words) if (word < words.queryCount) missing -= words.idf[word];
      return Math.max(0, missing / total);
    });
  },
};

/** The same with words compared by their stems. In [0, 1]. */
export const windowMissingStems: WindowSignal = {
  name: 'window-missing-stems',
  compute: (f) => {
    const { windows, words } = windowRelations(f);
    const query = words.texts.slice(0, words.queryCount).map(wordStem);
    const ofQuery = new Set(query);
    const total = queryWeight(words);
    // Stems of the query by word, so that each word is stemmed once for all windows.
    const stems = words.texts.map((text) => {
      const stem = wordStem(text);
      return ofQuery.has(stem) ? stem : null;
    });
    return windows.map((window) => {
      if (total === 0) return 0;
      const present = new Set<string>();
      for (const word of window.words) {
        const stem = stems[word];
        if (stem !== null) present.add(stem);
      }
      let missing = 0;
      query.forEach((stem, word) => {
        if (!present.has(stem)) missing += words.idf[word];
      });
      return missing / total;
    });
  },
};

/** Largest share of the query's content words that one sentence repeats. In [0, 1]; 0 for a query without such words. */
export const windowEcho: WindowSignal = {
  name: 'window-echo',
  compute: (f) => {
    const { sentences, queryCount } = windowRelations(f).words;
    return largestShare(f, queryCount, (sentence) => {
      let shared = 0;
      for (const word of sentences[sentence]) if (word < queryCount) shared++;
      return shared;
    });
  },
};

/**
 * Largest share of the query's pairs of neighbouring words, stop words among them, that one sentence repeats; of its one word where it has
 * no pair. In [0, 1].
 */
export const windowPhraseEcho: WindowSignal = {
  name: 'window-phrase-echo',
  compute: (f) => {
    const phrases = new Phrases(f.queryTokens!);
    return largestShare(f, phrases.count, (sentence, document) =>
      phrases.countIn(f.documents![document].sentenceTokens[sentence - f.offsets[document]]),
    );
  },
};

/** Different pairs of neighbouring tokens. */
class Phrases {
  readonly #firsts = new Set<string>();
  /** Number of each pair, joined by a space. */
  readonly #numbers = new Map<string, number>();
  /** Search that last found each pair. */
  readonly #found: number[] = [];
  readonly #single: string | undefined;
  #search = 0;

  constructor(tokens: readonly string[]) {
    for (let i = 1; i < tokens.length; i++) {
      const pair = `${tokens[i - 1]} ${tokens[i]}`;
      if (this.#numbers.has(pair)) continue;
      this.#firsts.add(tokens[i - 1]);
      this.#numbers.set(pair, this.#found.length);
      this.#found.push(0);
    }
    this.#single = tokens.length === 1 ? tokens[0] : undefined;
  }

  get count(): number {
    return this.#single === undefined ? this.#found.length : 1;
  }

  /** How many of them stand in a sentence. */
  countIn(tokens: readonly string[]): number {
    if (this.#single !== undefined) return tokens.includes(this.#single) ? 1 : 0;
    const search = ++this.#search;
    let shared = 0;
    for (let i = 1; i < tokens.length; i++) {
      // Most tokens begin no pair: only then is a key made.
      if (!this.#firsts.has(tokens[i - 1])) continue;
      const number = this.#numbers.get(`${tokens[i - 1]} ${tokens[i]}`);
      if (number === undefined || this.#found[number] === search) continue;
      this.#found[number] = search;
      shared++;
    }
    return shared;
  }
}

/** Σ idf of the query's content words. */
function queryWeight({ idf, queryCount }: ContextWords): number {
  let total = 0;
  for (let word = 0; word < queryCount; word++) total += idf[word];
  return total;
}

function largestShare(
  f: ContextFeatures,
  total: number,
  sharedBy: (sentence: number, document: number) => number,
): number[] {
  return windowRelations(f).windows.map(({ document, from, to }: RelatedWindow) => {
    let largest = 0;
    for (let s = from; s < to; s++) largest = Math.max(largest, sharedBy(s, document));
    return largest / Math.max(1, total);
  });
}
