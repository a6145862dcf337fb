import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf, PROBE_TEXTS } from '../../src/encoders/fingerprint.ts';
import { parseTokenTable } from '../../src/encoders/static/format.ts';
import { createStaticEncoder, DEFAULT_MAX_CHARACTERS } from '../../src/encoders/static/index.ts';
import { loadStaticEncoder } from '../../src/encoders/static/load-node.ts';
import { POOLED_TEXTS } from '../../src/encoders/static/pooling.ts';
import { WordPiece } from '../../src/encoders/static/word-piece.ts';

const asset = readFileSync(new URL('../../assets/static-encoder.bin', import.meta.url));
const encoder = createStaticEncoder(asset);
const d = encoder.dimension;

function cosine(a: string, b: string): number {
  const [x, y] = [encoder.encodeSync([a]), encoder.encodeSync([b])];
  return x.reduce((sum, value, j) => sum + value * y[j], 0);
}

/** y = normalize(Σ T[token] + b·√n), as plainly as the formula. */
function plainly(text: string): number[] {
  const { bias, scales, vectors, tokens } = parseTokenTable(asset);
  const components = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length * 4);
  const rows = new WordPiece(tokens).text(text);
  const y = Array.from(bias, (b, j) =>
    rows.reduce((sum, row) => sum + scales[row] * components[row * d + j], b * Math.sqrt(rows.length)),
  );
  const norm = Math.hypot(...y);
  return y.map((v) => v / norm);
}

describe('static encoder', () => {
  it('is named by its asset, whose size is bounded', () => {
    expect(encoder.id).toBe('static:minilm-128-v2');
    expect(d).toBe(128);
    expect(asset.length).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  it.each([
    'tea',
    'tea time',
    'three more words',
    'Four words stand here.',
    'The ferry crosses the strait twice a day, weather permitting.',
    'naïve café – 北京',
  ])('follows the formula: %s', (text) => {
    const expected = plainly(text);
    for (const [j, value] of encoder.encodeSync([text]).entries()) expect(value).toBeCloseTo(expected[j], 6);
  });

  it('puts a paraphrase nearer than another topic', () => {
    const sentence = 'The astronomer discovered a comet with a small telescope.';
    expect(cosine(sentence, 'A new comet was found by an amateur stargazer.')).toBeGreaterThan(
      cosine(sentence, 'The bakery sells rye bread on weekdays.') + 0.2,
    );
  });

  it.each(['', '   \n', '...', '!?—', '\u0000\u200b', '🙂🙂', '\ud800', 'ꗞꗞ'])('has the zero vector for %j', (text) => {
    expect(encoder.encodeSync([text]).every((value) => value === 0)).toBe(true);
  });

  it('gives any text a vector of length one or zero, and nothing that is not finite', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.lorem()), (text) => {
        const vector = encoder.encodeSync([text]);
        const norm = Math.hypot(...vector);
        expect(norm === 0 || Math.abs(norm - 1) < 1e-6).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same bits alone, in a batch, with and without a promise, from a fresh encoder and from a copy', async () => {
    const other = createStaticEncoder(Uint8Array.from([0, ...asset]).subarray(1));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 12 }), async (texts) => {
        const batch = encoder.encodeSync(texts);
        expect(await encoder.encode(texts)).toEqual(batch);
        expect(other.encodeSync(texts)).toEqual(batch);
        texts.forEach((text, i) => {
          expect(encoder.encodeSync([text])).toEqual(batch.subarray(i * d, (i + 1) * d));
        });
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same bits for more texts than are pooled at once, and leaves what it gave before alone', async () => {
    const texts = Array.from({ length: 2 * POOLED_TEXTS + 5 }, (_, i) =>
      i % 9 === 0 ? '…' : `River ${i}, bank ${i % 7}.`,
    );
    const batch = encoder.encodeSync(texts);
    const copy = batch.slice();
    expect(batch.buffer.byteLength).toBe(batch.byteLength);
    for (const [i, text] of texts.entries()) {
      const alone = encoder.encodeSync([text]);
      expect(alone.buffer.byteLength).toBe(alone.byteLength);
      expect(alone).toEqual(batch.subarray(i * d, (i + 1) * d));
    }
    expect(await encoder.encode(texts)).toEqual(copy);
    expect(batch).toEqual(copy);
    expect(encoder.encodeSync([])).toEqual(new Float32Array(0));
  });

  it('reads no more of a text than the stated number of characters', () => {
    const long = 'river '.repeat(DEFAULT_MAX_CHARACTERS);
    expect(encoder.encodeSync([long])).toEqual(encoder.encodeSync([long.slice(0, DEFAULT_MAX_CHARACTERS)]));
    const short = createStaticEncoder(asset, { maxCharacters: 5 });
    expect(short.encodeSync(['river bank'])).toEqual(encoder.encodeSync(['river']));
    for (const maxCharacters of [0, -1, 1.5, Number.NaN]) {
      expect(() => createStaticEncoder(asset, { maxCharacters })).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', location: { field: 'maxCharacters' } }),
      );
    }
  });

  it('names the entry that is not a text', () => {
    expect(() => encoder.encodeSync(['a', null as unknown as string])).toThrow(
      expect.objectContaining({ code: 'CONTEXT_INVALID', location: { index: 1 } }),
    );
  });

  it('heeds an abort before and during a batch', async () => {
    await expect(encoder.encode(['a'], { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
    const controller = new AbortController();
    const running = encoder.encode(
      Array.from({ length: 5000 }, (_, i) => `text ${i}`),
      { signal: controller.signal },
    );
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  it('has the fingerprint of its vectors of the probe texts', async () => {
    expect(encoder.fingerprint).toBe(fingerprintOf(encoder.encodeSync(PROBE_TEXTS), d));
    expect((await loadStaticEncoder()).fingerprint).toBe(encoder.fingerprint);
  });
});
