import type { ContextFeatures } from '../features.ts';
import { WordNumbers } from './word-numbers.ts';

/**
 * Words of one context by number, so that each is looked up once and everything after is arithmetic. Content words of the query,
 * the sentences, the titles, and of entity names.
 */
export interface ContextWords {
  /** Word of each number. */
  texts: readonly string[];
  idf: Float64Array;
  /** Content words of the query; they have the numbers 0 … queryCount − 1. */
  queryCount: number;
  /** Content words of each sentence, each once, and those of its entity names. */
  sentences: readonly (readonly number[])[];
  entities: readonly (readonly number[])[];
  /** Content words of each document's title. */
  titles: readonly (readonly number[])[];
  /** Documents that have the word, and those that have it in the name of an entity. */
  documents: Int32Array;
  entityDocuments: Int32Array;
  /** 1 for boilerplate, see below, else 0. */
  boilerplate: Uint8Array;
}

/** Sentences that a word must stand in before it can be boilerplate, and their share of all sentences. */
const LEAST_SENTENCES = 4;
const SHARE = 0.8;

/** One for each table of document frequencies, as their numbers hold its idf. */
const numbersByIdf = new WeakMap<ContextFeatures['idf'], WordNumbers>();

/**
 * Numbers the words of a context with query and texts. *Boilerplate* is a word that stands in at least four sentences and four fifths of
 * them, and not in the query, such as a running header, or a token that an attacker put everywhere: it links everything, and so tells
 * nothing.
 */
export function contextWords(f: ContextFeatures): ContextWords {
  const most = mostWords(f);
  const count = new Counter(f.idf, most);
  for (const word of f.queryWords!) count.numberOf(word);
  const queryCount = count.texts.length;
  const sentences: number[][] = [];
  const entities: number[][] = [];
  const titles: number[][] = [];
  const sentenceCounts = new Int32Array(most);
  const documents = new Int32Array(most);
  const entityDocuments = new Int32Array(most);
  // Last document that was counted for a word, from 1.
  const seen = new Int32Array(most);
  const seenAsEntity = new Int32Array(most);
  let d = 0;
  for (const document of f.documents!) {
    d++;
    for (const words of document.sentenceWords) {
      const own = count.numbersOf(words);
      for (let i = 0; i < own.length; i++) {
        const number = own[i];
        sentenceCounts[number]++;
        if (seen[number] === d) continue;
        seen[number] = d;
        documents[number]++;
      }
      sentences.push(own);
    }
    for (const words of document.sentenceEntityWords) {
      const own = count.numbersOf(words);
      for (let i = 0; i < own.length; i++) {
        const number = own[i];
        if (seenAsEntity[number] === d) continue;
        seenAsEntity[number] = d;
        entityDocuments[number]++;
      }
      entities.push(own);
    }
    titles.push(count.numbersOf(document.titleWords));
  }
  const needed = Math.max(LEAST_SENTENCES, Math.ceil(SHARE * sentences.length - 1e-9));
  const boilerplate = new Uint8Array(most);
  for (let number = queryCount; number < count.texts.length; number++) {
    if (sentenceCounts[number] >= needed) boilerplate[number] = 1;
  }
  return {
    texts: count.texts,
    idf: count.idf,
    queryCount,
    sentences,
    entities,
    titles,
    documents,
    entityDocuments,
    boilerplate,
  };
}

/** Gives the words of one context their numbers. */
class Counter {
  readonly texts: string[] = [];
  readonly idf: Float64Array;
  readonly #numbers: WordNumbers;
  readonly #context: number;

  constructor(idf: ContextFeatures['idf'], most: number) {
    let numbers = WordNumbers.holds(most) ? numbersByIdf.get(idf) : new WordNumbers(idf, most);
    if (!numbers) {
      numbers = new WordNumbers(idf);
      numbersByIdf.set(idf, numbers);
    }
    this.#numbers = numbers;
    this.#context = numbers.begin(most);
    this.idf = new Float64Array(most);
  }

  numberOf(word: string): number {
    const numbers = this.#numbers;
    const global = numbers.numberOf(word);
    if (numbers.seenIn[global] === this.#context) return numbers.place[global];
    const number = this.texts.length;
    numbers.seenIn[global] = this.#context;
    numbers.place[global] = number;
    this.texts.push(word);
    this.idf[number] = numbers.idf(global);
    return number;
  }

  numbersOf(words: ReadonlySet<string>): number[] {
    const own: number[] = [];
    for (const word of words) own.push(this.numberOf(word));
    return own;
  }
}

/** At least as many as the context has different words. */
function mostWords(f: ContextFeatures): number {
  let most = f.queryWords!.size;
  for (const { sentenceWords, sentenceEntityWords, titleWords } of f.documents!) {
    most += titleWords.size;
    for (const words of sentenceWords) most += words.size;
    for (const words of sentenceEntityWords) most += words.size;
  }
  return most;
}
