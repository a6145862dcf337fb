import type { DocumentRelations } from '../graph/index.ts';
import type { Vocabulary } from '../text/index.ts';

/** Words of one sentence, by their numbers in the context's vocabulary. */
export interface SentenceWords {
  /** Content words, each once, in order of appearance. */
  readonly words: readonly number[];
  /** Content words of its named entities, each once, in order. */
  readonly entityWords: readonly number[];
  /** Word tokens in order, stop words kept. */
  readonly tokens: readonly number[];
}

/** Words and entities of one document, over the sentences that are screened. */
export interface DocumentText {
  readonly sentences: readonly SentenceWords[];
  /** Content words of its title, each once; empty where it has none, or titles are not read. */
  readonly titleWords: readonly number[];
  /** Named-entity names (the paper's unit), lower case. */
  readonly entityNames: ReadonlySet<string>;
  /** Content words of those names. */
  readonly entityWords: ReadonlySet<number>;
  /** Content words of the document. */
  readonly words: ReadonlySet<number>;
}

/** Everything a signal may look at: one context, its similarities already computed once. */
export interface ContextFeatures {
  /** Number of documents m ≥ 2 and of sentences n. */
  readonly documentCount: number;
  readonly sentenceCount: number;
  /** Document j holds sentences offsets[j] … offsets[j+1]−1; [m + 1], first 0. */
  readonly offsets: Int32Array;
  /** Sentences in a window of a longer document. */
  readonly windowLength: number;
  /** Neighbours k of the k-NN graph. */
  readonly k: number;
  /** Weight of the spectral gap in `hybrid`. */
  readonly alpha: number;
  /** Unit of `entity-overlap`. */
  readonly entityUnit: 'word' | 'name';
  /** One row of linalg's MEASURES for the whole graph. */
  readonly graph: Float64Array;
  /** One such row for each pair of documents, pairs (0,1), (0,2), … (1,2), …. */
  readonly pairs: Float64Array;
  /** Cosine matrix [n × n], row-major. */
  readonly similarities: Float64Array;
  /** Fiedler vector [n]. */
  readonly fiedler: Float64Array;
  /** How the documents relate, from the similarities. */
  readonly relations: DocumentRelations;
  /** Cosine of each sentence to the query [n]; null without a query vector. */
  readonly queryCosines: Float64Array | null;
  /** Per document; null when vectors came without texts. */
  readonly documents: readonly DocumentText[] | null;
  /** Content words of the query, each once; null without a query text. */
  readonly queryWords: readonly number[] | null;
  /** Word tokens of the query in order, stop words kept; null without a query text. */
  readonly queryTokens: readonly number[] | null;
  /** What words are numbered by; null where there are no texts. */
  readonly vocabulary: Vocabulary | null;
  /** Inverse document frequency ln((N+1)/(df+1)) of a word. */
  readonly idf: (word: number) => number;
}

/** What a signal needs beyond vectors. */
export type Requirement = 'query' | 'text';

/** One number from a context; higher = more attack-like. */
export interface Signal {
  readonly name: string;
  readonly requires: readonly Requirement[];
  /** Costs far more than the graph itself, so it is computed only where a detector or the caller asks for it. */
  readonly expensive?: true;
  /** NaN where the signal is not defined for this shape (said in its docstring). */
  compute(features: ContextFeatures): number;
}

/** One number per document; higher = the document fits its context less. */
export interface DocumentSignal {
  readonly name: string;
  readonly requires: readonly Requirement[];
  /** Writes one value per document; [documentCount]. */
  compute(features: ContextFeatures, out: Float64Array): void;
}

/** One number per window of a document (docs/detection.md); needs query and text. */
export interface WindowSignal {
  readonly name: string;
  /** Writes one value per window to the front of `out`; NaN where it is not defined (said in its docstring). [at least windows] */
  compute(features: ContextFeatures, out: Float64Array): void;
}
