import { analyzeBatch, type BatchAnalysis, type ContextView, contextView } from '../../src/graph/index.ts';
import type { Backend, PackedBatch } from '../../src/linalg/backend.ts';

/** Contexts as packed batches take them: contexts[c][document][sentence] is a vector. */
export function pack(
  contexts: number[][][][],
  { queries = null, double = false }: { queries?: number[][] | null; double?: boolean } = {},
): PackedBatch {
  const Vector = double ? Float64Array : Float32Array;
  const rows = contexts.flat(2);
  const documentOffsets = [0];
  const contextOffsets = [0];
  for (const context of contexts) {
    for (const document of context) documentOffsets.push(documentOffsets[documentOffsets.length - 1] + document.length);
    contextOffsets.push(documentOffsets.length - 1);
  }
  return {
    vectors: Vector.from(rows.flat()),
    dimension: rows[0]?.length ?? 1,
    documentOffsets: Int32Array.from(documentOffsets),
    contextOffsets: Int32Array.from(contextOffsets),
    queries: queries && Vector.from(queries.flat()),
  };
}

/** Analysis of one context whose sentences are all in one document. */
export function analyzeOne(
  backend: Backend,
  sentences: number[][],
  k: number,
  options: { double?: boolean } = {},
): { view: ContextView; analysis: BatchAnalysis } {
  const batch = pack([[sentences]], options);
  const analysis = analyzeBatch(backend, batch, k);
  return { view: contextView(batch, analysis, 0), analysis };
}
