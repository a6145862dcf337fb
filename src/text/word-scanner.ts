import { BoundedCache } from './bounded-cache.ts';
import type { CacheStatistics } from './cache-statistics.ts';
import { detached } from './detached.ts';
import { STOP_WORDS } from './stop-words.ts';
import { LONGEST_WORD, WordLexicon } from './word-lexicon.ts';
import { WordList } from './word-list.ts';
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

/** What one reading of a text finds. */
export interface ScannedText {
  /** As wordTokens gives them. */
  tokens: string[];
  /** As contentWords gives them. */
  words: ReadonlySet<string>;
  /** Subword units in order; null for a scanner without a vocabulary. */
  subwords: number[] | null;
}

/** What is known of a text between white space, or of a word that the lexicon does not take. */
interface Stretch {
  tokens: string[];
  words: string[];
  subwords: ArrayLike<number>;
}

/** Stretches that are remembered, and the longest such. */
const [CACHED_STRETCHES, LONGEST_CACHED] = [8192, 64];
/** Tokens of a text beyond which the scratch arrays are not kept for the next one. */
const MOST_SCRATCH = 4096;
/** Characters looked at before words are looked up. */
const SEGMENT = 2048;

/** Classes of ASCII characters, with the lower-case code of a letter or digit, or the code of a mark with its highest bit. */
const SPACE = 0x100;
const WORD = 0x200;
const MARK = 0x400;
const OTHER = 0x800;
const CLASS = Uint16Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9A-Za-z]/.test(character)) return WORD | character.toLowerCase().charCodeAt(0);
  if (/[\t\n\r ]/.test(character)) return SPACE;
  return /[!-/:-@[-`{-~]/.test(character) ? MARK | 0x80 | code : OTHER;
});

/** MASKS[4 · length + i] keeps those characters of a word's i-th integer that are the word's. */
const MASKS = Int32Array.from({ length: 4 * (LONGEST_WORD + 1) }, (_, at) => {
  const characters = Math.max(0, Math.min(4, (at >> 2) - 4 * (at & 3)));
  return characters === 4 ? -1 : (1 << (8 * characters)) - 1;
});

/**
 * Finds word tokens, content words and subword units in one pass. ASCII text is taken a segment at a time: where words begin
 * and end is found first, without a branch a character, and then each word costs one look-up if it was met before. A stretch
 * between white space that holds any other character, or a control character, is taken as a whole, which gives the same as
 * taking the whole text because no rule of Unicode concerned here (normalization, lower case, word characters) reaches
 * across white space.
 */
export class WordScanner {
  readonly #vocabulary: SubwordVocabulary | null;
  /** Unit of each byte that #findWords writes. [256] */
  readonly #marks = new Int32Array(256).fill(-1);
  readonly #lexicon = new WordLexicon();
  readonly #stretches = new BoundedCache<Stretch>(CACHED_STRETCHES);
  /** The segment: lower-case letters and digits, marks with their highest bit, 0 for white space. */
  readonly #bytes = new Uint8Array(SEGMENT + LONGEST_WORD);
  readonly #view = new DataView(this.#bytes.buffer);
  /** Where in the segment a word begins or ends, or a mark is. */
  readonly #events = new Int32Array(SEGMENT + 2);
  #eventCount = 0;
  /** Whether the segment ends at a stretch that has to be taken as a whole. */
  #isInterrupted = false;
  #subwords = new Int32Array(256);
  #subwordCount = 0;
  #tokens: string[] = [];
  #tokenCount = 0;
  #words: string[] = [];
  #wordCount = 0;
  /** Whether `#words` holds words that were not compared with the others. */
  #mayRepeat = false;
  #lookups = 0;
  #wordMisses = 0;
  #stretchHits = 0;
  #stretchMisses = 0;

  constructor(vocabulary: SubwordVocabulary | null = null) {
    this.#vocabulary = vocabulary;
    if (vocabulary !== null) for (let code = 0; code < 128; code++) this.#marks[128 + code] = vocabulary.marks[code];
  }

  scan(text: string): ScannedText {
    this.#read(text, text.length);
    const words = this.#words.slice(0, this.#wordCount);
    let subwords: number[] | null = null;
    if (this.#vocabulary !== null) {
      const count = this.#subwordCount;
      // Not Array.from, whose iterator costs more than the pass itself.
      subwords = new Array<number>(count);
      for (let i = 0; i < count; i++) subwords[i] = this.#subwords[i];
    }
    return {
      tokens: this.#tokens.slice(0, this.#tokenCount),
      words: this.#mayRepeat ? new Set(words) : new WordList(words),
      subwords,
    };
  }

  /** Adds the content words of a text to a set. */
  addContentWords(text: string, to: Set<string>): void {
    this.#read(text, text.length);
    for (let i = 0; i < this.#wordCount; i++) to.add(this.#words[i]);
  }

  /** Finds the subword units of the first `limit` UTF-16 units of a text, leaves them in `subwords`, returns how many. */
  scanSubwords(text: string, limit: number): number {
    this.#read(text, Math.min(text.length, limit));
    return this.#subwordCount;
  }

  /** Where `scanSubwords` writes; the next call overwrites it, and may replace the array. */
  get subwords(): Int32Array {
    return this.#subwords;
  }

  statistics(): { words: CacheStatistics; stretches: CacheStatistics } {
    return {
      words: { size: this.#lexicon.size, hits: this.#lookups - this.#wordMisses, misses: this.#wordMisses },
      stretches: { size: this.#stretches.size, hits: this.#stretchHits, misses: this.#stretchMisses },
    };
  }

  #read(text: string, end: number): void {
    if (this.#tokens.length > MOST_SCRATCH) {
      this.#tokens = [];
      this.#words = [];
    }
    this.#tokenCount = 0;
    this.#wordCount = 0;
    this.#mayRepeat = false;
    this.#lexicon.forgetSeen();
    this.#subwordCount = 0;
    // Invariant: free subwords ≥ characters left, as an ASCII character gives at most one, and two more to write ahead.
    this.#reserve(end);
    for (let at = 0; at < end; ) {
      const next = this.#findWords(text, at, end);
      this.#addWords(text, at);
      const isStuck = next === at;
      at = next;
      if (isStuck || this.#isInterrupted) {
        while (at < end && !(CLASS[text.charCodeAt(at)] === SPACE)) at++;
        const stretch = this.#stretch(text.slice(next, at));
        // Decomposition may give more subwords than characters (hangul).
        this.#reserve(stretch.subwords.length + end - at);
        this.#addStretch(stretch);
      }
    }
  }

  /**
   * Fills the segment with text from `from` and lists its events, the segment's end the last. Returns where the text goes on:
   * behind white space or at its end; at `from` itself where a stretch is longer than a segment.
   */
  #findWords(text: string, from: number, end: number): number {
    const bytes = this.#bytes;
    const events = this.#events;
    const stop = Math.min(end - from, SEGMENT);
    let count = 0;
    let before = SPACE;
    let stretch = 0;
    let i = 0;
    for (; i < stop; i++) {
      const code = text.charCodeAt(from + i);
      if (code > 127) break;
      const found = CLASS[code];
      if (found === OTHER) break;
      bytes[i] = found;
      events[count] = i;
      // A word's first character, the one behind its last, and every mark.
      count += (((found ^ before) >> 9) | (found >> 10)) & 1;
      stretch += (i + 1 - stretch) & -((found >> 8) & 1);
      before = found;
    }
    this.#isInterrupted = i < stop;
    if (from + i < end) {
      // A stretch that is not all here is left out: what was read of it may change.
      i = stretch;
      while (count > 0 && events[count - 1] >= i) count--;
    }
    bytes[i] = 0;
    events[count] = i;
    this.#eventCount = count;
    return from + i;
  }

  /** Adds what the segment that was read from `from` holds. */
  #addWords(text: string, from: number): void {
    const bytes = this.#bytes;
    const view = this.#view;
    const events = this.#events;
    const lexicon = this.#lexicon;
    const subwords = this.#subwords;
    const tokens = this.#tokens;
    const words = this.#words;
    let subwordCount = this.#subwordCount;
    let tokenCount = this.#tokenCount;
    let wordCount = this.#wordCount;
    for (let e = 0; e < this.#eventCount; e++) {
      const start = events[e];
      const byte = bytes[start];
      if (byte === 0 || byte > 127) {
        const mark = this.#marks[byte];
        subwords[subwordCount] = mark;
        // White space and marks that the vocabulary lacks are −1.
        subwordCount += 1 + (mark >> 31);
        continue;
      }
      const length = events[e + 1] - start;
      if (length <= LONGEST_WORD) {
        const mask = 4 * length;
        const a = view.getInt32(start, true) & MASKS[mask];
        const b = view.getInt32(start + 4, true) & MASKS[mask + 1];
        const c = view.getInt32(start + 8, true) & MASKS[mask + 2];
        const d = view.getInt32(start + 12, true) & MASKS[mask + 3];
        let record = lexicon.find(a, b, c, d);
        this.#lookups++;
        if (record === 0) record = this.#learn(text.slice(from + start, from + start + length), a, b, c, d);
        if (record !== 0) {
          subwordCount = lexicon.copySubwords(record, subwords, subwordCount);
          const word = lexicon.word(record);
          tokens[tokenCount++] = word;
          words[wordCount] = word;
          wordCount += lexicon.isNewContentWord(record);
          continue;
        }
      }
      this.#subwordCount = subwordCount;
      this.#tokenCount = tokenCount;
      this.#wordCount = wordCount;
      this.#addStretch(this.#stretch(text.slice(from + start, from + start + length)));
      subwordCount = this.#subwordCount;
      tokenCount = this.#tokenCount;
      wordCount = this.#wordCount;
    }
    this.#subwordCount = subwordCount;
    this.#tokenCount = tokenCount;
    this.#wordCount = wordCount;
  }

  #learn(asciiWord: string, a: number, b: number, c: number, d: number): number {
    this.#wordMisses++;
    // It may have been seen in this text and been displaced since.
    this.#mayRepeat = true;
    const word = detached(asciiWord.toLowerCase());
    return this.#lexicon.remember(word, a, b, c, d, STOP_WORDS.has(word), this.#vocabulary?.word(word) ?? []);
  }

  #addStretch({ tokens, words, subwords }: Stretch): void {
    this.#mayRepeat ||= words.length > 0;
    for (let i = 0; i < tokens.length; i++) this.#tokens[this.#tokenCount++] = tokens[i];
    for (let i = 0; i < words.length; i++) this.#words[this.#wordCount++] = words[i];
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
      tokens: wordTokens(text),
      words: [...contentWords(text)],
      subwords: this.#vocabulary?.text(text) ?? [],
    };
    if (isKept) this.#stretches.set(text, found);
    return found;
  }

  /** Room for `more` subwords behind those that there are, which are kept. */
  #reserve(more: number): void {
    const room = this.#subwordCount + more + 2;
    if (this.#subwords.length >= room) return;
    const grown = new Int32Array(room);
    grown.set(this.#subwords.subarray(0, this.#subwordCount));
    this.#subwords = grown;
  }
}
