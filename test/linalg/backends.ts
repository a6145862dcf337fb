import type { Backend } from '../../src/linalg/backend.ts';
import { jsBackend } from '../../src/linalg/js/index.ts';
import { loadNative } from '../../src/linalg/native/index.ts';
import { referenceBackend } from '../../src/linalg/reference/index.ts';

const native = loadNative();
if (!native.backend) console.warn(`native backend not tested: ${native.reason}`);

/** Every backend that loads here, js first. */
export const backends: Backend[] = [jsBackend, referenceBackend, ...(native.backend ? [native.backend] : [])];

/** Deterministic generator of standard normal numbers (Box–Muller over a linear congruence). */
export function gaussians(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
