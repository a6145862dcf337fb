import type { Encoder } from '../../encoders/encoder.ts';

/**
 * An encoder that asks another one for each text once: sets of contexts share most of their sentences, and encoders that answer
 * with a promise (a model, a service) are far dearer than everything else in an evaluation. Holds every vector it has seen.
 */
export class RememberingEncoder implements Encoder {
  readonly id: string;
  readonly dimension: number;
  readonly fingerprint: string;
  readonly #encoder: Encoder;
  readonly #vectors = new Map<string, Float32Array>();

  /** Encoders that answer at once, or remember already, are left as they are. */
  static around(encoder: Encoder): Encoder {
    return encoder.encodeSync || encoder instanceof RememberingEncoder ? encoder : new RememberingEncoder(encoder);
  }

  private constructor(encoder: Encoder) {
    this.id = encoder.id;
    this.dimension = encoder.dimension;
    this.fingerprint = encoder.fingerprint;
    this.#encoder = encoder;
  }

  async encode(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array> {
    const d = this.dimension;
    const unknown = [...new Set(texts)].filter((text) => !this.#vectors.has(text));
    if (unknown.length > 0) {
      const encoded = await this.#encoder.encode(unknown, options);
      for (const [i, text] of unknown.entries()) this.#vectors.set(text, encoded.slice(i * d, (i + 1) * d));
    }
    const out = new Float32Array(texts.length * d);
    for (const [i, text] of texts.entries()) out.set(this.#vectors.get(text)!, i * d);
    return out;
  }
}
