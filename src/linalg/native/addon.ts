/** The number that addon.cc gives its set of functions; a binary with another one is left over from another version. */
export const ADDON_INTERFACE = 3;

/**
 * The functions of the compiled addon, as native/addon.cc defines them. Each checks its arguments, writes into arrays that
 * the caller gives, and throws an Error with `code`, and `field`, `index` and `context` where they apply.
 */
export interface Addon {
  readonly version: {
    eigen: string;
    compiler: string;
    buildType: string;
    /** The instruction set that the similarity kernel uses on this machine. */
    instructionSet: string;
    interface: number;
  };
  similarity(vectors: Float32Array | Float64Array, n: number, dimension: number, out: Float64Array): void;
  eigendecomposition(matrix: Float64Array, n: number, values: Float64Array, vectors: Float64Array): void;
  /** Writes [sign, sweep, exact]. */
  cuts(weights: Float64Array, n: number, fiedler: Float64Array, out: Float64Array): void;
  /** Writes every part of the analysis one after another, in the order of ANALYSIS_PARTS. */
  analyze(
    vectors: Float32Array | Float64Array,
    dimension: number,
    documentOffsets: Int32Array,
    contextOffsets: Int32Array,
    queries: Float32Array | Float64Array | null,
    k: number,
    out: Float64Array,
  ): void;
  /** The same on a thread of libuv's: input is copied before this returns, and `out` is written when the promise resolves. */
  analyzeAsync(...analysis: Parameters<Addon['analyze']>): Promise<void>;
}
