import type { DocumentText } from '../detectors/index.ts';
import { TopoGuardError } from '../errors/index.ts';
import {
  boundedText,
  type Context,
  type ContextDocument,
  documentSentences,
  hasContent,
  type Vocabulary,
} from '../text/index.ts';
import type { ScreeningParameters } from './options.ts';
import { documentText, type SentenceFeatureCache } from './sentence-features.ts';

/** A document that takes part in the screening. */
export interface PreparedDocument {
  /** Index in the context as given. */
  index: number;
  id: string | undefined;
  /** Sentences that enter the graph, and their indices in the document. */
  sentences: string[];
  indices: number[];
  text: DocumentText | null;
  /** Where titles are read. */
  title?: string;
  /** What the encoder's scanner found in each sentence; left out where vectors are given. */
  subwords?: (readonly number[] | null)[];
}

/** A context ready to be encoded. `documents` are those with text; fewer than two mean that there is nothing to compare. */
export interface PreparedContext {
  id: string | undefined;
  passthrough: Record<string, unknown> | undefined;
  documents: PreparedDocument[];
  query: string | undefined;
  queryWords: readonly number[] | null;
  queryTokens: readonly number[] | null;
  querySubwords: readonly number[] | null;
  /** What the numbers of words mean. */
  vocabulary: Vocabulary;
  sentenceCount: number;
  notes: string[];
}

/**
 * Checks a context as it came, splits and bounds its text, and finds words and entities.
 *
 * @throws TopoGuardError CONTEXT_INVALID naming the field, CONTEXT_TOO_LARGE naming the limit
 */
export function prepareContext(
  context: Context,
  parameters: ScreeningParameters,
  cache: SentenceFeatureCache,
): PreparedContext {
  const { id, query: rawQuery, documents } = requireObject(context, null) as Context;
  if (!Array.isArray(documents)) {
    throw invalidField(
      'documents',
      documents === undefined ? 'is missing' : 'is not an array',
      'Give the retrieved documents: [{"text": "…"}, …]',
    );
  }
  const { limits } = parameters;
  if (documents.length > limits.maxDocuments) {
    throw tooLarge(`${documents.length} documents are more than the limit of ${limits.maxDocuments}`, 'maxDocuments');
  }
  const notes: string[] = [];
  const query = prepareQuery(rawQuery, limits.maxQueryCharacters, notes);
  const prepared: PreparedDocument[] = [];
  let longer = 0;
  let sentenceCount = 0;
  for (let index = 0; index < documents.length; index++) {
    const entry = prepareDocument(documents[index], index, parameters, notes);
    if (entry.document.sentences.length === 0)
      notes.push(`document ${index} has no letters or digits and was left out`);
    else prepared.push(entry.document);
    if (entry.more) longer++;
    sentenceCount += entry.document.sentences.length;
  }
  if (sentenceCount > limits.maxSentences) {
    throw tooLarge(`its documents have more sentences than the limit of ${limits.maxSentences}`, 'maxSentences');
  }
  if (longer > 0 && parameters.coverage === 'leading') {
    notes.push(
      `${longer} of ${documents.length} documents have more than the ${parameters.sentencesPerDocument} sentences that were screened (coverage: leading)`,
    );
  }
  noteDuplicateIds(prepared, notes);
  const vocabulary = cache.begin();
  addTexts(prepared, cache, notes);
  const scannedQuery = query === undefined ? null : cache.scanner.scan(query);
  return {
    id: prepareId(id),
    passthrough: unknownFields(context),
    documents: prepared,
    query,
    queryWords: scannedQuery?.words ?? null,
    queryTokens: scannedQuery?.tokens ?? null,
    querySubwords: scannedQuery?.subwords ?? null,
    vocabulary,
    sentenceCount,
    notes,
  };
}

const KNOWN_FIELDS: readonly string[] = ['id', 'query', 'documents'];

/** Fields that are handed through; undefined where there are none, as in most contexts. */
function unknownFields(context: Context): Record<string, unknown> | undefined {
  const names = Object.keys(context).filter((name) => !KNOWN_FIELDS.includes(name));
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, (context as Record<string, unknown>)[name]]));
}

function prepareDocument(
  raw: unknown,
  index: number,
  parameters: ScreeningParameters,
  notes: string[],
): { document: PreparedDocument; more: boolean } {
  const field = `documents[${index}]`;
  const document = requireObject(raw, field) as ContextDocument;
  const hasText = document.text !== undefined && document.text !== null;
  const hasSentences = document.sentences !== undefined && document.sentences !== null;
  if (hasText && typeof document.text !== 'string') {
    throw invalidField(`${field}.text`, 'is not a string', 'Give the passage as text');
  }
  if (!hasText && !hasSentences) {
    throw invalidField(field, 'has neither text nor sentences', 'Give one of them; an empty text is allowed');
  }
  if (hasText && hasSentences) {
    notes.push(`document ${index} has sentences and text: its sentences were screened, its text was not`);
  }
  const leading = parameters.coverage === 'leading';
  let split: ReturnType<typeof documentSentences>;
  try {
    split = documentSentences(document, {
      locale: parameters.locale,
      maxCharacters: parameters.limits.maxDocumentCharacters,
      maxSentenceCharacters: parameters.limits.maxSentenceCharacters,
      // One more than the limit is enough to know that it is passed.
      maxSentences: leading ? parameters.sentencesPerDocument : parameters.limits.maxSentences + 1,
    });
  } catch (thrown) {
    if (thrown instanceof TopoGuardError && thrown.code === 'CONTEXT_INVALID') {
      const inner = thrown.location.field;
      throw invalidField(inner ? `${field}.${inner}` : field, thrown.problem, thrown.remedy ?? 'Give strings');
    }
    throw thrown;
  }
  if (split.truncated) {
    notes.push(
      `document ${index} was cut after ${parameters.limits.maxDocumentCharacters} characters (limits.maxDocumentCharacters)`,
    );
  }
  const kept: PreparedDocument = {
    index,
    id: prepareId(document.id, `${field}.id`),
    sentences: [],
    indices: [],
    text: null,
  };
  if (parameters.titles && document.title !== undefined && document.title !== null) {
    if (typeof document.title !== 'string') {
      throw invalidField(`${field}.title`, 'is not a string', 'Give the title as text, or leave it out');
    }
    kept.title = boundedText(document.title, parameters.limits.maxSentenceCharacters);
  }
  for (let i = 0; i < split.sentences.length; i++) {
    if (!hasContent(split.sentences[i])) continue;
    kept.sentences.push(split.sentences[i]);
    kept.indices.push(split.indices[i]);
  }
  return { document: kept, more: split.more };
}

/** The query to use: bounded, and undefined where it has no letters or digits. */
export function prepareQuery(query: unknown, maxCharacters: number, notes: string[]): string | undefined {
  if (query === undefined || query === null) return undefined;
  if (typeof query !== 'string')
    throw invalidField('query', 'is not a string', 'Give the question as text, or leave it out');
  if (!hasContent(query)) {
    notes.push('the query has no letters or digits and was not used');
    return undefined;
  }
  if (query.length > maxCharacters)
    notes.push(`the query was cut after ${maxCharacters} characters (limits.maxQueryCharacters)`);
  return boundedText(query, maxCharacters);
}

/** An id as text. */
export function prepareId(id: unknown, field = 'id'): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'string') return id;
  if (typeof id === 'number' && Number.isFinite(id)) return String(id);
  throw invalidField(field, 'is neither a string nor a number', 'Give a string, or leave it out');
}

function addTexts(documents: PreparedDocument[], cache: SentenceFeatureCache, notes: string[]): void {
  let caseless = 0;
  for (const document of documents) {
    const features = document.sentences.map((sentence) => cache.get(sentence));
    const titleWords = document.title === undefined ? undefined : cache.scanner.scan(document.title).words;
    document.text = documentText(features, titleWords);
    document.subwords = features.map((f) => f.subwords);
    if (features.every((f) => f.caseless)) caseless++;
  }
  if (caseless > 0) {
    notes.push(
      `${caseless} of ${documents.length} documents are in a script without upper and lower case: no entities can be found there`,
    );
  }
}

function noteDuplicateIds(documents: readonly PreparedDocument[], notes: string[]): void {
  if (documents.every(({ id }) => id === undefined)) return;
  const seen = new Map<string, number>();
  for (const { id, index } of documents) {
    if (id === undefined) continue;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, index);
    else notes.push(`documents ${first} and ${index} have the same id`);
  }
}

function requireObject(value: unknown, name: string | null): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  const remedy = 'Give {"query": "…", "documents": [{"text": "…"}, …]}';
  if (name !== null) throw invalidField(name, 'is not an object', remedy);
  throw new TopoGuardError('CONTEXT_INVALID', 'the context is not an object', { remedy });
}

/** A context's field that is not what it should be; shared with contexts of vectors. */
export function invalidField(field: string, problem: string, remedy: string): TopoGuardError {
  return new TopoGuardError('CONTEXT_INVALID', problem, { location: { field }, remedy });
}

function tooLarge(problem: string, limit: string): TopoGuardError {
  return new TopoGuardError('CONTEXT_TOO_LARGE', problem, {
    location: { field: 'documents' },
    remedy: `Screen fewer documents at a time, or raise limits.${limit}`,
  });
}
