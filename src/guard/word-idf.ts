import type { DocumentFrequencies } from '../entities/index.ts';
import type { Vocabulary } from '../text/index.ts';

/** Inverse document frequencies by number of a word, so that each word is looked up by its letters once a vocabulary. */
export class WordIdf {
  readonly #frequencies: DocumentFrequencies;
  readonly #byVocabulary = new WeakMap<Vocabulary, (word: number) => number>();

  constructor(frequencies: DocumentFrequencies) {
    this.#frequencies = frequencies;
  }

  /** idf(word) as DocumentFrequencies has it, for the numbers of a vocabulary. */
  in(vocabulary: Vocabulary): (word: number) => number {
    let idf = this.#byVocabulary.get(vocabulary);
    if (!idf) {
      idf = remembered((word) => this.#frequencies.idf(vocabulary.word(word)));
      this.#byVocabulary.set(vocabulary, idf);
    }
    return idf;
  }
}

const FIRST_ROOM = 4096;

function remembered(idf: (word: number) => number): (word: number) => number {
  let known = new Float64Array(FIRST_ROOM).fill(Number.NaN);
  return (word) => {
    if (word >= known.length) {
      const larger = new Float64Array(2 * word).fill(Number.NaN);
      larger.set(known);
      known = larger;
    }
    if (Number.isNaN(known[word])) known[word] = idf(word);
    return known[word];
  };
}
