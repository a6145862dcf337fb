import { LRUCache } from 'lru-cache';
import type { DocumentText, SentenceWords } from '../detectors/index.ts';
import { type EntityExtractor, properNounExtractor, properNounSpans } from '../entities/index.ts';
import { type CacheStatistics, caseless, detached, unitAt, type Vocabulary, WordScanner } from '../text/index.ts';

/** What the text signals need of one sentence. Words are numbers of `vocabulary`. */
export interface SentenceFeatures extends SentenceWords {
  readonly vocabulary: Vocabulary;
  /** Names of the sentence's entities; found again where they were not kept. */
  entityNames(): readonly string[];
  /** Letters, but none in a script with case: no entity can be found. */
  readonly caseless: boolean;
  /** Subword units for the encoder whose scanner read it; null for other encoders. */
  readonly subwords: readonly number[] | null;
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
  /** Names of the sentence that is read. */
  #spans = new Int32Array(64);
  #hits = 0;
  #misses = 0;

  /** @param scanner the encoder's own, where it has one, so that a sentence is read once for both */
  constructor(extractor: EntityExtractor, scanner: WordScanner = new WordScanner()) {
    this.#extractor = extractor;
    this.scanner = scanner;
  }

  /** The vocabulary for all sentences of another context. */
  begin(): Vocabulary {
    this.scanner.renew();
    return this.scanner.vocabulary;
  }

  get(sentence: string): SentenceFeatures {
    const cameBefore = this.#cameBefore(sentence);
    if (cameBefore) {
      const known = this.#cache.get(sentence);
      // Numbers of a former vocabulary mean nothing beside those of this one.
      if (known !== undefined && known.vocabulary === this.scanner.vocabulary) {
        this.#hits++;
        return known;
      }
    }
    this.#misses++;
    // A slice would keep its whole document in memory.
    const own = cameBefore ? detached(sentence) : sentence;
    const features = this.#read(own);
    if (cameBefore) this.#cache.set(own, features);
    return features;
  }

  #read(sentence: string): SentenceFeatures {
    const scanner = this.scanner;
    const { words, tokens, subwords } = scanner.scan(sentence);
    const { vocabulary } = scanner;
    const extractor = this.#extractor;
    if (extractor === properNounExtractor && scanner.plainLength >= 0) {
      const entityWords = this.#plainEntityWords();
      const entityNames = () => extractor.extract(sentence);
      return { words, tokens, entityWords, subwords, vocabulary, entityNames, caseless: false };
    }
    const names = extractor.extract(sentence);
    const entityWords = scanner.wordsOf(names);
    return { words, tokens, entityWords, subwords, vocabulary, entityNames: () => names, caseless: caseless(sentence) };
  }

  /** Content words of the names in the sentence that was just read, by their place. */
  #plainEntityWords(): number[] {
    const { units, plainLength } = this.scanner;
    if (this.#spans.length < plainLength + 2) this.#spans = new Int32Array(2 * plainLength + 2);
    return this.scanner.wordsWithin(this.#spans, properNounSpans(units, plainLength, this.#spans));
  }

  /** Whether a sentence came not long ago, with a few mistakes. Notes that it came now. */
  #cameBefore(sentence: string): boolean {
    const { length } = sentence;
    const step = Math.max(1, Math.floor(length / SAMPLED));
    let hash = length;
    for (let i = 0; i < length; i += step) hash = Math.imul(hash ^ unitAt(sentence, i), 0x9e3779b1) ^ (hash >>> 15);
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

const NO_WORDS: readonly number[] = [];

/** Words and entities of a document, from those of its sentences; and the words of its title, where titles are read. */
export function documentText(
  sentences: readonly SentenceFeatures[],
  titleWords: readonly number[] = NO_WORDS,
): DocumentText {
  return new SentencesText(sentences, titleWords);
}

/** Unions over sentences are made when a signal asks for them, as few signals need every one. */
class SentencesText implements DocumentText {
  readonly sentences: readonly SentenceFeatures[];
  readonly titleWords: readonly number[];
  #entityNames: ReadonlySet<string> | undefined;
  #entityWords: ReadonlySet<number> | undefined;
  #words: ReadonlySet<number> | undefined;

  constructor(sentences: readonly SentenceFeatures[], titleWords: readonly number[]) {
    this.sentences = sentences;
    this.titleWords = titleWords;
  }

  get entityNames(): ReadonlySet<string> {
    this.#entityNames ??= new Set(this.sentences.flatMap((sentence) => sentence.entityNames()));
    return this.#entityNames;
  }

  get entityWords(): ReadonlySet<number> {
    this.#entityWords ??= union(this.sentences.map((sentence) => sentence.entityWords));
    return this.#entityWords;
  }

  get words(): ReadonlySet<number> {
    this.#words ??= union(this.sentences.map((sentence) => sentence.words));
    return this.#words;
  }
}

function union(lists: readonly (readonly number[])[]): ReadonlySet<number> {
  const all = new Set<number>();
  for (const list of lists) for (const word of list) all.add(word);
  return all;
}
