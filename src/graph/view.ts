import { MEASURE_COUNT, type PackedBatch } from '../linalg/backend.ts';
import type { BatchAnalysis } from './batch-analysis.ts';
import type { DocumentRelations } from './documents.ts';

/** One context's share of a batch analysis. All arrays are views into it and copy nothing. */
export interface ContextView {
  /** Number of documents m, and of sentences n. */
  documents: number;
  sentences: number;
  /** Document a holds sentences rowOffsets[a] − rowOffsets[0] … rowOffsets[a+1] − rowOffsets[0] − 1. [m + 1] */
  rowOffsets: Int32Array;
  /** Row of measures of the whole graph. [MEASURE_COUNT] */
  graph: Float64Array;
  /** Rows of measures of the pairs (0,1), (0,2), …, (1,2), …. [m(m−1)/2 × MEASURE_COUNT] */
  pairs: Float64Array;
  /** [n] */
  fiedler: Float64Array;
  /** Part of each sentence, 0 or 1; see `graphParts`. [n] */
  sides: Float64Array;
  /** [n] */
  queryCosines: Float64Array;
  /** The best of those of each document. [m] */
  documentQueryCosines: Float64Array;
  relations: DocumentRelations;
  /** [n × n] */
  similarities: Float64Array;
}

/** The part of an analysis that belongs to context c, in constant time. */
export function contextView(batch: PackedBatch, analysis: BatchAnalysis, c: number): ContextView {
  if (batch.contextOffsets.length === 2) return onlyView(batch, analysis);
  const from = batch.contextOffsets[c];
  const to = batch.contextOffsets[c + 1];
  const first = batch.documentOffsets[from];
  const last = batch.documentOffsets[to];
  return {
    documents: to - from,
    sentences: last - first,
    rowOffsets: batch.documentOffsets.subarray(from, to + 1),
    graph: analysis.graphs.subarray(c * MEASURE_COUNT, (c + 1) * MEASURE_COUNT),
    pairs: analysis.pairs.subarray(
      analysis.pairOffsets[c] * MEASURE_COUNT,
      analysis.pairOffsets[c + 1] * MEASURE_COUNT,
    ),
    fiedler: analysis.fiedler.subarray(first, last),
    sides: analysis.sides.subarray(first, last),
    queryCosines: analysis.queryCosines.subarray(first, last),
    documentQueryCosines: analysis.documentQueryCosines.subarray(from, to),
    relations: {
      meanCosine: analysis.meanCosines.subarray(analysis.relationOffsets[c], analysis.relationOffsets[c + 1]),
      bestCosine: analysis.bestCosines.subarray(analysis.relationOffsets[c], analysis.relationOffsets[c + 1]),
    },
    similarities: analysis.similarities.subarray(analysis.similarityOffsets[c], analysis.similarityOffsets[c + 1]),
  };
}

/** All of the analysis, where the batch is one context: no views have to be made. */
function onlyView({ documentOffsets }: PackedBatch, analysis: BatchAnalysis): ContextView {
  return {
    documents: documentOffsets.length - 1,
    sentences: documentOffsets[documentOffsets.length - 1],
    rowOffsets: documentOffsets,
    graph: analysis.graphs,
    pairs: analysis.pairs,
    fiedler: analysis.fiedler,
    sides: analysis.sides,
    queryCosines: analysis.queryCosines,
    documentQueryCosines: analysis.documentQueryCosines,
    relations: { meanCosine: analysis.meanCosines, bestCosine: analysis.bestCosines },
    similarities: analysis.similarities,
  };
}
