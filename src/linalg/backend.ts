/** Names of the linear-algebra backends, fastest first. */
export type BackendName = 'native' | 'js' | 'reference';

/** Largest graph whose conductance is found by enumerating all cuts (2^(n−1) of them). */
export const MAX_EXACT_CONDUCTANCE = 12;

/** Entries of a Fiedler vector of at most this magnitude count as 0, so that rounding noise moves no sign cut. */
export const FIEDLER_ZERO = 1e-9;

/** λ₃ − λ₂ below this means that the Fiedler vector is not unique. */
export const DEGENERATE_GAP = 1e-9;

/**
 * Columns of one row of graph measures, in order, as every backend writes them into a Float64Array.
 *
 * - `components`: number of connected components over positive weights
 * - `lambda2`, `gap`: λ₂ of the normalized Laplacian (≥ 0), and λ₃ − λ₂ (∞ for n = 2); 0 and NaN when components > 1
 * - `conductanceSign`: φ of the sign cut of the Fiedler vector; 0 when components > 1
 * - `conductanceSweep`: smallest φ over prefixes of v₂/√d, ascending, ties to the lower index; 0 when components > 1
 * - `conductanceExact`: φ(G) by enumeration; NaN for n > MAX_EXACT_CONDUCTANCE; 0 when components > 1
 * - `meanSimilarity`: mean cosine over all pairs of distinct sentences
 * - `meanWeight`: mean weight over edges of positive weight; 0 for a graph without edges
 */
export const MEASURES = [
  'components',
  'lambda2',
  'gap',
  'conductanceSign',
  'conductanceSweep',
  'conductanceExact',
  'meanSimilarity',
  'meanWeight',
] as const;
export type Measure = (typeof MEASURES)[number];
export const MEASURE_COUNT = MEASURES.length;

/** Contexts as one packed array. Rows of `vectors` are sentences; they need not have unit length. */
export interface PackedBatch {
  /** [total sentences × dimension], row-major. Float32 input is accumulated in double. */
  vectors: Float32Array | Float64Array;
  dimension: number;
  /** Document j of the batch holds rows documentOffsets[j] … documentOffsets[j+1]−1. [total documents + 1], first 0. */
  documentOffsets: Int32Array;
  /** Context c holds documents contextOffsets[c] … contextOffsets[c+1]−1. [contexts + 1], first 0. */
  contextOffsets: Int32Array;
  /** [contexts × dimension], same element type as `vectors`; a row of zeros is a context without a query. Null: no queries. */
  queries: Float32Array | Float64Array | null;
}

/**
 * What a fused analysis writes: one block of doubles, and its parts by name, in this order one after another. Made by
 * `analysisOf`. Sizes in brackets.
 */
export interface PackedAnalysis {
  /** All of it. */
  values: Float64Array;
  /** One row of measures a context: [contexts × MEASURE_COUNT]. */
  graphs: Float64Array;
  /**
   * One row of measures for each pair of documents, the k-NN graph built over their sentences alone: contexts in order,
   * inside a context pairs (0,1), (0,2), …, (1,2), …: [Σ m(m−1)/2 × MEASURE_COUNT].
   */
  pairs: Float64Array;
  /** Fiedler vector of each context's graph, entry of largest magnitude positive; zeros when components > 1. [total sentences] */
  fiedler: Float64Array;
  /** The part of the context's graph that each sentence is in: 0 the first, 1 the second; see `graphParts`. [total sentences] */
  sides: Float64Array;
  /** Cosine of each sentence to its context's query; zeros without one. [total sentences] */
  queryCosines: Float64Array;
  /** The largest of those of each document's sentences. [total documents] */
  documentQueryCosines: Float64Array;
  /** `meanCosine` and `bestCosine` of each context's documents, as in `DocumentRelations`. [Σ m²] each */
  meanCosines: Float64Array;
  bestCosines: Float64Array;
  /** Cosine matrix of each context, row-major, one after another; diagonal 1 (0 for a zero vector). [Σ n²] */
  similarities: Float64Array;
}

/** Eigenvalues ascending; `vectors[i * n + j]` is entry i of the unit eigenvector of `values[j]`. */
export interface Eigendecomposition {
  values: Float64Array;
  vectors: Float64Array;
}

/** Conductances of one connected graph; meanings as in MEASURES. */
export interface CutConductances {
  sign: number;
  sweep: number;
  exact: number;
}

/**
 * What the rest of the package asks of a linear-algebra backend. Arguments are validated by the caller (finite, right
 * lengths) and again by the native addon, which never hands a solver NaN or ±∞.
 */
export interface Backend {
  readonly name: BackendName;

  /**
   * Cosine similarities of n vectors, accumulated in double; rows are normalized with scaling, so 1e±30 neither overflows
   * nor underflows. A zero vector is similar to nothing, itself included. Writes and returns `out` [n × n] where given.
   */
  similarity(vectors: Float32Array | Float64Array, n: number, dimension: number, out?: Float64Array): Float64Array;

  /** Full decomposition of a symmetric [n × n] matrix (the normalized Laplacian), ascending. */
  eigendecomposition(matrix: Float64Array, n: number): Eigendecomposition;

  /**
   * What is needed of that decomposition alone, where the backend finds it faster: λ₂ and λ₃ − λ₂ into `values` [2], the unit
   * eigenvector of λ₂, of either sign, into `vector` [n]. For n ≥ 3 and a connected graph, whose eigenvector of 0 is
   * `nullVector` [n]. False, and nothing of use written, where only the full decomposition has the digits.
   */
  fiedlerPair?(
    laplacian: Float64Array,
    n: number,
    nullVector: Float64Array,
    vector: Float64Array,
    values: Float64Array,
  ): boolean;

  /** Conductances of a connected weighted graph [n × n], given its Fiedler vector [n]. */
  cuts(weights: Float64Array, n: number, fiedler: Float64Array): CutConductances;

  /**
   * The whole analysis in one call, where the backend has one; graph/ composes it from the steps above otherwise.
   * k ≥ 1 neighbours. Same numbers as the steps.
   */
  analyze?(batch: PackedBatch, k: number, out: PackedAnalysis): void;

  /**
   * The same off the calling thread, to the same bits, where the backend can. The batch must stay as it is until the promise
   * settles; what is changed meanwhile spoils numbers and nothing else. `out` is written when it resolves.
   *
   * @throws what `analyze` throws; the signal's reason when aborted, and what has not begun then never begins
   */
  analyzeAsync?(batch: PackedBatch, k: number, out: PackedAnalysis, signal?: AbortSignal): Promise<void>;
}

/** Which backend runs, and why not another. */
export interface BackendInfo {
  backend: BackendName;
  /** How it was chosen. */
  chosenBy: 'option' | 'TOPOGUARD_BACKEND' | 'automatic';
  /** Every candidate that was tried, in order. */
  tried: { backend: BackendName; loaded: boolean; path?: string; version?: string; reason?: string }[];
}
