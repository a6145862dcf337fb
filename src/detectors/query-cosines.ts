import type { ContextFeatures } from './features.ts';

/** Largest cosine between a sentence of document i and the query. */
export function bestQueryCosine(f: ContextFeatures, i: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let a = f.offsets[i]; a < f.offsets[i + 1]; a++) best = Math.max(best, f.queryCosines![a]);
  return best;
}
