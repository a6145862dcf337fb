import type { ContextFeatures, DocumentText } from '../../src/detectors/index.ts';
import { analyzeBatch, contextView, documentRelations } from '../../src/graph/index.ts';
import { jsBackend } from '../../src/linalg/index.ts';
import { contentWords, Vocabulary, wordTokens } from '../../src/text/index.ts';

export interface HandMadeDocument {
  vectors: number[][];
  sentences?: string[];
  entities?: string[];
  title?: string;
}

/** What contexts without a vocabulary of their own are numbered by, as those of one guard are. */
const SHARED = new Vocabulary();

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
    vocabulary?: Vocabulary;
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
  const { vocabulary = SHARED, idf = () => 1 } = options;
  const numbers = (words: Iterable<string>) => Array.from(words, (word) => vocabulary.numberOf(word));
  const withTexts = documents.every((d) => d.sentences);
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
    documents: withTexts ? documents.map((document) => textOf(document, numbers)) : null,
    queryWords: options.query === undefined ? null : numbers(contentWords(options.query)),
    queryTokens: options.query === undefined ? null : numbers(wordTokens(options.query)),
    vocabulary: withTexts ? vocabulary : null,
    idf: (word) => idf(vocabulary.word(word)),
  };
}

function textOf(
  { sentences = [], entities = [], title = '' }: HandMadeDocument,
  numbers: (words: Iterable<string>) => number[],
): DocumentText {
  const entityWords = new Set(entities.flatMap((name) => [...contentWords(name)]));
  const words = sentences.map((s) => [...contentWords(s)]);
  return {
    sentences: sentences.map((sentence, s) => ({
      words: numbers(words[s]),
      entityWords: numbers(words[s].filter((word) => entityWords.has(word))),
      tokens: numbers(wordTokens(sentence)),
    })),
    titleWords: numbers(contentWords(title)),
    entityNames: new Set(entities),
    entityWords: new Set(numbers(entityWords)),
    words: new Set(numbers(words.flat())),
  };
}
