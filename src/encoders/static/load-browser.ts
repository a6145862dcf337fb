import { TopoGuardError } from '../../errors/index.ts';
import { createStaticEncoder, type StaticEncoder, type StaticEncoderOptions } from './static-encoder.ts';

/**
 * The bundled static encoder, from a chunk of the package that is fetched on the first call. For browsers and edge
 * runtimes.
 *
 * @throws TopoGuardError ENCODER_FAILED where the chunk cannot be fetched or is damaged
 */
export async function loadStaticEncoder(options?: StaticEncoderOptions): Promise<StaticEncoder> {
  let asset: Uint8Array;
  try {
    const { default: base64 } = await import('../../../assets/static-encoder.bin?base64');
    asset = bytesOf(base64);
  } catch (cause) {
    throw new TopoGuardError('ENCODER_FAILED', 'the token table of the static encoder cannot be loaded', {
      remedy: 'Reinstall topoguard, and make sure that the chunks of its bundle are served beside it',
      cause,
    });
  }
  return createStaticEncoder(asset, options);
}

function bytesOf(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
