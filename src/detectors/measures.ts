import { bottleneck, MEASURE_INDEX } from '../graph/index.ts';
import { MEASURE_COUNT, type Measure } from '../linalg/backend.ts';
import type { ContextFeatures } from './features.ts';

/** A measure of the whole similarity graph. */
export function graphMeasure(f: ContextFeatures, measure: Measure): number {
  return f.graph[MEASURE_INDEX[measure]];
}

/** A measure of the graph over the sentences of two documents alone; `pair` counts pairs (0,1), (0,2), …, (1,2), …. */
export function pairMeasure(f: ContextFeatures, pair: number, measure: Measure): number {
  return f.pairs[pair * MEASURE_COUNT + MEASURE_INDEX[measure]];
}

/**
 * Weakest edge of the maximum spanning tree of the links between documents: the best link across the worst split (design
 * section 3, pairwise-X). With two documents it is their one link. `link(i, j, pair)` is asked once for each pair i < j;
 * one undefined link (NaN) makes the result undefined.
 */
export function weakestSpanningLink(f: ContextFeatures, link: (i: number, j: number, pair: number) => number): number {
  const m = f.documentCount;
  if (m === 2) return link(0, 1, 0);
  const matrix = new Float64Array(m * m);
  let pair = 0;
  for (let i = 0; i < m; i++) {
    for (let j = i + 1; j < m; j++) {
      const value = link(i, j, pair++);
      if (Number.isNaN(value)) return Number.NaN;
      matrix[i * m + j] = value;
      matrix[j * m + i] = value;
    }
  }
  return bottleneck(matrix, m);
}
