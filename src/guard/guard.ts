import type { Profile } from '../calibration/index.ts';
import type { BackendInfo } from '../linalg/backend.ts';
import type { CacheStatistics, Context } from '../text/index.ts';
import type { BatchEntry, ScreenResult } from './result.ts';

/** Vectors of one document, a row per sentence, with the sentences where text signals are wanted. */
export interface EmbeddedDocument {
  id?: string;
  sentences?: readonly string[];
  /** One vector per sentence; all of the same length, finite. */
  embeddings: readonly (readonly number[] | Float32Array | Float64Array)[];
}

/** A context whose vectors the caller already has. */
export interface EmbeddedContext {
  id?: string;
  query?: string;
  queryEmbedding?: readonly number[] | Float32Array | Float64Array;
  documents: readonly EmbeddedDocument[];
}

/** Screens contexts. Immutable: every option was fixed when it was made. */
export interface Guard {
  /**
   * Screens one context.
   *
   * @throws TopoGuardError CONTEXT_INVALID, CONTEXT_TOO_LARGE, QUERY_MISSING, or what the encoder throws
   */
  screen(context: Context, options?: { signal?: AbortSignal }): Promise<ScreenResult>;
  /**
   * The same without a promise, with encoders that allow it (`static`, `precomputed`).
   *
   * @throws TopoGuardError SYNC_UNAVAILABLE otherwise
   */
  screenSync(context: Context): ScreenResult;
  /**
   * Screens many; a context that cannot be screened becomes an error entry and the rest goes on. Order kept. The contexts
   * themselves must stay as they are until it resolves.
   *
   * @throws TopoGuardError CONTEXT_INVALID where `contexts` is no array; the signal's reason when aborted
   */
  screenBatch(contexts: readonly Context[], options?: { signal?: AbortSignal }): Promise<BatchEntry[]>;
  /**
   * Screens vectors the caller has. Detectors that need text or a query need `sentences` or `query` + `queryEmbedding`.
   *
   * @throws TopoGuardError EMBEDDING_NON_FINITE, DIMENSION_MISMATCH, CONTEXT_INVALID naming the document and sentence
   */
  screenEmbeddings(context: EmbeddedContext): ScreenResult;
  /**
   * The same for many, with large batches off this thread where the backend can, and turns for the event loop. Faults, order
   * and abort as `screenBatch`.
   */
  screenEmbeddingsBatch(
    contexts: readonly EmbeddedContext[],
    options?: { signal?: AbortSignal },
  ): Promise<BatchEntry[]>;
  /** The profile a context with (or without) a query is judged by. */
  profileFor(hasQuery: boolean): Profile;
  readonly backendInfo: BackendInfo;
  readonly encoder: { id: string; dimension: number; fingerprint: string };
  /** Hit rates of the bounded caches. */
  cacheStatistics(): {
    /** Sentences with their words and entities. */
    sentences: CacheStatistics;
    /** Words of ASCII letters and digits. */
    words: CacheStatistics;
    /** Stretches between white space with other characters. */
    stretches: CacheStatistics;
  };
  close(): Promise<void>;
}
