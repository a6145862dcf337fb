import type { Encoder } from '../../encoders/encoder.ts';
import { fingerprintOf, PROBE_TEXTS } from '../../encoders/index.ts';

/**
 * The fingerprint of an encoder as it answers now, for `monitor.observe`. An encoder behind a network can get other weights
 * under its old name, and an encoder much like the old one may leave benign scores where they were while attacks score lower:
 * no test of live scores can see that, and this sees it at once. Encodes twelve short texts where the fingerprint is taken
 * from vectors (`p1:`); others stand for a file or for the caller's word, and are returned as they are.
 *
 * @throws whatever the encoder throws
 */
export async function currentFingerprint(encoder: Encoder, options: { signal?: AbortSignal } = {}): Promise<string> {
  if (!encoder.fingerprint.startsWith('p1:')) return encoder.fingerprint;
  return fingerprintOf(await encoder.encode([...PROBE_TEXTS], options), encoder.dimension);
}
