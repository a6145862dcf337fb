import type { ContextFeatures, DocumentText } from '../../src/detectors/index.ts';
import { analyzeBatch, contextView, documentRelations } from '../../src/graph/index.ts';
import { jsBackend } from '../../src/linalg/index.ts';
import { contentWords, wordTokens } from '../../src/text/index.ts';

export interface HandMadeDocument {
  vectors: number[][];
  sentences?: string[];
  entities?: string[];
  title?: string;
}

/** Features of a context written down by hand: vectors, and where a test reads words, sentences and entity names. */
export function featuresOf(
  documents: HandMadeDocument[],
  options: {
    query?: string;
    queryVector?: number[];
    k?: number;
    alpha?: number;
    entityUnit?: 'word' | 'name';
    idf?: (word: string) => number;
    windowLength?: number;
  } = {},
): ContextFeatures {
  const rows = documents.flatMap((d) => d.vectors);
  const dimension = rows[0].length;
  const documentOffsets = Int32Array.from(
    [0, ...documents.keys()].map((_, i) => documents.slice(0, i).reduce((n, d) => n + d.vectors.length, 0)),
  );
  const batch = {
    vectors: Float64Array.from(rows.flat()),
    dimension,
    documentOffsets,
    contextOffsets: Int32Array.of(0, documents.length),
    queries: options.queryVector ? Float64Array.from(options.queryVector) : null,
  };
  const k = options.k ?? 4;
  const view = contextView(batch, analyzeBatch(jsBackend, batch, k), 0);
  return {
    documentCount: documents.length,
    sentenceCount: rows.length,
    offsets: documentOffsets,
    windowLength: options.windowLength ?? 3,
    k,
    alpha: options.alpha ?? 0.4,
    entityUnit: options.entityUnit ?? 'word',
    graph: view.graph,
    pairs: view.pairs,
    similarities: view.similarities,
    fiedler: view.fiedler,
    relations: documentRelations(view.similarities, rows.length, documentOffsets),
    queryCosines: options.queryVector ? view.queryCosines : null,
    documents: documents.every((d) => d.sentences) ? documents.map(textOf) : null,
    queryWords: options.query === undefined ? null : contentWords(options.query),
    queryTokens: options.query === undefined ? null : wordTokens(options.query),
    idf: options.idf ?? (() => 1),
  };
}

function textOf({ sentences = [], entities = [], title = '' }: HandMadeDocument): DocumentText {
  const entityWords = new Set(entities.flatMap((name) => [...contentWords(name)]));
  const sentenceWords = sentences.map((s) => contentWords(s));
  return {
    entityNames: new Set(entities),
    entityWords,
    words: new Set(sentenceWords.flatMap((words) => [...words])),
    sentenceWords,
    sentenceEntityWords: sentenceWords.map((words) => new Set([...words].filter((word) => entityWords.has(word)))),
    titleWords: contentWords(title),
    sentenceTokens: sentences.map((s) => wordTokens(s)),
  };
}
