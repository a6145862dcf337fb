import { analysisOf } from '../linalg/analysis-layout.ts';
import type { PackedAnalysis, PackedBatch } from '../linalg/backend.ts';

/** A packed analysis with where each context's share of it begins. */
export interface BatchAnalysis extends PackedAnalysis {
  /** Context c holds rows pairOffsets[c] … pairOffsets[c+1]−1 of `pairs`. [contexts + 1] */
  pairOffsets: Float64Array;
  /** Context c's relations between documents start at meanCosines[relationOffsets[c]], and so in bestCosines. [contexts + 1] */
  relationOffsets: Float64Array;
  /** Context c's cosines start at similarities[similarityOffsets[c]]. [contexts + 1] */
  similarityOffsets: Float64Array;
}

/** Room for the analysis of a batch whose offsets have been checked. */
export function allocateAnalysis(batch: PackedBatch): BatchAnalysis {
  const { documentOffsets, contextOffsets } = batch;
  const contexts = contextOffsets.length - 1;
  // Doubles: a batch may hold more than 2^31 similarities.
  const offsets = new Float64Array(3 * (contexts + 1));
  const pairOffsets = offsets.subarray(0, contexts + 1);
  const relationOffsets = offsets.subarray(contexts + 1, 2 * (contexts + 1));
  const similarityOffsets = offsets.subarray(2 * (contexts + 1));
  for (let c = 0; c < contexts; c++) {
    const m = contextOffsets[c + 1] - contextOffsets[c];
    const n = documentOffsets[contextOffsets[c + 1]] - documentOffsets[contextOffsets[c]];
    pairOffsets[c + 1] = pairOffsets[c] + (m * (m - 1)) / 2;
    relationOffsets[c + 1] = relationOffsets[c] + m * m;
    similarityOffsets[c + 1] = similarityOffsets[c] + n * n;
  }
  const analysis = analysisOf({
    contexts,
    documents: contextOffsets[contexts],
    sentences: documentOffsets[contextOffsets[contexts]],
    pairs: pairOffsets[contexts],
    documentSquares: relationOffsets[contexts],
    sentenceSquares: similarityOffsets[contexts],
  });
  return Object.assign(analysis, { pairOffsets, relationOffsets, similarityOffsets });
}
