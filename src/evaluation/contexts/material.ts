import type { Encoder } from '../../encoders/encoder.ts';
import type { PoisonedTexts } from '../datasets/index.ts';
import type { DocumentPool } from './pool.ts';

/** A row that contexts can be made of. Documents are indices into the pool. */
export interface MaterialRow {
  /** Index of the row in the data set. */
  readonly row: number;
  readonly id: string;
  readonly question: string;
  readonly answer?: string;
  /** The first two supporting documents that qualify. */
  readonly supporting: readonly [number, number];
  /** The row's other documents that qualify, in the order of the data set. */
  readonly distractors: readonly number[];
}

/** What contexts and attacks are made of: rows, documents and vectors, prepared once. */
export interface EvaluationMaterial {
  readonly rows: readonly MaterialRow[];
  readonly pool: DocumentPool;
  readonly encoder: Encoder;
  /** Leading sentences of a document that are used (s in the paper; R = s × documents). */
  readonly sentences: number;
  /** Rows of the data set that no context can be made of, by reason. */
  readonly leftOut: readonly { reason: string; count: number }[];
  /** Documents that did not enter the pool, by reason. */
  readonly documentsLeftOut: readonly { reason: string; count: number }[];
  readonly poisonedTexts?: PoisonedTexts;
  /** Unit vector of a text encoded so far (a zero vector stays zero); a view, not to be changed. */
  vectorOf(text: string): Float32Array | undefined;
  /**
   * Encodes texts that have no vector yet.
   *
   * @returns those that the encoder has none for, which happens with precomputed vectors only
   */
  encode(texts: Iterable<string>, options?: EncodeTextsOptions): Promise<string[]>;
  /** Whether `text` has or can get a vector: false only where precomputed vectors lack it. */
  encodable(text: string): boolean;
}

export interface EncodeTextsOptions {
  signal?: AbortSignal;
  /** Called after each batch with the texts that are done, out of `total`. */
  onProgress?: (done: number, total: number) => void;
}
