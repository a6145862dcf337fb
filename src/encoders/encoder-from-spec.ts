import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Encoder } from './encoder.ts';
import { createOpenAIEncoder } from './openai/index.ts';
import { loadPrecomputed } from './precomputed/load-files.ts';
import { type EncoderSpec, parseEncoderSpec } from './spec.ts';
import { loadStaticEncoder } from './static/load-node.ts';
import { createTransformersEncoder, type TransformersEncoderOptions } from './transformers/index.ts';

/**
 * The encoder that a spec names, ready to use. A transformers model that is a folder here (it holds config.json) is loaded
 * from it; any other name is looked up on the hub.
 *
 * @param transformers how to find the optional transformers package, where it is not beside this one
 * @throws TopoGuardError OPTION_INVALID for a spec that names none, and what the encoder's own factory throws
 */
export async function encoderFromSpec(
  spec: string | EncoderSpec,
  transformers: Pick<TransformersEncoderOptions, 'module' | 'importModule' | 'package'> = {},
): Promise<Encoder> {
  const parsed = typeof spec === 'string' ? parseEncoderSpec(spec) : spec;
  switch (parsed.kind) {
    case 'static':
      return loadStaticEncoder();
    case 'transformers': {
      const isFolder = existsSync(join(parsed.model, 'config.json'));
      return createTransformersEncoder({ ...transformers, model: isFolder ? resolve(parsed.model) : parsed.model });
    }
    case 'openai':
      return createOpenAIEncoder({ model: parsed.model });
    case 'precomputed':
      return loadPrecomputed(parsed.path);
  }
}
