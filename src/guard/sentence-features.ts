import { LRUCache } from 'lru-cache';
import type { DocumentText } from '../detectors/index.ts';
import { type EntityExtractor, entityWords } from '../entities/index.ts';
import { caseless, contentWords } from '../text/index.ts';

/** What the text signals need of one sentence. */
export interface SentenceFeatures {
  words: ReadonlySet<string>;
  entityNames: readonly string[];
  entityWords: ReadonlySet<string>;
  /** Letters, but none in a script with case: no entity can be found. */
  caseless: boolean;
}

/** Sentences remembered; retrieved documents repeat from query to query. */
const MAX_SENTENCES = 20_000;
/** Characters remembered in all, so that long sentences cannot fill the memory. */
const MAX_CHARACTERS = 8_000_000;

/** Words and entities of sentences, remembered by sentence. */
export class SentenceFeatureCache {
  readonly #extractor: EntityExtractor;
  readonly #cache = new LRUCache<string, SentenceFeatures>({
    max: MAX_SENTENCES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_features, sentence) => sentence.length + 1,
  });
  #hits = 0;
  #misses = 0;

  constructor(extractor: EntityExtractor) {
    this.#extractor = extractor;
  }

  get(sentence: string): SentenceFeatures {
    const known = this.#cache.get(sentence);
    if (known) {
      this.#hits++;
      return known;
    }
    this.#misses++;
    const entityNames = this.#extractor.extract(sentence);
    const features = {
      words: contentWords(sentence),
      entityNames,
      entityWords: entityWords(entityNames),
      caseless: caseless(sentence),
    };
    this.#cache.set(sentence, features);
    return features;
  }

  statistics(): { size: number; hits: number; misses: number } {
    return { size: this.#cache.size, hits: this.#hits, misses: this.#misses };
  }
}

/** Words and entities of a document, from those of its sentences. */
export function documentText(sentences: readonly SentenceFeatures[]): DocumentText {
  return {
    entityNames: new Set(sentences.flatMap((f) => f.entityNames)),
    entityWords: union(sentences.map((f) => f.entityWords)),
    words: union(sentences.map((f) => f.words)),
    sentenceWords: sentences.map((f) => f.words),
  };
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  if (sets.length === 1) return sets[0];
  const all = new Set<string>();
  for (const set of sets) for (const word of set) all.add(word);
  return all;
}
