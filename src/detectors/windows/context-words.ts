import type { ContextFeatures } from '../features.ts';

/**
 * Words of one context by number, so that each is looked up once and everything after is arithmetic. Content words of the query and
 * the sentences, and of entity names.
 */
export interface ContextWords {
  /** Word of each number. */
  texts: readonly string[];
  idf: readonly number[];
  /** Content words of the query; they have the numbers 0 … queryCount − 1. */
  queryCount: number;
  /** Content words of each sentence, each once, and those of its entity names. */
  sentences: readonly (readonly number[])[];
  entities: readonly (readonly number[])[];
  /** Content words of each document's title. */
  titles: readonly (readonly number[])[];
  /** Documents that have the word, and those that have it in the name of an entity. */
  documents: readonly number[];
  entityDocuments: readonly number[];
  /** Boilerplate: see below. */
  boilerplate: readonly boolean[];
}

/** Sentences that a word must stand in before it can be boilerplate, and their share of all sentences. */
const LEAST_SENTENCES = 4;
const SHARE = 0.8;

/**
 * Numbers the words of a context with query and texts. *Boilerplate* is a word that stands in at least four sentences and four fifths of
 * them, and not in the query, such as a running header, or a token that an attacker put everywhere: it links everything, and so tells
 * nothing.
 */
export function contextWords(f: ContextFeatures): ContextWords {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const sentenceCounts: number[] = [];
  const documents: number[] = [];
  const entityDocuments: number[] = [];
  // Last document that was counted for a word.
  const seen: number[] = [];
  const seenAsEntity: number[] = [];
  const numberOf = (word: string): number => {
    let number = numbers.get(word);
    if (number === undefined) {
      number = texts.length;
      numbers.set(word, number);
      texts.push(word);
      sentenceCounts.push(0);
      documents.push(0);
      entityDocuments.push(0);
      seen.push(-1);
      seenAsEntity.push(-1);
    }
    return number;
  };
  for (const word of f.queryWords!) numberOf(word);
  const queryCount = texts.length;
  const sentences: number[][] = [];
  const entities: number[][] = [];
  const titles: number[][] = [];
  f.documents!.forEach((document, d) => {
    for (const words of document.sentenceWords) {
      const own: number[] = [];
      for (const word of words) {
        const number = numberOf(word);
        own.push(number);
        sentenceCounts[number]++;
        if (seen[number] !== d) {
          seen[number] = d;
          documents[number]++;
        }
      }
      sentences.push(own);
    }
    for (const words of document.sentenceEntityWords) {
      const own: number[] = [];
      for (const word of words) {
        const number = numberOf(word);
        own.push(number);
        if (seenAsEntity[number] !== d) {
          seenAsEntity[number] = d;
          entityDocuments[number]++;
        }
      }
      entities.push(own);
    }
    titles.push(Array.from(document.titleWords, numberOf));
  });
  const needed = Math.max(LEAST_SENTENCES, Math.ceil(SHARE * sentences.length - 1e-9));
  return {
    texts,
    idf: texts.map(f.idf),
    queryCount,
    sentences,
    entities,
    titles,
    documents,
    entityDocuments,
    boilerplate: sentenceCounts.map((count, number) => count >= needed && number >= queryCount),
  };
}
