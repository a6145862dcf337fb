import type { Encoder } from '../../encoders/encoder.ts';
import { TopoGuardError } from '../../errors/index.ts';
import { normalizeInPlace } from './dot.ts';
import type { EncodeTextsOptions } from './material.ts';

/** Texts given to an encoder at once. */
const BATCH = 256;

/** Unit vectors by text in one growing array. */
export class VectorTable {
  readonly #encoder: Encoder;
  readonly #dimension: number;
  readonly #rows = new Map<string, number>();
  readonly #missing = new Set<string>();
  #vectors: Float32Array;

  constructor(encoder: Encoder) {
    this.#encoder = encoder;
    this.#dimension = encoder.dimension;
    this.#vectors = new Float32Array(BATCH * encoder.dimension);
  }

  vectorOf(text: string): Float32Array | undefined {
    const row = this.#rows.get(text);
    return row === undefined ? undefined : this.#vectors.subarray(row * this.#dimension, (row + 1) * this.#dimension);
  }

  /** Encodes what has no vector yet. @returns texts that the encoder has none for */
  async add(texts: Iterable<string>, { signal, onProgress }: EncodeTextsOptions = {}): Promise<string[]> {
    const distinct = [...new Set(texts)];
    const wanted = distinct.filter((text) => !this.#rows.has(text) && !this.#missing.has(text));
    for (let from = 0; from < wanted.length; from += BATCH) {
      signal?.throwIfAborted();
      const batch = wanted.slice(from, from + BATCH);
      await this.#addBatch(batch, signal);
      onProgress?.(from + batch.length, wanted.length);
    }
    return distinct.filter((text) => this.#missing.has(text));
  }

  /** Whether the text has a vector now; encodes it where the encoder can do so at once, else takes it that it can later. */
  encodable(text: string): boolean {
    if (this.#rows.has(text)) return true;
    if (this.#missing.has(text)) return false;
    if (!this.#encoder.encodeSync) return true;
    try {
      this.#store([text], this.#encoder.encodeSync([text]));
      return true;
    } catch (thrown) {
      this.#miss(text, thrown);
      return false;
    }
  }

  async #addBatch(texts: string[], signal: AbortSignal | undefined): Promise<void> {
    try {
      this.#store(texts, await this.#encoder.encode(texts, signal ? { signal } : {}));
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
      if (texts.length === 1) this.#miss(texts[0], thrown);
      else for (const text of texts) await this.#addBatch([text], signal);
    }
  }

  #store(texts: readonly string[], encoded: Float32Array): void {
    const dimension = this.#dimension;
    const needed = (this.#rows.size + texts.length) * dimension;
    if (needed > this.#vectors.length) {
      const grown = new Float32Array(Math.max(needed, 2 * this.#vectors.length));
      grown.set(this.#vectors);
      this.#vectors = grown;
    }
    texts.forEach((text, i) => {
      const row = this.#rows.size;
      this.#rows.set(text, row);
      this.#vectors.set(encoded.subarray(i * dimension, (i + 1) * dimension), row * dimension);
      normalizeInPlace(this.#vectors.subarray(row * dimension, (row + 1) * dimension));
    });
  }

  #miss(text: string, thrown: unknown): void {
    if (!isMissing(thrown)) throw thrown;
    this.#missing.add(text);
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof TopoGuardError && thrown.code === 'EMBEDDING_MISSING';
}
