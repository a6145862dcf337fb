import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTransformersEncoder, type Encoder, fingerprintsMatch } from '../../src/encoders/index.ts';
import { encoderFromSpec } from '../../src/encoders/node.ts';

const model = join(import.meta.dirname, '../../../shared/models/all-MiniLM-L6-v2');
const packages = ['@huggingface/transformers', '@xenova/transformers'] as const;
const absent = [
  ...(existsSync(model) ? [] : ['the model all-MiniLM-L6-v2']),
  ...packages.filter((name) => !existsSync(join(import.meta.dirname, 'node_modules', name))),
];
const why = absent.length === 0 ? '' : ` (skipped: ${absent.join(' and ')} not here)`;

/** Bare names resolve from this folder, where the optional packages are installed. */
const importModule = (name: string): Promise<unknown> => import(name);

const TEXTS = [
  'The orchestra rehearsed a symphony in the concert hall.',
  'Musicians practised a long piece of classical music.',
  'The mine was closed after the copper price collapsed.',
  'tea',
  'Een zin in het Nederlands over een brug, een rivier en de lange weg naar het noorden van het land, waar het koud is.',
];

function row(vectors: Float32Array, i: number): Float32Array {
  const d = vectors.length / TEXTS.length;
  return vectors.subarray(i * d, (i + 1) * d);
}
function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, v, i) => sum + v * b[i], 0);
}

describe.skipIf(absent.length > 0)(`all-MiniLM-L6-v2${why}`, () => {
  const encoders: Encoder[] = [];
  const vectors: Float32Array[] = [];
  beforeAll(async () => {
    for (const name of packages) {
      const encoder = await createTransformersEncoder({ model, package: name, importModule, batchSize: 2 });
      encoders.push(encoder);
      vectors.push(await encoder.encode(TEXTS));
    }
  });
  afterAll(async () => {
    for (const encoder of encoders) await encoder.close?.();
  });

  describe.each(packages.map((name, i) => [name, i] as const))('%s', (_, i) => {
    it('gives unit vectors of 384 dimensions under the model’s name', () => {
      expect(encoders[i]).toMatchObject({ id: 'transformers:all-MiniLM-L6-v2', dimension: 384 });
      expect(vectors[i]).toHaveLength(TEXTS.length * 384);
      TEXTS.forEach((_, t) => {
        expect(dot(row(vectors[i], t), row(vectors[i], t))).toBeCloseTo(1, 5);
      });
    });

    it('puts texts that mean the same closer than others', () => {
      const [music, same, mine] = [0, 1, 2].map((t) => row(vectors[i], t));
      expect(dot(music, same)).toBeGreaterThan(0.4);
      expect(dot(music, mine)).toBeLessThan(0.2);
    });

    it('keeps the order, and a vector does not depend on its batch', async () => {
      for (let t = 0; t < TEXTS.length; t++) {
        const alone = await encoders[i].encode([TEXTS[t]]);
        expect(dot(alone, row(vectors[i], t))).toBeGreaterThan(0.995);
      }
      const reversed = await encoders[i].encode(TEXTS.toReversed());
      TEXTS.forEach((_, t) => {
        expect(dot(row(reversed, TEXTS.length - 1 - t), row(vectors[i], t))).toBeGreaterThan(0.995);
      });
    });

    it('takes hostile text', async () => {
      const hostile = ['', '\ud800', ' ', 'x'.repeat(100_000), '\u0000', '😀'.repeat(5_000)];
      const out = await encoders[i].encode(hostile);
      expect(out).toHaveLength(hostile.length * 384);
    });
  });

  it('both packages agree, in vectors and in fingerprints', () => {
    TEXTS.forEach((_, t) => {
      expect(dot(row(vectors[0], t), row(vectors[1], t))).toBeGreaterThan(0.99);
    });
    expect(fingerprintsMatch(encoders[0].fingerprint, encoders[1].fingerprint)).toBe(true);
  });

  it('other pooling has another fingerprint', async () => {
    const cls = await createTransformersEncoder({ model, importModule, pooling: 'cls' });
    expect(fingerprintsMatch(cls.fingerprint, encoders[0].fingerprint)).toBe(false);
    await cls.close?.();
  });

  it('is found by its spec', async () => {
    const encoder = await encoderFromSpec(`transformers:${model}`, { importModule });
    expect(encoder.fingerprint).toBe(encoders[0].fingerprint);
    await encoder.close?.();
  });

  it.each(packages)('%s: a model that is not there is named, and nothing is downloaded', async (name) => {
    const missing = join(model, '../no-such-model');
    await expect(createTransformersEncoder({ model: missing, package: name, importModule })).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      location: { file: missing },
    });
  });
});
