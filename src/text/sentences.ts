import { TopoGuardError } from '../errors/index.ts';
import { sentenceStarts } from './breaks.ts';
import type { ContextDocument } from './context.ts';
import { isFalseBreak } from './false-breaks.ts';
import { boundedText, cutPosition } from './well-formed.ts';

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
}

export interface SentenceSplit {
  /** Trimmed, never empty, in order, without lone surrogates. */
  sentences: string[];
  /** Text behind `maxCharacters` was left out. */
  truncated: boolean;
  /** Sentences longer than `maxSentenceCharacters`, each now several entries of `sentences`. */
  longSentences: number;
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
  const split: SentenceSplit = { sentences: [], truncated: text.length > bounds.document, longSentences: 0 };
  const bounded = boundedText(text, bounds.document);
  const starts = sentenceStarts(bounded, segmenterFor(options.locale ?? 'en'));
  let start = 0;
  for (let i = 1; i < starts.length; i++) {
    if (isFalseBreak(bounded, start, starts[i], starts[i + 1] ?? bounded.length)) continue;
    add(bounded.slice(start, starts[i]), bounds.sentence, split);
    start = starts[i];
  }
  add(bounded.slice(start), bounds.sentence, split);
  return split;
}

/**
 * The sentences of a document: its `sentences` where given, else its `text` split. A document with neither has none.
 *
 * @throws TopoGuardError as splitSentences; CONTEXT_INVALID names the sentence that is no string
 */
export function documentSentences(document: ContextDocument, options: SentenceOptions = {}): DocumentSentences {
  const given = document.sentences;
  if (given === undefined || given === null) {
    const split = splitSentences(document.text ?? '', options);
    return { ...split, indices: split.sentences.map((_, i) => i) };
  }
  if (!Array.isArray(given)) throw notText('sentences', given);
  const bounds = boundsOf(options);
  const out: DocumentSentences = { sentences: [], indices: [], truncated: false, longSentences: 0 };
  let left = bounds.document;
  for (let i = 0; i < given.length && !out.truncated; i++) {
    const sentence: unknown = given[i];
    if (typeof sentence !== 'string') throw notText(`sentences[${i}]`, sentence);
    out.truncated = sentence.length > left;
    addPieces(boundedText(sentence, left).trim(), bounds.sentence, out);
    left -= sentence.length;
    while (out.indices.length < out.sentences.length) out.indices.push(i);
  }
  return out;
}

const HAS_CONTENT = /[\p{L}\p{N}]/u;

function add(sentence: string, max: number, split: SentenceSplit): void {
  const trimmed = sentence.trim();
  if (HAS_CONTENT.test(trimmed)) addPieces(trimmed, max, split);
}

function addPieces(sentence: string, max: number, split: SentenceSplit): void {
  if (sentence.length > max) split.longSentences++;
  let from = 0;
  while (sentence.length - from > max) {
    // A cut deep inside the piece wastes the bound; without white space in the second half, cut in mid-word.
    const space = sentence.slice(from + (max >> 1), from + max).search(/\s\S*$/);
    const at = space >= 0 ? from + (max >> 1) + space : cutPosition(sentence, from + max);
    const piece = sentence.slice(from, at).trim();
    if (piece !== '') split.sentences.push(piece);
    from = at > from ? at : from + max;
  }
  const rest = sentence.slice(from).trim();
  if (rest !== '') split.sentences.push(rest);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** One segmenter a locale: making one costs a hundred times what using it does. */
function segmenterFor(locale: string): Intl.Segmenter {
  let segmenter = segmenters.get(locale);
  if (segmenter === undefined) {
    try {
      segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
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

function boundsOf(options: SentenceOptions): { document: number; sentence: number } {
  const { maxCharacters = DEFAULT_MAX_CHARACTERS, maxSentenceCharacters = DEFAULT_MAX_SENTENCE_CHARACTERS } = options;
  // Two code units are the longest character: a smaller bound could not hold one.
  for (const [field, value] of Object.entries({ maxCharacters, maxSentenceCharacters })) {
    if (!Number.isSafeInteger(value) || value < 2) {
      throw new TopoGuardError('OPTION_INVALID', `must be a whole number ≥ 2, got ${String(value)}`, {
        location: { field },
      });
    }
  }
  return { document: maxCharacters, sentence: maxSentenceCharacters };
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
