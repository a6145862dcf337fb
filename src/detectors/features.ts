import type { DocumentRelations } from '../graph/index.ts';

/** Words and entities of one document, over the sentences that are screened. Sets hold lower-cased strings. */
export interface DocumentText {
  /** Named-entity names (the paper's unit). */
  entityNames: ReadonlySet<string>;
  /** Content words of those names. */
  entityWords: ReadonlySet<string>;
  /** Content words of the document. */
  words: ReadonlySet<string>;
  /** Content words of each screened sentence. */
  sentenceWords: readonly ReadonlySet<string>[];
  /** Content words of the entity names of each screened sentence. */
  sentenceEntityWords: readonly ReadonlySet<string>[];
  /** Content words of the document's title; empty where it has none, or titles are not read. */
  titleWords: ReadonlySet<string>;
  /** Word tokens of each screened sentence in order, stop words kept. */
  sentenceTokens: readonly (readonly string[])[];
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
  /** Content words of the query; null without a query text. */
  readonly queryWords: ReadonlySet<string> | null;
  /** Word tokens of the query in order, stop words kept; null without a query text. */
  readonly queryTokens: readonly string[] | null;
  /** Inverse document frequency ln((N+1)/(df+1)) of a word. */
  readonly idf: (word: string) => number;
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
  /** One value per window, in the order of windowsOf; NaN where it is not defined (said in its docstring). */
  compute(features: ContextFeatures): number[];
}
