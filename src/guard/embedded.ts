import { asTopoGuardError, TopoGuardError } from '../errors/index.ts';
import type { PackedBatch } from '../linalg/backend.ts';
import { boundedText } from '../text/index.ts';
import type { EmbeddedContext } from './guard.ts';
import type { Limits } from './limits.ts';
import { invalidField, type PreparedContext, type PreparedDocument, prepareId, prepareQuery } from './prepare.ts';
import type { Candidate, Screener } from './screener.ts';
import { documentText } from './sentence-features.ts';
import { offsetsOf } from './vectors.ts';

/** A candidate from vectors the caller has, and those vectors; null where there is nothing to compare. */
export interface EmbeddedCandidate {
  candidate: Candidate;
  /** [sentences × dimension] */
  vectors: Float64Array | null;
  /** [dimension]; null without a query. */
  query: Float64Array | null;
}

/** Third stage of one. @throws what the graph stage throws */
export function analyzeEmbedded(embedded: EmbeddedCandidate, screener: Screener): Candidate {
  if (embedded.vectors) screener.analyzeVectors([embedded.candidate], packEmbedded([embedded], screener));
  return embedded.candidate;
}

/** Third stage of many, off this thread where the backend can. A fault stays with its context. @throws the signal's reason */
export async function analyzeEmbeddedBatch(
  embedded: readonly EmbeddedCandidate[],
  screener: Screener,
  signal: AbortSignal | undefined,
): Promise<void> {
  const live = embedded.filter(({ vectors }) => vectors !== null);
  if (live.length === 0) return;
  const candidates = live.map(({ candidate }) => candidate);
  try {
    await screener.analyzeVectorsAsync(candidates, packEmbedded(live, screener), signal);
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    if (live.length === 1) candidates[0]!.error = asTopoGuardError(thrown, 'SOLVER_FAILED');
    else for (const one of live) await analyzeEmbeddedBatch([one], screener, signal);
  }
}

function packEmbedded(live: readonly EmbeddedCandidate[], screener: Screener): PackedBatch {
  const { dimension } = screener.encoder;
  const { documentOffsets, contextOffsets } = offsetsOf(live.map(({ candidate }) => candidate.prepared!));
  const hasQueries = live.some(({ query }) => query !== null);
  return {
    vectors: joined(live.map(({ vectors }) => vectors!)),
    dimension,
    documentOffsets,
    contextOffsets,
    queries: hasQueries ? joined(live.map(({ query }) => query ?? new Float64Array(dimension))) : null,
  };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  if (parts.length === 1) return parts[0];
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * First stage. Nothing is split or left out: every vector is a sentence. Texts are bounded as those of contexts are.
 *
 * @throws TopoGuardError CONTEXT_INVALID, DIMENSION_MISMATCH, EMBEDDING_NON_FINITE, CONTEXT_TOO_LARGE naming the place
 */
export function prepareEmbedded(context: EmbeddedContext, screener: Screener): EmbeddedCandidate {
  const start = performance.now();
  const d = screener.encoder.dimension;
  const { limits } = screener.parameters;
  if (!Array.isArray(context?.documents)) {
    throw invalidField('documents', 'is not an array', 'Give [{"embeddings": [[…], …]}, …]');
  }
  requireWithin(context.documents.length, limits.maxDocuments, 'documents', 'maxDocuments');
  const notes: string[] = [];
  const vocabulary = screener.cache.begin();
  const embeddings: ArrayLike<number>[][] = [];
  // Array.from fills holes, so that a missing document is told and not passed over.
  const documents = Array.from(context.documents, (document: unknown, index) => {
    const entry = documentOf(document, index, screener, notes);
    embeddings.push(entry.embeddings);
    return entry.document;
  });
  const live = documents.filter((document) => document.sentences.length > 0);
  const sentenceCount = live.reduce((sum, document) => sum + document.sentences.length, 0);
  requireWithin(sentenceCount, limits.maxSentences, 'sentences', 'maxSentences');
  const query = prepareQuery(context.query, limits.maxQueryCharacters, notes);
  const scannedQuery = query === undefined ? null : screener.cache.scanner.scan(query);
  const given = context.queryEmbedding;
  const prepared: PreparedContext = {
    id: prepareId(context.id),
    passthrough: undefined,
    documents: live,
    // Only its presence matters from here on: vectors are given.
    query: given === undefined ? undefined : (query ?? ''),
    queryWords: scannedQuery?.words ?? null,
    queryTokens: scannedQuery?.tokens ?? null,
    querySubwords: null,
    vocabulary,
    sentenceCount,
    notes,
  };
  const candidate: Candidate = {
    prepared,
    id: prepared.id,
    timings: { text: performance.now() - start, encode: 0, graph: 0 },
  };
  if (live.length < 2) return { candidate, vectors: null, query: null };
  const vectors = new Float64Array(sentenceCount * d);
  let row = 0;
  for (const { index } of live) {
    embeddings[index].forEach((vector, s) => {
      copyVector(vector, vectors, row++ * d, d, `documents[${index}].embeddings[${s}]`);
    });
  }
  let queryVector: Float64Array | null = null;
  if (given !== undefined) {
    queryVector = new Float64Array(d);
    copyVector(given, queryVector, 0, d, 'queryEmbedding');
  }
  return { candidate, vectors, query: queryVector };
}

function documentOf(
  raw: unknown,
  index: number,
  screener: Screener,
  notes: string[],
): { document: PreparedDocument; embeddings: ArrayLike<number>[] } {
  const field = `documents[${index}]`;
  const { id, sentences, embeddings } = (raw ?? {}) as { id?: unknown; sentences?: unknown; embeddings?: unknown };
  if (!Array.isArray(embeddings)) {
    throw invalidField(`${field}.embeddings`, 'is not an array', 'Give one vector per sentence');
  }
  const texts =
    sentences === undefined || sentences === null
      ? null
      : sentenceTexts(sentences, embeddings.length, field, screener.parameters.limits, notes);
  return {
    embeddings: Array.from(embeddings),
    document: {
      index,
      id: prepareId(id, `${field}.id`),
      sentences: texts ?? embeddings.map(() => ''),
      indices: embeddings.map((_, i) => i),
      text: texts && documentText(texts.map((sentence) => screener.cache.get(sentence))),
    },
  };
}

function sentenceTexts(value: unknown, count: number, field: string, limits: Limits, notes: string[]): string[] {
  if (!Array.isArray(value))
    throw invalidField(`${field}.sentences`, 'is not an array', 'Give one sentence per vector');
  if (value.length !== count) {
    throw invalidField(
      `${field}.sentences`,
      `has ${value.length} sentences for ${count} embeddings`,
      'Give one sentence per vector',
    );
  }
  return Array.from(value, (sentence: unknown, i) => {
    if (typeof sentence !== 'string') {
      throw invalidField(`${field}.sentences[${i}]`, 'is not a string', 'Give the sentence as text');
    }
    if (sentence.length > limits.maxSentenceCharacters) {
      notes.push(`${field}.sentences[${i}] was cut after ${limits.maxSentenceCharacters} characters`);
    }
    return boundedText(sentence, limits.maxSentenceCharacters);
  });
}

function copyVector(vector: unknown, into: Float64Array, offset: number, d: number, field: string): void {
  if (!Array.isArray(vector) && !(vector instanceof Float32Array) && !(vector instanceof Float64Array)) {
    throw invalidField(field, 'is not an array of numbers', 'Give number[], Float32Array or Float64Array');
  }
  if (vector.length !== d) {
    throw new TopoGuardError(
      'DIMENSION_MISMATCH',
      `has ${vector.length} numbers where the encoder's dimension is ${d}`,
      { location: { field }, remedy: 'Give vectors of the encoder the guard was made with' },
    );
  }
  for (let i = 0; i < d; i++) {
    const value: unknown = vector[i];
    if (typeof value !== 'number') {
      throw invalidField(`${field}[${i}]`, `is a ${typeof value} and no number`, 'Give numbers');
    }
    if (!Number.isFinite(value)) {
      throw new TopoGuardError('EMBEDDING_NON_FINITE', `holds ${value}`, {
        location: { field, index: i },
        remedy: 'Check the encoder; every number must be finite',
      });
    }
    into[offset + i] = value;
  }
}

function requireWithin(count: number, limit: number, what: string, name: string): void {
  if (count <= limit) return;
  throw new TopoGuardError('CONTEXT_TOO_LARGE', `${count} ${what} are more than the limit of ${limit}`, {
    location: { field: 'documents' },
    remedy: `Screen fewer documents at a time, or raise limits.${name}`,
  });
}
