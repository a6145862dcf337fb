import { type Vocabulary, wordStem } from '../../text/index.ts';
import type { ContextWords } from './context-words.ts';
import { perVocabulary } from './per-vocabulary.ts';

/** Stems of the words of a vocabulary by number, from 1: each word is stemmed once. */
class WordStems {
  readonly #vocabulary: Vocabulary;
  readonly #numbers = new Map<string, number>();
  /** Number of the stem of each word; 0 for one that was not asked for yet. */
  #stems = new Int32Array(0);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Number of different stems so far. */
  get size(): number {
    return this.#numbers.size;
  }

  of(word: number): number {
    return this.#stems[word] || this.#stem(word);
  }

  #stem(word: number): number {
    if (word >= this.#stems.length) {
      const grown = new Int32Array(2 * (this.#vocabulary.size + 1));
      grown.set(this.#stems);
      this.#stems = grown;
    }
    const stem = wordStem(this.#vocabulary.word(word));
    let number = this.#numbers.get(stem);
    if (number === undefined) {
      number = this.#numbers.size + 1;
      this.#numbers.set(stem, number);
    }
    this.#stems[word] = number;
    return number;
  }
}

const wordStems = perVocabulary((vocabulary) => new WordStems(vocabulary));

/** Which words of a context have the stem of a word of the query. */
export class QueryStems {
  /** For each word, the first word of the query with its stem, −1 where there is none; both by place. [words of the context] */
  ofQuery = new Int32Array(0);
  /** By stem: 1 + the first word of the query that has it. */
  #first = new Int32Array(0);

  read({ count, queryCount, numbers }: ContextWords, vocabulary: Vocabulary): void {
    const stems = wordStems(vocabulary);
    if (this.ofQuery.length < count) this.ofQuery = new Int32Array(2 * count);
    // Stems first, as their numbers grow on the way.
    for (let place = 0; place < count; place++) this.ofQuery[place] = stems.of(numbers[place]);
    if (this.#first.length <= stems.size) this.#first = new Int32Array(2 * stems.size + 1);
    for (let place = queryCount - 1; place >= 0; place--) this.#first[this.ofQuery[place]] = place + 1;
    const query = this.ofQuery.slice(0, queryCount);
    for (let place = 0; place < count; place++) this.ofQuery[place] = this.#first[this.ofQuery[place]] - 1;
    for (let place = 0; place < queryCount; place++) this.#first[query[place]] = 0;
  }
}
