import { BoundedCache } from './bounded-cache.ts';
import type { CacheStatistics } from './cache-statistics.ts';
import { unitAt } from './code-units.ts';
import { detached } from './detached.ts';
import { FURTHER_MARK_BYTES, FURTHER_MARKS, isSpace, LETTER } from './scan-classes.ts';
import { SEGMENT, Segment } from './segment.ts';
import { LONGEST_PLAIN, Vocabulary } from './vocabulary.ts';
import { contentWords, wordTokens } from './words.ts';

/** Subword units of an encoder's vocabulary, so that a text need be read only once. */
export interface SubwordVocabulary {
  /** Units of one word of lower-case ASCII letters and digits, each < 65,536. */
  word(word: string): ArrayLike<number>;
  /** Units of any text; for ASCII text at most one a character. */
  text(text: string): ArrayLike<number>;
  /** The unit of each ASCII punctuation mark, −1 for one that is none and for every other character. [128] */
  readonly marks: ArrayLike<number>;
}

/** What one reading of a text finds. Words are numbers of the scanner's vocabulary. */
export interface ScannedText {
  /** As wordTokens gives them. */
  tokens: number[];
  /** As contentWords gives them. */
  words: number[];
  /** Subword units in order; null for a scanner without a vocabulary. */
  subwords: number[] | null;
}

/** What is known of a text between white space, or of a word that is long or has letters beyond ASCII. */
interface Stretch {
  tokens: readonly number[];
  words: readonly number[];
  subwords: ArrayLike<number>;
}

/** Words beyond which a vocabulary is given up for a new one. */
const MOST_WORDS = 65_536;
/** Stretches that are remembered, and the longest such. */
const [CACHED_STRETCHES, LONGEST_CACHED] = [32_768, 64];
/** Tokens of a text for which scratch arrays are kept. */
const KEPT_SCRATCH = 4096;

/**
 * Finds word tokens, content words and subword units in one pass. Text of ASCII, common punctuation and Latin and Cyrillic letters is taken a segment at
 * a time: where words begin and end is found first, without a branch a character, and then each word costs one look-up if it was met
 * before. A stretch between white space that holds any other character, or a control character, is taken as a whole, which gives the
 * same as taking the whole text because no rule of Unicode concerned here (normalization, lower case, word characters) reaches across
 * white space.
 */
export class WordScanner {
  readonly #encoderUnits: SubwordVocabulary | null;
  /** Subword unit of each byte of a segment, −1 for one that has none. [256] */
  readonly #marks = new Int32Array(256).fill(-1);
  #vocabulary: Vocabulary;
  #stretches = new BoundedCache<Stretch>(CACHED_STRETCHES);
  readonly #segment = new Segment();
  /** Number of each plain word of the segment. */
  readonly #numbers = new Int32Array(SEGMENT);
  /** Length of the text where it was read as one segment, else −1. */
  #plainLength = -1;
  #subwords = new Int32Array(KEPT_SCRATCH);
  #subwordCount = 0;
  #tokens = new Int32Array(KEPT_SCRATCH);
  #tokenCount = 0;
  /** Where in its segment each token begins. */
  #starts = new Int32Array(KEPT_SCRATCH);
  #words = new Int32Array(KEPT_SCRATCH);
  #wordCount = 0;
  #lookups = 0;
  #wordMisses = 0;
  #stretchHits = 0;
  #stretchMisses = 0;

  constructor(encoderUnits: SubwordVocabulary | null = null) {
    this.#encoderUnits = encoderUnits;
    if (encoderUnits !== null) {
      for (let code = 33; code < 127; code++) this.#marks[128 + code] = encoderUnits.marks[code];
      for (let i = 0; i < FURTHER_MARKS.length; i++) {
        this.#marks[FURTHER_MARK_BYTES + i] = encoderUnits.text(FURTHER_MARKS.charAt(i))[0] ?? -1;
      }
    }
    this.#vocabulary = this.#newVocabulary();
  }

  /** What numbers of words mean, until `renew` replaces it. */
  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  /** Replaces a vocabulary that has grown too large. To be called between texts whose numbers need not compare. */
  renew(): void {
    if (this.#vocabulary.size <= MOST_WORDS) return;
    this.#vocabulary = this.#newVocabulary();
    this.#stretches = new BoundedCache<Stretch>(CACHED_STRETCHES);
  }

  #newVocabulary(): Vocabulary {
    return new Vocabulary((word) => this.#encoderUnits?.word(word) ?? []);
  }

  scan(text: string): ScannedText {
    this.#read(text, text.length);
    return {
      tokens: listed(this.#tokens, this.#tokenCount),
      words: listed(this.#words, this.#wordCount),
      subwords: this.#encoderUnits === null ? null : listed(this.#subwords, this.#subwordCount),
    };
  }

  /** UTF-16 units of the text last read, where `plainLength` says that they are all here. The next reading overwrites them. */
  get units(): Uint16Array {
    return this.#segment.units;
  }

  /** Length of the text last read where it is plain, so that `wordsWithin` can tell its words by their place, else −1. */
  get plainLength(): number {
    return this.#plainLength;
  }

  /**
   * Content words of the plain text last read that stand in some spans of it, each once, in order.
   *
   * @param spans [start, end) pairs, ascending, that begin and end with whole words
   */
  wordsWithin(spans: Int32Array, count: number): number[] {
    const vocabulary = this.#vocabulary;
    const tokens = this.#tokens;
    const starts = this.#starts;
    const words: number[] = [];
    if (count === 0) return words;
    vocabulary.forgetSeen();
    let token = 0;
    for (let i = 0; i < 2 * count; i += 2) {
      while (token < this.#tokenCount && starts[token] < spans[i]) token++;
      for (; token < this.#tokenCount && starts[token] < spans[i + 1]; token++) {
        if (vocabulary.isNewContentWord(tokens[token]) === 1) words.push(tokens[token]);
      }
    }
    return words;
  }

  /** Content words of some texts together, each once, in order. */
  wordsOf(texts: Iterable<string>): number[] {
    const all = new Set<number>();
    for (const text of texts) {
      this.#read(text, text.length);
      for (let i = 0; i < this.#wordCount; i++) all.add(this.#words[i]);
    }
    return [...all];
  }

  /** Finds the subword units of the first `limit` UTF-16 units of a text, leaves them in `subwords`, returns how many. */
  scanSubwords(text: string, limit: number): number {
    // No number leaves here, and whoever encodes alone would otherwise let the vocabulary grow without end.
    this.renew();
    this.#read(text, Math.min(text.length, limit));
    return this.#subwordCount;
  }

  /** Where `scanSubwords` writes; the next call overwrites it, and may replace the array. */
  get subwords(): Int32Array {
    return this.#subwords;
  }

  statistics(): { words: CacheStatistics; stretches: CacheStatistics } {
    return {
      words: { size: this.#vocabulary.size, hits: this.#lookups - this.#wordMisses, misses: this.#wordMisses },
      stretches: { size: this.#stretches.size, hits: this.#stretchHits, misses: this.#stretchMisses },
    };
  }

  #read(text: string, end: number): void {
    this.#tokenCount = 0;
    this.#wordCount = 0;
    this.#vocabulary.forgetSeen();
    this.#subwordCount = 0;
    this.#reserve(end);
    this.#plainLength = -1;
    for (let at = 0; at < end; ) {
      const next = this.#segment.read(text, at, end);
      this.#addWords(text, at);
      if (at === 0 && next === end) this.#plainLength = end;
      const isStuck = next === at;
      at = next;
      if (isStuck || this.#segment.isInterrupted) {
        while (at < end && !isSpace(unitAt(text, at))) at++;
        this.#addWhole(text.slice(next, at), end - at);
      }
    }
    if (end === 0) this.#plainLength = 0;
  }

  /** Finds the numbers of the segment's plain words, one behind the other. */
  #findNumbers(): void {
    const segment = this.#segment;
    const vocabulary = this.#vocabulary;
    const numbers = this.#numbers;
    const count = segment.packWords();
    vocabulary.find(segment.packed, count, numbers);
    this.#lookups += count;
    const known = vocabulary.size;
    for (let i = 0; i < count; i++) {
      if (numbers[i] === 0) numbers[i] = vocabulary.numberOf(segment.packedWord(i));
    }
    this.#wordMisses += vocabulary.size - known;
  }

  /** Adds what the segment that was read from `from` holds. */
  #addWords(text: string, from: number): void {
    this.#findNumbers();
    const { bytes, events, eventCount } = this.#segment;
    const numbers = this.#numbers;
    const vocabulary = this.#vocabulary;
    const subwords = this.#subwords;
    const tokens = this.#tokens;
    const starts = this.#starts;
    const words = this.#words;
    const marks = this.#marks;
    let next = 0;
    let subwordCount = this.#subwordCount;
    let tokenCount = this.#tokenCount;
    let wordCount = this.#wordCount;
    for (let e = 0; e < eventCount; e++) {
      const start = events[e];
      const byte = bytes[start];
      if (byte === 0 || byte > 127) {
        const mark = marks[byte];
        subwords[subwordCount] = mark;
        // White space and marks that the encoder lacks are −1.
        subwordCount += 1 + (mark >> 31);
        continue;
      }
      const length = events[e + 1] - start;
      if (byte !== LETTER && length <= LONGEST_PLAIN) {
        const number = numbers[next++];
        subwordCount = vocabulary.copySubwords(number, subwords, subwordCount);
        starts[tokenCount] = start;
        tokens[tokenCount++] = number;
        words[wordCount] = number;
        wordCount += vocabulary.isNewContentWord(number);
        continue;
      }
      this.#subwordCount = subwordCount;
      this.#tokenCount = tokenCount;
      this.#wordCount = wordCount;
      this.#addStretch(this.#stretch(text.slice(from + start, from + start + length)), start);
      subwordCount = this.#subwordCount;
      tokenCount = this.#tokenCount;
      wordCount = this.#wordCount;
    }
    this.#subwordCount = subwordCount;
    this.#tokenCount = tokenCount;
    this.#wordCount = wordCount;
  }

  /** Adds what is not read by words; `charactersLeft` of the text come behind it. */
  #addWhole(text: string, charactersLeft: number): void {
    const stretch = this.#stretch(text);
    // Decomposition may give more of anything than there are characters (hangul).
    this.#reserve(Math.max(stretch.subwords.length, stretch.tokens.length) + charactersLeft);
    this.#addStretch(stretch, 0);
  }

  #addStretch({ tokens, words, subwords }: Stretch, start: number): void {
    for (let i = 0; i < tokens.length; i++) {
      this.#starts[this.#tokenCount] = start;
      this.#tokens[this.#tokenCount++] = tokens[i];
    }
    for (let i = 0; i < words.length; i++) {
      this.#words[this.#wordCount] = words[i];
      this.#wordCount += this.#vocabulary.isNewContentWord(words[i]);
    }
    for (let i = 0; i < subwords.length; i++) this.#subwords[this.#subwordCount++] = subwords[i];
  }

  #stretch(stretch: string): Stretch {
    const known = this.#stretches.get(stretch);
    if (known !== undefined) {
      this.#stretchHits++;
      return known;
    }
    this.#stretchMisses++;
    const isKept = stretch.length <= LONGEST_CACHED;
    const text = isKept ? detached(stretch) : stretch;
    const found = {
      tokens: this.#numbersOf(wordTokens(text)),
      words: this.#numbersOf(contentWords(text)),
      subwords: this.#encoderUnits?.text(text) ?? [],
    };
    if (isKept) this.#stretches.set(text, found);
    return found;
  }

  #numbersOf(words: Iterable<string>): number[] {
    return Array.from(words, (word) => this.#vocabulary.numberOf(word));
  }

  /**
   * Room for `more` tokens, words and subwords behind those that there are, which are kept. A character that is read by words gives at most one of each, and two
   * more are written ahead, so room for the characters that are left is always enough.
   */
  #reserve(more: number): void {
    this.#subwords = withRoom(this.#subwords, this.#subwordCount, more + 2);
    this.#tokens = withRoom(this.#tokens, this.#tokenCount, more + 2);
    this.#starts = withRoom(this.#starts, this.#tokenCount, more + 2);
    this.#words = withRoom(this.#words, this.#wordCount, more + 2);
  }
}

/** The array, or a larger copy. One that has become far larger than is needed is given up. */
function withRoom(array: Int32Array<ArrayBuffer>, count: number, more: number): Int32Array<ArrayBuffer> {
  const room = Math.max(KEPT_SCRATCH, count + more);
  if (array.length >= room && array.length <= 4 * room) return array;
  const other = new Int32Array(room);
  other.set(array.subarray(0, count));
  return other;
}

/** A plain array of integers: small ones cost less to make than typed ones. */
function listed(from: Int32Array, count: number): number[] {
  const list = new Array<number>(count);
  // Not Array.from, whose iterator costs more than the reading.
  for (let i = 0; i < count; i++) list[i] = from[i];
  return list;
}
