import { TopoGuardError } from '../../errors/index.ts';
import { type FeatureExtractor, firstLine, type TransformersModule } from './module.ts';

/** Weight formats of the model file. `@xenova/transformers` has the first two. */
export const DTYPES = ['q8', 'fp32', 'fp16', 'q4', 'q4f16', 'int8', 'uint8', 'bnb4'] as const;
export type Dtype = (typeof DTYPES)[number];

export interface ModelLocation {
  model: string;
  /** Folder that holds the model's folder; nothing is downloaded then. */
  localModelPath?: string;
  dtype: Dtype;
}

/** Loads one after another: the packages take their model folder from a global, which must not change in between. */
let loading: Promise<unknown> = Promise.resolve();

/**
 * The feature-extraction pipeline of a model, from a local folder or the hub. The package's global settings are as before
 * afterwards.
 *
 * @throws TopoGuardError ENCODER_UNAVAILABLE where the model is not there or cannot be loaded, OPTION_INVALID for a dtype
 *   that the package does not have
 */
export function loadPipeline(module: TransformersModule, location: ModelLocation): Promise<FeatureExtractor> {
  const loaded = loading.then(() => load(module, location));
  loading = loaded.catch(() => undefined);
  return loaded;
}

async function load(module: TransformersModule, location: ModelLocation): Promise<FeatureExtractor> {
  const { env } = module;
  const before = {
    localModelPath: env.localModelPath,
    allowRemoteModels: env.allowRemoteModels,
    allowLocalModels: env.allowLocalModels,
  };
  const local = location.localModelPath;
  if (local !== undefined)
    Object.assign(env, { localModelPath: local, allowRemoteModels: false, allowLocalModels: true });
  try {
    return await module.pipeline('feature-extraction', location.model, weights(module, location.dtype));
  } catch (cause) {
    if (cause instanceof TopoGuardError) throw cause;
    throw new TopoGuardError(
      'ENCODER_UNAVAILABLE',
      `the model ${JSON.stringify(location.model)} cannot be loaded${local === undefined ? ' from the hub' : ''}: ${firstLine(cause)}`,
      {
        ...(local === undefined ? {} : { location: { file: joined(local, location.model) } }),
        remedy:
          local === undefined
            ? 'Check its name and the network, or give localModelPath to load it from a folder.'
            : 'The folder needs config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx (q8) or onnx/model.onnx (fp32).',
        cause,
      },
    );
  } finally {
    Object.assign(env, before);
  }
}

function joined(folder: string, name: string): string {
  return `${folder.replace(/[/\\]+$/, '')}/${name}`;
}

/** The same choice in the words of either package: only the older one exports its version as 2.x. */
function weights(module: TransformersModule, dtype: Dtype): Record<string, unknown> {
  const older = module.env.version?.startsWith('2.') ?? false;
  if (!older) return { dtype };
  if (dtype === 'q8' || dtype === 'fp32') return { quantized: dtype === 'q8' };
  throw new TopoGuardError('OPTION_INVALID', `@xenova/transformers has no dtype ${JSON.stringify(dtype)}`, {
    location: { field: 'dtype' },
    remedy: 'Use q8 or fp32, or the package @huggingface/transformers.',
  });
}
