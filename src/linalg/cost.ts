import type { PackedBatch } from './backend.ts';

/**
 * Estimated microseconds of native work for one context, within a factor of two of what was measured (native/README.md):
 * similarities grow with n²d, the eigensolver with n³, and each graph, pairs of documents among them, costs a little by itself.
 */
export function contextCost({ dimension, documentOffsets, contextOffsets }: PackedBatch, c: number): number {
  const from = contextOffsets[c];
  const to = contextOffsets[c + 1];
  const m = to - from;
  const n = documentOffsets[to] - documentOffsets[from];
  const graphs = m === 2 ? 1 : 1 + (m * (m - 1)) / 2;
  // The pairs of documents together do m/2 times the work of solving two documents of average size.
  const pairSize = m > 2 ? (2 * n) / m : 0;
  return 2 * graphs + 2.8e-5 * n * n * dimension + 1e-4 * (n ** 3 + (graphs - 1) * pairSize ** 3);
}

/** The same for a whole batch. */
export function batchCost(batch: PackedBatch): number {
  let cost = 0;
  for (let c = 0; c < batch.contextOffsets.length - 1; c++) cost += contextCost(batch, c);
  return cost;
}
