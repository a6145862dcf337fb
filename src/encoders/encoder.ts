/** Turns texts into vectors. Every encoder has an id, a dimension and a fingerprint, and never changes into another silently. */
export interface Encoder {
  /** Names the encoder and its weights, e.g. `static:minilm-128`, `openai:text-embedding-3-small`. */
  readonly id: string;
  /** Length of a vector. */
  readonly dimension: number;
  /** Recognizes the same weights under another name and other weights under the same name; see fingerprint.ts. */
  readonly fingerprint: string;
  /** [texts × dimension], row-major, order kept. Vectors need not have unit length. */
  encode(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array>;
  /** The same without a promise, where the encoder can. */
  encodeSync?(texts: readonly string[]): Float32Array;
  /** Frees what the encoder holds (sessions, sockets). */
  close?(): Promise<void>;
}
