import { RandomStream } from '../../src/calibration/index.ts';
import type { PackedBatch } from '../../src/linalg/backend.ts';

/**
 * Contexts of two documents, n sentences in all, as float32 vectors. Each document leans to its own of two topics and its
 * sentences to varying degrees, so that most graphs are connected and a solver is asked.
 */
export function vectorBatch(contexts: number, n: number, dimension: number): PackedBatch {
  const random = RandomStream.seeded(n * 1000 + dimension);
  const noise = (): number => 2 * random.uniform() - 1;
  const vectors = new Float32Array(contexts * n * dimension);
  for (let c = 0; c < contexts; c++) {
    const topics = [0, 1].map(() => Float64Array.from({ length: dimension }, noise));
    for (let i = 0; i < n; i++) {
      const lean = (random.uniform() + (i < n / 2 ? 0 : 1)) / 2;
      const row = (c * n + i) * dimension;
      for (let t = 0; t < dimension; t++) {
        vectors[row + t] = (1 - lean) * topics[0][t] + lean * topics[1][t] + noise();
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

/** Contexts in a batch of the grid: enough to spread the cost of a call, few enough that a measurement stays short. */
export function batchSizeFor(n: number): number {
  return n <= 16 ? 64 : n <= 64 ? 8 : n <= 128 ? 4 : 2;
}
