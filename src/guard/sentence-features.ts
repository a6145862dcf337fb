import { LRUCache } from 'lru-cache';
import type { DocumentText } from '../detectors/index.ts';
import type { EntityExtractor } from '../entities/index.ts';
import { type CacheStatistics, caseless, detached, WordScanner } from '../text/index.ts';

/** What the text signals need of one sentence. */
export interface SentenceFeatures {
  words: ReadonlySet<string>;
  /** Word tokens in order, stop words kept. */
  tokens: readonly string[];
  entityNames: readonly string[];
  entityWords: ReadonlySet<string>;
  /** Letters, but none in a script with case: no entity can be found. */
  caseless: boolean;
  /** Subword units for the encoder whose scanner read it; null for other encoders. */
  subwords: readonly number[] | null;
}

/** Sentences remembered; retrieved documents repeat from query to query. */
const MAX_SENTENCES = 20_000;
/** Characters remembered in all, so that long sentences cannot fill the memory. */
const MAX_CHARACTERS = 8_000_000;

/** Sentences whose fingerprints are kept, a power of 2. */
const FINGERPRINTS = 32_768;
/** Characters that a fingerprint is made of, spread over the sentence. */
const SAMPLED = 32;

/**
 * Words and entities of sentences, remembered by sentence from its second time on: most sentences never come again, and
 * keeping each of them costs more than reading it, by what it displaces and by what the garbage collector has to move.
 */
export class SentenceFeatureCache {
  /** Reads the sentences, and whatever else of a context is read. */
  readonly scanner: WordScanner;
  readonly #extractor: EntityExtractor;
  readonly #cache = new LRUCache<string, SentenceFeatures>({
    max: MAX_SENTENCES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_features, sentence) => sentence.length + 1,
  });
  /** Of sentences that came once, each where its lower bits say. */
  readonly #fingerprints = new Int32Array(FINGERPRINTS);
  #hits = 0;
  #misses = 0;

  /** @param scanner the encoder's own, where it has one, so that a sentence is read once for both */
  constructor(extractor: EntityExtractor, scanner: WordScanner = new WordScanner()) {
    this.#extractor = extractor;
    this.scanner = scanner;
  }

  get(sentence: string): SentenceFeatures {
    const known = this.#cache.get(sentence);
    if (known) {
      this.#hits++;
      return known;
    }
    this.#misses++;
    const cameBefore = this.#cameBefore(sentence);
    // A slice would keep its whole document in memory.
    const own = cameBefore ? detached(sentence) : sentence;
    const { words, tokens, subwords } = this.scanner.scan(own);
    const entityNames = this.#extractor.extract(own);
    const entityWords = new Set<string>();
    for (const name of entityNames) this.scanner.addContentWords(name, entityWords);
    const features = { words, tokens, entityNames, entityWords, caseless: caseless(own), subwords };
    if (cameBefore) this.#cache.set(own, features);
    return features;
  }

  /** Whether a sentence came not long ago, with a few mistakes. Notes that it came now. */
  #cameBefore(sentence: string): boolean {
    const step = Math.max(1, Math.floor(sentence.length / SAMPLED));
    let hash = sentence.length;
    for (let i = 0; i < sentence.length; i += step)
      hash = Math.imul(hash ^ sentence.charCodeAt(i), 0x9e3779b1) ^ (hash >>> 15);
    // 0 stands for none.
    hash |= 1 << 31;
    const at = hash & (FINGERPRINTS - 1);
    const came = this.#fingerprints[at] === hash;
    this.#fingerprints[at] = hash;
    return came;
  }

  statistics(): CacheStatistics {
    return { size: this.#cache.size, hits: this.#hits, misses: this.#misses };
  }
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Words and entities of a document, from those of its sentences; and the words of its title, where titles are read. */
export function documentText(
  sentences: readonly SentenceFeatures[],
  titleWords: ReadonlySet<string> = NO_WORDS,
): DocumentText {
  return new SentencesText(sentences, titleWords);
}

/** Unions over sentences are made when a signal asks for them, as few signals need every one. */
class SentencesText implements DocumentText {
  readonly sentenceWords: readonly ReadonlySet<string>[];
  readonly sentenceEntityWords: readonly ReadonlySet<string>[];
  readonly sentenceTokens: readonly (readonly string[])[];
  readonly titleWords: ReadonlySet<string>;
  readonly #sentences: readonly SentenceFeatures[];
  #entityNames: ReadonlySet<string> | undefined;
  #entityWords: ReadonlySet<string> | undefined;
  #words: ReadonlySet<string> | undefined;

  constructor(sentences: readonly SentenceFeatures[], titleWords: ReadonlySet<string>) {
    this.titleWords = titleWords;
    this.#sentences = sentences;
    this.sentenceWords = sentences.map((f) => f.words);
    this.sentenceEntityWords = sentences.map((f) => f.entityWords);
    this.sentenceTokens = sentences.map((f) => f.tokens);
  }

  get entityNames(): ReadonlySet<string> {
    this.#entityNames ??= new Set(this.#sentences.flatMap((f) => f.entityNames));
    return this.#entityNames;
  }

  get entityWords(): ReadonlySet<string> {
    this.#entityWords ??= union(this.sentenceEntityWords);
    return this.#entityWords;
  }

  get words(): ReadonlySet<string> {
    this.#words ??= union(this.sentenceWords);
    return this.#words;
  }
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  if (sets.length === 1) return sets[0];
  const all = new Set<string>();
  for (const set of sets) for (const word of set) all.add(word);
  return all;
}
