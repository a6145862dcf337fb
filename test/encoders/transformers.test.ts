import { describe, expect, it } from 'vitest';
import { fingerprintOf, PROBE_TEXTS } from '../../src/encoders/fingerprint.ts';
import { createTransformersEncoder, type TransformersEncoderOptions } from '../../src/encoders/index.ts';

const vectorOf = (text: string): number[] => [text.length, text.charCodeAt(0) || 0, 1];

/** A package with the interface of the real ones, which test/transformers runs; it records what it is asked. */
function fakePackage(
  options: { version?: string; tensor?: (texts: string[]) => { dims: number[]; data: number[] }; fail?: Error } = {},
) {
  const seen = { batches: [] as string[][], calls: [] as object[], disposed: 0, closed: 0, loads: [] as object[] };
  const env = {
    localModelPath: '/models/',
    allowRemoteModels: true,
    allowLocalModels: false,
    version: options.version ?? '4.3.2',
  };
  const module = {
    env,
    async pipeline(task: string, model: string, settings: object) {
      seen.loads.push({ task, model, settings, env: { ...env } });
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (options.fail) throw options.fail;
      const run = async (texts: string[], settings: object) => {
        if (!PROBE_TEXTS.includes(texts[0])) {
          seen.batches.push(texts);
          seen.calls.push(settings);
        }
        const tensor = options.tensor?.(texts) ?? { dims: [texts.length, 3], data: texts.flatMap(vectorOf) };
        return { ...tensor, dispose: () => seen.disposed++ };
      };
      return Object.assign(run, { dispose: async () => void seen.closed++ });
    },
  };
  return { module, env, seen };
}

const create = (options: Partial<TransformersEncoderOptions>) =>
  createTransformersEncoder({ model: 'owner/name', ...options });

describe('createTransformersEncoder', () => {
  it('has id, dimension and the fingerprint of the probe texts', async () => {
    const { module } = fakePackage();
    const encoder = await create({ module });
    expect(encoder.id).toBe('transformers:owner/name');
    expect(encoder.dimension).toBe(3);
    expect(encoder.fingerprint).toBe(fingerprintOf(Float32Array.from(PROBE_TEXTS.flatMap(vectorOf)), 3));
  });

  it('batches by length and padding, and restores the order', async () => {
    const { module, seen } = fakePackage();
    const encoder = await create({ module, batchSize: 2, maxBatchCharacters: 20, pooling: 'cls' });
    const texts = ['ccccccccc', 'a', 'dddddddddddddddddddddddddd', 'bb', 'eeeeeeeee', 'ff'];
    expect(await encoder.encode(texts)).toEqual(Float32Array.from(texts.flatMap(vectorOf)));
    expect(seen.batches.map((b) => b.map((t) => t.length))).toEqual([[1, 2], [2, 9], [9], [26]]);
    expect(seen.calls[0]).toEqual({ pooling: 'cls', normalize: true });
    expect(await encoder.encode([])).toEqual(new Float32Array(0));
  });

  it('frees every tensor, also of a wrong shape, and the model when closed', async () => {
    const { module, seen } = fakePackage();
    const encoder = await create({ module, batchSize: 1 });
    const before = seen.disposed;
    await encoder.encode(['a', 'b', 'c']);
    expect(seen.disposed - before).toBe(3);
    await encoder.close!();
    expect(seen.closed).toBe(1);
    await expect(encoder.encode(['a'])).rejects.toMatchObject({ code: 'ENCODER_FAILED' });

    const wrong = fakePackage({ tensor: (texts) => ({ dims: [texts.length, 7, 3], data: [] }) });
    await expect(create({ module: wrong.module })).rejects.toThrow(/gave \[\d+ × 7 × 3\]/);
    expect(wrong.seen.disposed).toBe(1);
  });

  it('bounds a text, and gives the model well-formed ones', async () => {
    const { module, seen } = fakePackage();
    const encoder = await create({ module, maxCharacters: 5 });
    await encoder.encode(['abcdefgh', 'abcd😀', 'x\ud800']);
    expect(seen.batches.flat().sort()).toEqual(['abcd', 'abcde', 'x\ufffd']);
  });

  it('looks at the abort signal between batches', async () => {
    const { module, seen } = fakePackage();
    const encoder = await create({ module, batchSize: 1 });
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    const promise = encoder.encode(['a', 'b', 'c'], { signal: controller.signal });
    controller.abort(reason);
    await expect(promise).rejects.toBe(reason);
    expect(seen.batches).toHaveLength(1);
  });

  it('refuses vectors that are not finite', async () => {
    const { module } = fakePackage({
      tensor: (texts) => ({ dims: [texts.length, 2], data: texts.flatMap(() => [1, Number.NaN]) }),
    });
    await expect(create({ module })).rejects.toMatchObject({ code: 'EMBEDDING_NON_FINITE' });
  });

  it('wraps what the model throws', async () => {
    const { module } = fakePackage({
      tensor: () => {
        throw new Error('out of memory\nat somewhere');
      },
    });
    await expect(create({ module })).rejects.toMatchObject({
      code: 'ENCODER_FAILED',
      message: expect.stringMatching(/out of memory$/),
    });
  });
});

describe('where the model is', () => {
  it.each<[string, Partial<TransformersEncoderOptions>, string, string, boolean]>([
    ['a hub name', { model: 'owner/name' }, 'owner/name', '/models/', true],
    ['a name in a folder', { model: 'name', localModelPath: 'dir' }, 'name', 'dir', false],
    ['a folder', { model: './some/dir/name/' }, 'name', './some/dir/', false],
    ['an absolute folder', { model: '/dir/name' }, 'name', '/dir/', false],
    ['a Windows folder', { model: 'D:\\dir\\name' }, 'name', 'D:\\dir\\', false],
  ])('%s', async (_, options, model, path, remote) => {
    const { module, env, seen } = fakePackage();
    const before = { ...env };
    const encoder = await create({ module, ...options });
    expect(encoder.id).toBe(`transformers:${model}`);
    expect(seen.loads).toMatchObject([
      { task: 'feature-extraction', model, env: { localModelPath: path, allowRemoteModels: remote } },
    ]);
    expect(env).toEqual(before);
  });

  it('loads one after another, since the folder is a global of the package', async () => {
    const { module, env, seen } = fakePackage();
    const before = { ...env };
    await Promise.all([create({ module, model: './a/x' }), create({ module, model: './b/y' }), create({ module })]);
    expect(seen.loads).toMatchObject([
      { model: 'x', env: { localModelPath: './a/' } },
      { model: 'y', env: { localModelPath: './b/' } },
      { model: 'owner/name', env: before },
    ]);
    expect(env).toEqual(before);
  });

  it('says what cannot be loaded, and from where', async () => {
    const { module, env } = fakePackage({ fail: new Error('file was not found locally') });
    const before = { ...env };
    await expect(create({ module, model: './dir/name' })).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      location: { file: './dir/name' },
      message: expect.stringContaining('file was not found locally'),
    });
    await expect(create({ module })).rejects.toThrow(/from the hub/);
    expect(env).toEqual(before);
  });
});

describe('weights', () => {
  it.each([
    ['4.3.2', undefined, { dtype: 'q8' }],
    ['4.3.2', 'fp16', { dtype: 'fp16' }],
    ['2.17.2', undefined, { quantized: true }],
    ['2.17.2', 'fp32', { quantized: false }],
  ] as const)('package %s, dtype %s', async (version, dtype, settings) => {
    const { module, seen } = fakePackage({ version });
    await create({ module, ...(dtype === undefined ? {} : { dtype }) });
    expect(seen.loads).toMatchObject([{ settings }]);
  });

  it('refuses a format that the older package does not have', async () => {
    const { module } = fakePackage({ version: '2.17.2' });
    await expect(create({ module, dtype: 'q4' })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      location: { field: 'dtype' },
    });
  });
});

describe('the optional package', () => {
  it('is the first of both that can be imported, default export or namespace', async () => {
    const { module } = fakePackage();
    const asked: string[] = [];
    const importModule = async (name: string) => {
      asked.push(name);
      if (name.startsWith('@hugging')) throw new Error(`Cannot find package '${name}'`);
      return { default: module };
    };
    expect((await create({ importModule })).dimension).toBe(3);
    expect(asked).toEqual(['@huggingface/transformers', '@xenova/transformers']);
    asked.length = 0;
    await create({ importModule, package: '@xenova/transformers' });
    expect(asked).toEqual(['@xenova/transformers']);
  });

  it('missing: says why, and how to install it', async () => {
    const importModule = () => Promise.reject(new Error('Cannot find package\nand more'));
    await expect(create({ importModule })).rejects.toMatchObject({
      code: 'DEPENDENCY_MISSING',
      remedy: expect.stringMatching(
        /ONNXRUNTIME_NODE_INSTALL=skip npm install @huggingface\/transformers.*npm install @xenova\/transformers.*"sharp": "\^0\.34\.5"/,
      ),
    });
    await expect(create({ importModule, package: '@xenova/transformers' })).rejects.toThrow(/^(?!.*huggingface)/);
    await expect(create({ importModule: async () => ({}) })).rejects.toThrow('has no pipeline() and env');
  });

  it.each<[string, object]>([
    ['package', { package: 'transformers' }],
    ['module', { module: {} }],
    ['model', { model: '' }],
    ['model', { model: '..' }],
    ['dtype', { dtype: 'int3' }],
    ['pooling', { pooling: 'max' }],
    ['batchSize', { batchSize: 0 }],
    ['maxBatchCharacters', { maxBatchCharacters: 0 }],
    ['maxCharacters', { maxCharacters: 0 }],
  ])('a wrong %s is refused', async (field, options) => {
    await expect(create({ module: fakePackage().module, ...options })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      location: { field },
    });
  });
});
