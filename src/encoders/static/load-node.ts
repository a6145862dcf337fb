import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TopoGuardError } from '../../errors/index.ts';
import { packageRoot } from '../../package-files/index.ts';
import { createStaticEncoder, type StaticEncoder, type StaticEncoderOptions } from './static-encoder.ts';

/**
 * The bundled static encoder, from the package's assets directory. Node only.
 *
 * @throws TopoGuardError ENCODER_FAILED where the asset is missing or damaged
 */
export async function loadStaticEncoder(options?: StaticEncoderOptions): Promise<StaticEncoder> {
  const file = join(packageRoot(), 'assets', 'static-encoder.bin');
  let asset: Uint8Array;
  try {
    asset = await readFile(file);
  } catch (cause) {
    throw new TopoGuardError('ENCODER_FAILED', 'the token table of the static encoder cannot be read', {
      location: { file },
      remedy: 'Reinstall topoguard',
      cause,
    });
  }
  return createStaticEncoder(asset, options);
}
