import type { ContextFeatures } from '../features.ts';
import { WordLists } from './word-lists.ts';
import { CELL, CELL_DOUBLES, IDF, PLACE, STAMP, wordTable } from './word-table.ts';

/** Sentences that a word must stand in before it can be boilerplate, and their share of all sentences. */
const LEAST_SENTENCES = 4;
const SHARE = 0.8;

/**
 * Words of one context by *places* 0, 1, …, so that each is looked up once and everything after is arithmetic on small arrays. Content
 * words of the query, the sentences, the titles, and of entity names. Holds one context at a time: the arrays are kept for the next one, and only
 * their first elements are of this one.
 */
export class ContextWords {
  /** Different words; those of the query have the places 0 … queryCount − 1. */
  count = 0;
  queryCount = 0;
  /** Number of each in the vocabulary of the context. [count] */
  numbers = new Int32Array(0);
  idf = new Float64Array(0);
  /**
   * 1 for *boilerplate*, else 0: a word that stands in at least four sentences and four fifths of them, and not in the query, such as a running
   * header, or a token that an attacker put everywhere. It links everything, and so tells nothing. [count]
   */
  boilerplate = new Uint8Array(0);
  /** Content words of each sentence, each once, those of its entity names, and those of each document's title. */
  readonly sentences = new WordLists();
  readonly entities = new WordLists();
  readonly titles = new WordLists();
  readonly #query = new WordLists();
  #sentenceCounts = new Int32Array(0);
  #cells = new Int32Array(0);
  #doubles = new Float64Array(0);
  #stamp = 0;
  #idf: ContextFeatures['idf'] = () => 0;

  /** Reads a context with query and texts in place of the last one. */
  read(f: ContextFeatures): void {
    this.#begin(f);
    this.#place(f.queryWords!, this.#query);
    this.queryCount = this.count;
    for (let d = 0, documents = f.documents!; d < documents.length; d++) {
      const { sentences, titleWords } = documents[d];
      for (let s = 0; s < sentences.length; s++) {
        this.#place(sentences[s].words, this.sentences);
        this.#place(sentences[s].entityWords, this.entities);
      }
      this.#place(titleWords, this.titles);
    }
    this.#markBoilerplate(f.sentenceCount);
  }

  #begin(f: ContextFeatures): void {
    const documents = f.documents!;
    let words = 0;
    let entityWords = 0;
    let titleWords = 0;
    for (let d = 0; d < documents.length; d++) {
      const { sentences } = documents[d];
      titleWords += documents[d].titleWords.length;
      for (let s = 0; s < sentences.length; s++) {
        words += sentences[s].words.length;
        entityWords += sentences[s].entityWords.length;
      }
    }
    const query = f.queryWords!.length;
    this.#query.clear(1, query);
    this.sentences.clear(f.sentenceCount, words);
    this.entities.clear(f.sentenceCount, entityWords);
    this.titles.clear(documents.length, titleWords);
    this.#reserve(query + words + entityWords + titleWords);
    const table = wordTable(f.vocabulary!);
    this.#stamp = table.begin(f.vocabulary!.size, f.idf);
    this.#cells = table.cells;
    this.#doubles = table.doubles;
    this.#idf = f.idf;
    this.count = 0;
  }

  #reserve(places: number): void {
    if (this.numbers.length >= places) return;
    const room = 2 * places;
    this.numbers = new Int32Array(room);
    this.idf = new Float64Array(room);
    this.boilerplate = new Uint8Array(room);
    this.#sentenceCounts = new Int32Array(room);
  }

  /** Adds a list of words by their places. */
  #place(numbers: readonly number[], to: WordLists): void {
    const cells = this.#cells;
    const doubles = this.#doubles;
    const stamp = this.#stamp;
    const places = to.words;
    let end = to.end;
    let count = this.count;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i];
      const cell = CELL * number;
      const former = cells[cell + STAMP];
      if (former === 0) doubles[CELL_DOUBLES * number + IDF] = this.#idf(number);
      const known = cells[cell + PLACE];
      // Stamps grow. No branch, as nothing tells beforehand whether a word is new, and many look-ups miss the caches.
      const isNew = (former - stamp) >>> 31;
      const place = known ^ ((known ^ count) & -isNew);
      count += isNew;
      cells[cell + STAMP] = stamp;
      cells[cell + PLACE] = place;
      this.numbers[place] = number;
      this.idf[place] = doubles[CELL_DOUBLES * number + IDF];
      places[end++] = place;
    }
    this.count = count;
    to.close(end);
  }

  #markBoilerplate(sentences: number): void {
    const counts = this.#sentenceCounts;
    const { words, end } = this.sentences;
    counts.fill(0, 0, this.count);
    for (let i = 0; i < end; i++) counts[words[i]]++;
    const needed = Math.max(LEAST_SENTENCES, Math.ceil(SHARE * sentences - 1e-9));
    for (let place = 0; place < this.count; place++) {
      this.boilerplate[place] = counts[place] >= needed && place >= this.queryCount ? 1 : 0;
    }
  }
}
