import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrecomputedEncoder, type PrecomputedEncoderOptions } from '../../src/encoders/index.ts';
import { loadPrecomputed } from '../../src/encoders/node.ts';

const coded = (code: string, location?: object) => expect.objectContaining(location ? { code, location } : { code });

describe('createPrecomputedEncoder', () => {
  const forms: [string, PrecomputedEncoderOptions][] = [
    [
      'a map',
      {
        id: 'x',
        vectors: new Map<string, ArrayLike<number>>([
          ['one', [1, 2]],
          [' two ', new Float64Array([3, 4])],
        ]),
      },
    ],
    ['a record', { id: 'x', vectors: { one: [1, 2], ' two ': [3, 4] } }],
    ['a table', { id: 'x', texts: ['one', ' two '], vectors: Float32Array.of(1, 2, 3, 4), dimension: 2 }],
  ];

  it.each(forms)('gives the vectors of %s by text, in the order asked for', async (_, options) => {
    const encoder = createPrecomputedEncoder(options);
    expect(encoder).toMatchObject({ id: 'precomputed:x', dimension: 2, fingerprint: 'caller:x' });
    expect(encoder.encodeSync!(['two', 'one', ' two ', 'one '])).toEqual(Float32Array.of(3, 4, 1, 2, 3, 4, 1, 2));
    expect(await encoder.encode(['one'])).toEqual(Float32Array.of(1, 2));
    expect(await encoder.encode([])).toEqual(new Float32Array(0));
    await expect(encoder.encode(['one'], { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
  });

  it('names the text without a vector by index and beginning', () => {
    const encoder = createPrecomputedEncoder({ id: 'x', vectors: { one: [1] } });
    const long = `unknown ${'y'.repeat(500)}`;
    expect(() => encoder.encodeSync!(['one', long])).toThrow(coded('EMBEDDING_MISSING', { index: 1 }));
    expect(() => encoder.encodeSync!([long])).toThrow(/"unknown y{52}…"/);
    // Names that every object has are no texts.
    expect(() => encoder.encodeSync!(['constructor'])).toThrow(coded('EMBEDDING_MISSING'));
  });

  it('keeps texts apart that differ in white space alone', () => {
    const encoder = createPrecomputedEncoder({ id: 'x', vectors: { ' a': [1], a: [2] } });
    expect(encoder.encodeSync!([' a', 'a', 'a '])).toEqual(Float32Array.of(1, 2, 2));
  });

  it.each<[string, PrecomputedEncoderOptions, string, object | undefined]>([
    ['no id', { id: '', vectors: { a: [1] } }, 'OPTION_INVALID', { field: 'id' }],
    ['nothing', { id: 'x', vectors: {} }, 'SHAPE_INVALID', undefined],
    ['an empty table', { id: 'x', texts: [], vectors: new Float32Array(0), dimension: 2 }, 'SHAPE_INVALID', undefined],
    ['vectors of dimension 0', { id: 'x', vectors: { a: [] } }, 'OPTION_INVALID', { field: 'dimension' }],
    [
      'two dimensions',
      { id: 'x', vectors: { a: [1, 2], b: [1] } },
      'DIMENSION_MISMATCH',
      { field: 'vectors', index: 1 },
    ],
    [
      'a wrong length',
      { id: 'x', texts: ['a'], vectors: new Float32Array(3), dimension: 2 },
      'SHAPE_INVALID',
      undefined,
    ],
    [
      'a text twice',
      { id: 'x', texts: ['a', 'b', 'a'], vectors: new Float32Array(3), dimension: 1 },
      'SHAPE_INVALID',
      { index: 2 },
    ],
    ['NaN', { id: 'x', vectors: { a: [1, 2], b: [1, Number.NaN] } }, 'EMBEDDING_NON_FINITE', { index: 1 }],
    ['a number over float32', { id: 'x', vectors: { a: [1e300] } }, 'EMBEDDING_NON_FINITE', { index: 0 }],
  ])('refuses %s', (_, options, code, location) => {
    expect(() => createPrecomputedEncoder(options)).toThrow(coded(code, location));
  });
});

describe('loadPrecomputed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'topoguard-precomputed-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const TEXTS = ['one', 'zwei', '三'];
  const VECTORS = Buffer.from(Float32Array.of(1, 2, 3, 4, 5, 6).buffer);
  let count = 0;
  async function files(vectors: Uint8Array | null, texts: unknown): Promise<string> {
    const path = join(folder, `set-${count++}`);
    if (vectors !== null) await writeFile(`${path}.f32`, vectors);
    const packed = texts instanceof Uint8Array ? texts : gzipSync(JSON.stringify(texts));
    await writeFile(`${path}.sentences.json.gz`, packed);
    return path;
  }

  it('reads both files; the fingerprint is the hash of the vectors', async () => {
    const path = await files(VECTORS, TEXTS);
    const encoder = await loadPrecomputed(path);
    expect(encoder.id).toBe(`precomputed:${path.split(/[/\\]/).at(-1)}`);
    expect(encoder.dimension).toBe(2);
    expect(encoder.encodeSync!(['三', 'one'])).toEqual(Float32Array.of(5, 6, 1, 2));
    expect(encoder.fingerprint).toMatch(/^sha256:[0-9a-f]{16}$/);
    const other = Buffer.from(VECTORS);
    other[0] ^= 1;
    expect((await loadPrecomputed(await files(other, TEXTS))).fingerprint).not.toBe(encoder.fingerprint);
    expect((await loadPrecomputed(await files(VECTORS, TEXTS))).fingerprint).toBe(encoder.fingerprint);
  });

  it('takes id and fingerprint from the caller', async () => {
    const encoder = await loadPrecomputed(await files(VECTORS, TEXTS), { id: 'mpnet', fingerprint: 'caller:mpnet' });
    expect(encoder).toMatchObject({ id: 'precomputed:mpnet', fingerprint: 'caller:mpnet' });
  });

  const nan = Buffer.from(Float32Array.of(1, 2, 3, Number.NaN, 5, 6).buffer);
  it.each<[string, Uint8Array | null, unknown, string, string]>([
    ['a missing file', null, TEXTS, 'FILE_UNREADABLE', '.f32'],
    ['an empty file', new Uint8Array(0), TEXTS, 'FILE_EMPTY', '.f32'],
    ['no gzip', VECTORS, Buffer.from('["one"]'), 'FILE_UNREADABLE', '.gz'],
    ['a broken-off archive', VECTORS, gzipSync(JSON.stringify(TEXTS)).subarray(0, 20), 'FILE_UNREADABLE', '.gz'],
    ['no JSON', VECTORS, gzipSync('["one"'), 'JSON_INVALID', '.gz'],
    ['no UTF-8', VECTORS, gzipSync(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])), 'TEXT_ENCODING_INVALID', '.gz'],
    ['no array', VECTORS, { one: 1 }, 'JSON_INVALID', '.gz'],
    ['an empty array', VECTORS, [], 'JSON_INVALID', '.gz'],
    ['a number among the texts', VECTORS, ['one', 2, 'three'], 'JSON_INVALID', '.gz'],
    ['bytes that fit no dimension', VECTORS.subarray(0, 20), TEXTS, 'SHAPE_INVALID', '.f32'],
    ['half a float', VECTORS.subarray(0, 6), TEXTS, 'SHAPE_INVALID', '.f32'],
    ['NaN', nan, TEXTS, 'EMBEDDING_NON_FINITE', '.f32'],
    ['a text twice', VECTORS, ['one', 'two', 'one'], 'SHAPE_INVALID', '.f32'],
  ])('refuses %s and names the file', async (_, vectors, texts, code, ending) => {
    const path = await files(vectors, texts);
    const file = `${path}${ending === '.gz' ? '.sentences.json.gz' : ending}`;
    await expect(loadPrecomputed(path)).rejects.toMatchObject({ code, location: { file } });
  });

  it('says row and column of NaN', async () => {
    await expect(loadPrecomputed(await files(nan, TEXTS))).rejects.toThrow('NaN in column 1 of the vector of text 1');
  });

  const shared = join(import.meta.dirname, '../../../shared/embeddings/all-mpnet-base-v2');
  const absent = !existsSync(`${shared}.f32`);
  it.skipIf(absent)(
    `reads real vectors of unit length${absent ? ' (skipped: no shared embeddings here)' : ''}`,
    async () => {
      const encoder = await loadPrecomputed(shared);
      expect(encoder).toMatchObject({ id: 'precomputed:all-mpnet-base-v2', dimension: 768 });
    },
  );
});
