import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTransformersEncoder, type Encoder } from '../../src/encoders/index.ts';
import { packageRoot } from '../../src/package-files/index.ts';

/** An encoder that does as another and keeps every text with its vector: what a precomputed table is made of. */
export class RecordingEncoder implements Encoder {
  readonly id: string;
  readonly dimension: number;
  readonly fingerprint: string;
  readonly vectors = new Map<string, Float32Array>();
  readonly #encoder: Encoder;

  constructor(encoder: Encoder) {
    this.id = encoder.id;
    this.dimension = encoder.dimension;
    this.fingerprint = encoder.fingerprint;
    this.#encoder = encoder;
  }

  async encode(texts: readonly string[], options: { signal?: AbortSignal } = {}): Promise<Float32Array> {
    const vectors = await this.#encoder.encode(texts, options);
    texts.forEach((text, i) => {
      this.vectors.set(text, vectors.slice(i * this.dimension, (i + 1) * this.dimension));
    });
    return vectors;
  }
}

/**
 * The sentence transformer beside a developer's checkout, with the package that the tests of the encoder install.
 *
 * @throws Error saying what is missing
 */
export async function transformerHere(): Promise<Encoder> {
  const root = packageRoot();
  const model = join(root, '..', 'shared', 'models', 'all-MiniLM-L6-v2');
  if (!existsSync(model)) throw new Error('the model all-MiniLM-L6-v2 is not beside this checkout');
  const folder = join(root, 'test', 'transformers');
  if (!existsSync(join(folder, 'node_modules', '@huggingface', 'transformers'))) {
    throw new Error('@huggingface/transformers is not installed in test/transformers');
  }
  const { resolve } = createRequire(join(folder, 'package.json'));
  const importModule = (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  return createTransformersEncoder({ model, importModule });
}
