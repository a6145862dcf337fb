import { createHash } from 'node:crypto';
import { analyzeBatch } from '../../src/graph/index.ts';
import { createGuard } from '../../src/index.ts';
import type { Backend } from '../../src/linalg/backend.ts';
import { jsBackend } from '../../src/linalg/js/index.ts';
import { loadNative } from '../../src/linalg/native/index.ts';
import { referenceBackend } from '../../src/linalg/reference/index.ts';
import { alternate, type Side, timeLoop } from '../harness/alternate.ts';
import { batchSizeFor, vectorBatch } from '../harness/vectors.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';

/** A ratio of processor times as it was measured now. */
export interface MeasuredRatio {
  id: string;
  value: number;
}

const K = 4;
const ROUNDS = { warmUp: 8, rounds: 21 };
const MILLISECONDS = 8;
/** The way from text is long and compiled late, so it is warmed before the rounds, and measured longer in each. */
const TEXT_WARM_UP = 2000;
const TEXT_MILLISECONDS = 25;
const TEXT_CONTEXTS = 500;

/**
 * The quick ratios of the check, each to a yardstick that a change of the product does not touch: a hash. So a slower backend
 * shows even where every backend got slower alike.
 */
export async function measureRatios(
  progress: (line: string) => void,
): Promise<{ ratios: MeasuredRatio[]; leftOut: string[] }> {
  const { backend: native, reason } = loadNative();
  const backends: Backend[] = [...(native ? [native] : []), jsBackend];
  const ratios: MeasuredRatio[] = [];
  for (const [n, dimension] of [
    [6, 768],
    [16, 384],
    [64, 768],
  ]) {
    progress(`ratios, n = ${n}, d = ${dimension}`);
    const contexts = batchSizeFor(n);
    const batch = vectorBatch(contexts, n, dimension);
    const every = n === 6 ? [...backends, referenceBackend] : backends;
    const sides = every.map((backend) => ({
      name: backend.name,
      measure: () => timeLoop(() => analyzeBatch(backend, batch, K), contexts, MILLISECONDS),
    }));
    ratios.push(...(await against([yardstick(), ...sides], (name) => `${name}, n = ${n}, d = ${dimension}`)));
  }
  progress('ratios, from text');
  const text = [...(native ? (['native'] as const) : []), 'js' as const];
  const sides = await Promise.all(text.map((backend) => textSide(backend)));
  ratios.push(...(await against([yardstick(), ...sides], (name) => `text to verdict, ${name}`)));
  return { ratios, leftOut: native ? [] : [`native: ${reason}`] };
}

async function against(sides: readonly Side[], id: (name: string) => string): Promise<MeasuredRatio[]> {
  const measured = await alternate(sides, ROUNDS);
  return measured.slice(1).map((m) => ({ id: id(m.name), value: m.ratio.median }));
}

/** SHA-256 of 64 KiB by OpenSSL: compiled code that no just-in-time compiler can be late with, and nothing of the product. */
function yardstick(): Side {
  const bytes = Buffer.alloc(1 << 16, 'yardstick');
  return {
    name: 'yardstick',
    measure: () => timeLoop(() => createHash('sha256').update(bytes).digest(), 1, MILLISECONDS),
  };
}

async function textSide(backend: 'native' | 'js'): Promise<Side> {
  const guard = await createGuard({ encoder: 'static', backend });
  const fresh = new FreshContexts(material(), 51);
  for (const context of fresh.make(TEXT_WARM_UP)) guard.screenSync(context);
  return {
    name: backend,
    measure() {
      const contexts = fresh.make(TEXT_CONTEXTS);
      let next = 0;
      return timeLoop(() => guard.screenSync(contexts[next++ % TEXT_CONTEXTS]), 1, TEXT_MILLISECONDS);
    },
  };
}
