import { analysisOf } from '../linalg/analysis-layout.ts';
import type { PackedAnalysis, PackedBatch } from '../linalg/backend.ts';

/** A packed analysis with where each context's share of it begins. */
export interface BatchAnalysis extends PackedAnalysis {
  /** Context c holds rows pairOffsets[c] … pairOffsets[c+1]−1 of `pairs`. [contexts + 1] */
  pairOffsets: number[];
  /** Context c's relations between documents start at meanCosines[relationOffsets[c]], and so in bestCosines. [contexts + 1] */
  relationOffsets: number[];
  /** Context c's cosines start at similarities[similarityOffsets[c]]. [contexts + 1] */
  similarityOffsets: number[];
}

/** Room for the analysis of a batch whose offsets have been checked. */
export function allocateAnalysis(batch: PackedBatch): BatchAnalysis {
  const { documentOffsets, contextOffsets } = batch;
  const contexts = contextOffsets.length - 1;
  const pairOffsets = [0];
  const relationOffsets = [0];
  const similarityOffsets = [0];
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
  }) as BatchAnalysis;
  // Not by spreading, which takes longer than all else here.
  analysis.pairOffsets = pairOffsets;
  analysis.relationOffsets = relationOffsets;
  analysis.similarityOffsets = similarityOffsets;
  return analysis;
}
