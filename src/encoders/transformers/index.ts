import { TopoGuardError } from '../../errors/index.ts';
import { boundedText } from '../../text/index.ts';
import { batchesOf } from '../batches.ts';
import { requireFinite } from '../check-vectors.ts';
import type { Encoder } from '../encoder.ts';
import { fingerprintOf, PROBE_TEXTS } from '../fingerprint.ts';
import { requireName, requireWhole } from '../options.ts';
import { DTYPES, type Dtype, loadPipeline } from './load-pipeline.ts';
import { type FeatureExtractor, type FeatureTensor, firstLine, type ModuleChoice, resolveModule } from './module.ts';

export type { Dtype } from './load-pipeline.ts';
export { TRANSFORMERS_PACKAGES, type TransformersPackage } from './module.ts';

export interface TransformersEncoderOptions extends ModuleChoice {
  /** Hub name (`Xenova/all-MiniLM-L6-v2`), name inside `localModelPath`, or a folder: a path that begins with / or a dot. */
  model: string;
  /** Folder that holds the model's folder; nothing is downloaded then. */
  localModelPath?: string;
  /** Weight format; `q8` (int8) by default. */
  dtype?: Dtype;
  /** How token vectors become one; `mean` by default. */
  pooling?: 'mean' | 'cls';
  /** Texts a batch; 32 by default. */
  batchSize?: number;
  /** Characters a batch, padding included; 32,768 by default. */
  maxBatchCharacters?: number;
  /** Characters of a text that the tokenizer sees; 8,000 by default, more than the tokens a model reads. */
  maxCharacters?: number;
}

/**
 * An encoder that runs a sentence transformer on this machine with `@huggingface/transformers` or `@xenova/transformers`,
 * optional peers. Vectors have unit length. `id` is `transformers:` and the model's name, without its folder.
 *
 * @throws TopoGuardError DEPENDENCY_MISSING, ENCODER_UNAVAILABLE (the model cannot be loaded), OPTION_INVALID
 */
export async function createTransformersEncoder(options: TransformersEncoderOptions): Promise<Encoder> {
  const location = locate(requireName('model', options.model), options.localModelPath);
  const dtype = oneOf('dtype', options.dtype ?? 'q8', DTYPES);
  const pooling = oneOf('pooling', options.pooling ?? 'mean', ['mean', 'cls'] as const);
  const limits = {
    count: requireWhole('batchSize', options.batchSize ?? 32, 1),
    characters: requireWhole('maxBatchCharacters', options.maxBatchCharacters ?? 32_768, 1),
    padded: true,
  };
  const maxCharacters = requireWhole('maxCharacters', options.maxCharacters ?? 8_000, 1);
  const module = await resolveModule(options);
  const pipeline = await loadPipeline(module, { ...location, dtype });
  const id = `transformers:${location.model}`;
  let open = true;

  async function encode(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array> {
    if (!open) {
      throw new TopoGuardError('ENCODER_FAILED', `the encoder ${id} is closed`, { remedy: 'Create another one.' });
    }
    const bounded = texts.map((text) => boundedText(text, maxCharacters));
    let vectors = new Float32Array(0);
    let dimension = 0;
    for (const batch of batchesOf(bounded, limits)) {
      signal?.throwIfAborted();
      const rows = await run(
        pipeline,
        batch.map((i) => bounded[i]),
        pooling,
        id,
      );
      if (dimension === 0) {
        dimension = rows.length / batch.length;
        vectors = new Float32Array(texts.length * dimension);
      }
      batch.forEach((text, row) => {
        vectors.set(rows.subarray(row * dimension, (row + 1) * dimension), text * dimension);
      });
    }
    requireFinite(vectors, dimension, id);
    return vectors;
  }

  const probes = await encode(PROBE_TEXTS, undefined);
  const dimension = probes.length / PROBE_TEXTS.length;
  return {
    id,
    dimension,
    fingerprint: fingerprintOf(probes, dimension),
    encode: (texts, { signal } = {}) => encode(texts, signal),
    async close() {
      open = false;
      await pipeline.dispose?.();
    },
  };
}

/** One batch through the model: [texts × dimension], copied out of the runtime's memory, which is freed. */
async function run(pipeline: FeatureExtractor, texts: string[], pooling: string, id: string): Promise<Float32Array> {
  let tensor: FeatureTensor;
  try {
    tensor = await pipeline(texts, { pooling, normalize: true });
  } catch (cause) {
    throw new TopoGuardError('ENCODER_FAILED', `${id} failed on ${texts.length} texts: ${firstLine(cause)}`, { cause });
  }
  try {
    if (tensor.dims.length !== 2 || tensor.dims[0] !== texts.length) {
      throw new TopoGuardError('ENCODER_FAILED', `${id} gave [${tensor.dims.join(' × ')}] for ${texts.length} texts`);
    }
    return Float32Array.from(tensor.data);
  } finally {
    tensor.dispose?.();
  }
}

/** A folder given as the model is a folder of models and a name in it. */
function locate(model: string, localModelPath: string | undefined): { model: string; localModelPath?: string } {
  if (localModelPath !== undefined) return { model, localModelPath: requireName('localModelPath', localModelPath) };
  if (!/^(?:[./\\]|[A-Za-z]:[/\\])/.test(model)) return { model };
  const path = model.replace(/[/\\]+$/, '');
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const name = path.slice(cut + 1);
  if (cut < 0 || name === '' || name === '.' || name === '..') {
    throw new TopoGuardError('OPTION_INVALID', `${JSON.stringify(model)} does not name a model folder`, {
      location: { field: 'model' },
      remedy: 'Give the path of the folder that holds config.json, ending in its name.',
    });
  }
  return { model: name, localModelPath: path.slice(0, cut + 1) };
}

function oneOf<T extends string>(field: string, value: T, allowed: readonly T[]): T {
  if (allowed.includes(value)) return value;
  throw new TopoGuardError('OPTION_INVALID', `${JSON.stringify(value)} is none of ${allowed.join(', ')}`, {
    location: { field },
  });
}
