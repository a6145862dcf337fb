import { TopoGuardError } from '../errors/index.ts';
import { contentWords } from '../text/index.ts';
import type { EmbeddedContext, EmbeddedDocument } from './guard.ts';
import type { PreparedContext, PreparedDocument } from './prepare.ts';
import type { Candidate, Screener } from './screener.ts';
import { documentText } from './sentence-features.ts';
import { offsetsOf } from './vectors.ts';

/**
 * A candidate from vectors the caller has. Nothing is split or left out: every vector is a sentence.
 *
 * @throws TopoGuardError CONTEXT_INVALID, DIMENSION_MISMATCH, EMBEDDING_NON_FINITE, CONTEXT_TOO_LARGE naming the place
 */
export function embeddedCandidate(context: EmbeddedContext, screener: Screener): Candidate {
  const start = performance.now();
  const d = screener.encoder.dimension;
  if (!Array.isArray(context?.documents)) {
    throw invalid('documents', 'is not an array', 'Give [{"embeddings": [[…], …]}, …]');
  }
  const documents = context.documents.map((document, index) =>
    documentOf(document as EmbeddedDocument, index, screener),
  );
  const live = documents.filter((document) => document.sentences.length > 0);
  const sentenceCount = live.reduce((sum, document) => sum + document.sentences.length, 0);
  requireWithin(documents.length, screener.parameters.limits.maxDocuments, 'documents', 'maxDocuments');
  requireWithin(sentenceCount, screener.parameters.limits.maxSentences, 'sentences', 'maxSentences');
  const query = context.queryEmbedding;
  const prepared: PreparedContext = {
    id: context.id,
    passthrough: undefined,
    documents: live,
    // Only its presence matters from here on: vectors are given.
    query: query === undefined ? undefined : (context.query ?? ''),
    queryWords: context.query === undefined ? null : contentWords(context.query),
    sentenceCount,
    notes: [],
  };
  const candidate: Candidate = {
    prepared,
    id: context.id,
    timings: { text: performance.now() - start, encode: 0, graph: 0 },
  };
  if (live.length < 2) return candidate;
  const vectors = new Float64Array(sentenceCount * d);
  let row = 0;
  for (const document of live) {
    context.documents[document.index].embeddings.forEach((vector: ArrayLike<number>, s: number) => {
      copyVector(vector, vectors, row++ * d, d, `documents[${document.index}].embeddings[${s}]`);
    });
  }
  let queries: Float64Array | null = null;
  if (query !== undefined) {
    queries = new Float64Array(d);
    copyVector(query, queries, 0, d, 'queryEmbedding');
  }
  screener.analyzeVectors([candidate], { vectors, dimension: d, queries, ...offsetsOf([prepared]) });
  return candidate;
}

function documentOf(document: EmbeddedDocument, index: number, screener: Screener): PreparedDocument {
  const field = `documents[${index}]`;
  if (!Array.isArray(document?.embeddings)) {
    throw invalid(`${field}.embeddings`, 'is not an array', 'Give one vector per sentence');
  }
  const { sentences } = document;
  if (sentences !== undefined && sentences.length !== document.embeddings.length) {
    throw invalid(
      `${field}.sentences`,
      `has ${sentences.length} sentences for ${document.embeddings.length} embeddings`,
      'Give one sentence per vector',
    );
  }
  return {
    index,
    id: document.id,
    sentences: sentences ? [...sentences] : document.embeddings.map(() => ''),
    indices: document.embeddings.map((_, i) => i),
    text: sentences ? documentText(sentences.map((sentence) => screener.cache.get(sentence))) : null,
  };
}

function copyVector(vector: ArrayLike<number>, into: Float64Array, offset: number, d: number, field: string): void {
  if (typeof vector !== 'object' || vector === null || vector.length !== d) {
    throw new TopoGuardError(
      'DIMENSION_MISMATCH',
      `has ${vector?.length ?? 'no'} numbers where the encoder's dimension is ${d}`,
      {
        location: { field },
        remedy: 'Give vectors of the encoder the guard was made with',
      },
    );
  }
  for (let i = 0; i < d; i++) {
    const value = vector[i];
    if (!Number.isFinite(value)) {
      throw new TopoGuardError('EMBEDDING_NON_FINITE', `holds ${String(value)}`, {
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

function invalid(field: string, problem: string, remedy: string): TopoGuardError {
  return new TopoGuardError('CONTEXT_INVALID', problem, { location: { field }, remedy });
}
