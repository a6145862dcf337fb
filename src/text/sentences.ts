import { TopoGuardError } from '../errors/index.ts';
import { SentenceBreaks, type SentenceSegmenter, sentenceSegmenter } from './breaks.ts';
import { hasContent, SentenceCollector } from './collector.ts';
import type { ContextDocument } from './context.ts';
import { isFalseBreak, isPlainBreak } from './false-breaks.ts';
import { boundedText, cutPosition, wellFormed } from './well-formed.ts';

/** Characters (UTF-16 code units) of one document that are looked at; what follows is left out. */
export const DEFAULT_MAX_CHARACTERS = 100_000;

/** Characters of one sentence; a longer one is cut into pieces of at most this length. */
export const DEFAULT_MAX_SENTENCE_CHARACTERS = 2_000;

export interface SentenceOptions {
  /** BCP 47 language tag for the segmentation rules; `en` by default. */
  locale?: string;
  /** Bound on one document, applied before any language code sees the text; DEFAULT_MAX_CHARACTERS by default. */
  maxCharacters?: number;
  /** Bound on one sentence; DEFAULT_MAX_SENTENCE_CHARACTERS by default. */
  maxSentenceCharacters?: number;
  /**
   * Sentences with a letter or digit that are wanted, from the front, ≥ 1; all by default. Splitting stops there, so that
   * a few leading sentences cost no more than themselves.
   */
  maxSentences?: number;
}

export interface SentenceSplit {
  /** Trimmed, never empty, in order, without lone surrogates. */
  sentences: string[];
  /** Text behind `maxCharacters` was left out. */
  truncated: boolean;
  /** Sentences among these that were longer than `maxSentenceCharacters`, each now several entries of `sentences`. */
  longSentences: number;
  /** `maxSentences` left out a sentence, or a part of one, that has a letter or digit. */
  more: boolean;
}

export interface DocumentSentences extends SentenceSplit {
  /**
   * indices[i] = place of sentences[i] in the document's own `sentences` where they were given (white-space-only ones are
   * passed over, pieces of a long one share an index), else i.
   */
  indices: number[];
}

/**
 * Splits a text into sentences with `Intl.Segmenter`, mending its false breaks after abbreviations and initials, in
 * dialogue and at wrapped lines. Segments without a letter or digit (rules, bullets) are dropped: they would be nodes that
 * are similar to nothing. A sentence over the bound is cut at white space into pieces rather than shortened, so that
 * nothing hides behind the bound.
 *
 * @throws TopoGuardError OPTION_INVALID for a bad bound or locale, CONTEXT_INVALID where `text` is no string
 */
export function splitSentences(text: string, options: SentenceOptions = {}): SentenceSplit {
  const bounds = boundsOf(options);
  if (typeof text !== 'string') throw notText('text', text);
  const found = new SentenceCollector(bounds.sentence, bounds.sentences);
  const truncated = text.length > bounds.document;
  const bounded = truncated ? text.slice(0, cutPosition(text, bounds.document)) : text;
  const { length } = bounded;
  const breaks = new SentenceBreaks(bounded, segmenterFor(options.locale ?? 'en'));
  // A sentence is what stands between breaks that are not false.
  let start = 0;
  for (let at = breaks.next(0); at < length; at = breaks.next(at)) {
    if (!isPlainBreak(bounded, start, at) && isFalseBreak(bounded, start, at, breaks.peek(at))) continue;
    addSentence(found, bounded.slice(start, at));
    start = at;
    // What follows is read no further than to its first letter.
    if (found.full) break;
  }
  addSentence(found, bounded.slice(start));
  const { sentences, longSentences, more } = found;
  return { sentences, truncated, longSentences, more };
}

function addSentence(found: SentenceCollector, sentence: string): void {
  const trimmed = sentence.trim();
  if (!hasContent(trimmed)) return;
  if (found.full) found.more = true;
  // Sentences only, and not the text, are looked at for broken pairs: a long text is mostly not read.
  else found.add(wellFormed(trimmed), 0);
}

/**
 * The sentences of a document: its `sentences` where given, else its `text` split. A document with neither has none; null is
 * the same as not given.
 *
 * @throws TopoGuardError as splitSentences; CONTEXT_INVALID names the sentence that is no string
 */
export function documentSentences(document: ContextDocument, options: SentenceOptions = {}): DocumentSentences {
  const given = document.sentences;
  if (given === undefined || given === null) {
    const { sentences, truncated, longSentences, more } = splitSentences(document.text ?? '', options);
    return { sentences, indices: sentences.map((_, i) => i), truncated, longSentences, more };
  }
  if (!Array.isArray(given)) throw notText('sentences', given);
  const bounds = boundsOf(options);
  const found = new SentenceCollector(bounds.sentence, bounds.sentences);
  let left = bounds.document;
  for (let i = 0; i < given.length && left >= 0; i++) {
    const sentence: unknown = given[i];
    if (typeof sentence !== 'string') throw notText(`sentences[${i}]`, sentence);
    found.add(boundedText(sentence, left).trim(), i);
    left -= sentence.length;
  }
  const { sentences, indices, longSentences, more } = found;
  return { sentences, indices, truncated: left < 0, longSentences, more };
}

const segmenters = new Map<string, SentenceSegmenter>();

/** One segmenter a locale: making one costs a thousand times what using it does. */
function segmenterFor(locale: string): SentenceSegmenter {
  let segmenter = segmenters.get(locale);
  if (segmenter === undefined) {
    try {
      segmenter = sentenceSegmenter(locale);
    } catch (cause) {
      throw new TopoGuardError('OPTION_INVALID', `${JSON.stringify(locale)} is not a language tag`, {
        location: { field: 'locale' },
        remedy: 'Give a BCP 47 tag such as "en" or "de-AT".',
        cause,
      });
    }
    segmenters.set(locale, segmenter);
  }
  return segmenter;
}

function boundsOf(options: SentenceOptions): { document: number; sentence: number; sentences: number } {
  const {
    maxCharacters = DEFAULT_MAX_CHARACTERS,
    maxSentenceCharacters = DEFAULT_MAX_SENTENCE_CHARACTERS,
    maxSentences,
  } = options;
  // Two code units are the longest character: a smaller bound could not hold one.
  requireWhole('maxCharacters', maxCharacters, 2);
  requireWhole('maxSentenceCharacters', maxSentenceCharacters, 2);
  if (maxSentences !== undefined) requireWhole('maxSentences', maxSentences, 1);
  return {
    document: maxCharacters,
    sentence: maxSentenceCharacters,
    sentences: maxSentences ?? Number.POSITIVE_INFINITY,
  };
}

function requireWhole(field: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new TopoGuardError('OPTION_INVALID', `must be a whole number ≥ ${least}, got ${String(value)}`, {
    location: { field },
  });
}

function notText(field: string, value: unknown): TopoGuardError {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
  return new TopoGuardError(
    'CONTEXT_INVALID',
    `expected ${field === 'sentences' ? 'an array of strings' : 'a string'}, got ${kind}`,
    {
      location: { field },
    },
  );
}
