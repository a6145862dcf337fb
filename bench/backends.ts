/**
 * Backends side by side in one run: analysis of contexts of n sentences with dimension d, as ratios of medians.
 *
 *   node scripts/run-ts.mjs bench/backends.ts [rounds]
 *
 * Rounds of the backends alternate, so that a change in the machine's speed meets all of them. Absolute times are of this
 * machine and this minute; the ratios are what to read.
 */
import { analyzeBatch } from '../src/graph/index.ts';
import type { Backend, PackedBatch } from '../src/linalg/backend.ts';
import { jsBackend } from '../src/linalg/js/index.ts';
import { loadNative } from '../src/linalg/native/index.ts';
import { referenceBackend } from '../src/linalg/reference/index.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const K = 4;
/** One measurement lasts at least this long, so that the clock's grain does not count. */
const ROUND_MS = 20;

const { backend: native, reason } = loadNative();
const candidates: Backend[] = [...(native ? [native] : []), jsBackend, referenceBackend];
if (!native) console.log(`native is not here (${reason}); ratios are to js`);

/**
 * Contexts of two documents, n sentences in all. Each document leans to its own of two topics, and its sentences to varying
 * degrees, so that most graphs are connected and a solver is asked.
 */
function randomBatch(contexts: number, n: number, dimension: number): PackedBatch {
  const vectors = new Float32Array(contexts * n * dimension);
  let state = 1;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let c = 0; c < contexts; c++) {
    const topics = [0, 1].map(() => Array.from({ length: dimension }, () => 2 * uniform() - 1));
    for (let i = 0; i < n; i++) {
      const lean = (uniform() + (i < n / 2 ? 0 : 1)) / 2;
      for (let t = 0; t < dimension; t++) {
        const noise = 2 * uniform() - 1;
        vectors[(c * n + i) * dimension + t] = (1 - lean) * topics[0][t] + lean * topics[1][t] + noise;
      }
    }
  }
  return {
    vectors,
    dimension,
    documentOffsets: Int32Array.from({ length: 2 * contexts + 1 }, (_, j) => (j * n) / 2),
    contextOffsets: Int32Array.from({ length: contexts + 1 }, (_, c) => 2 * c),
    queries: null,
  };
}

/** Microseconds a context. */
function time(backend: Backend, batch: PackedBatch): number {
  const contexts = batch.contextOffsets.length - 1;
  let done = 0;
  const start = performance.now();
  do {
    analyzeBatch(backend, batch, K);
    done += contexts;
  } while (performance.now() - start < ROUND_MS);
  return ((performance.now() - start) * 1000) / done;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];

console.log(['n', 'd', ...candidates.flatMap(({ name }) => [`${name} µs`, `÷ ${candidates[0].name}`])].join('\t'));
for (const n of [6, 16, 64]) {
  for (const dimension of [64, 384, 768]) {
    const batch = randomBatch(n > 16 ? 8 : 64, n, dimension);
    for (const backend of candidates) for (let warm = 0; warm < 3; warm++) time(backend, batch);
    const times = candidates.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      candidates.forEach((backend, index) => {
        times[index].push(time(backend, batch));
      });
    }
    const medians = times.map(median);
    console.log([n, dimension, ...medians.flatMap((t) => [t.toFixed(2), (t / medians[0]).toFixed(2)])].join('\t'));
  }
}
