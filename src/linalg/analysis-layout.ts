import { MEASURE_COUNT, type PackedAnalysis, type PackedBatch } from './backend.ts';
import { doubleSlab } from './slab.ts';

/** The parts of an analysis in the order in which they lie in its block; native/ knows the same order. */
export const ANALYSIS_PARTS = [
  'graphs',
  'pairs',
  'fiedler',
  'sides',
  'queryCosines',
  'documentQueryCosines',
  'meanCosines',
  'bestCosines',
  'similarities',
] as const satisfies readonly Exclude<keyof PackedAnalysis, 'values'>[];
export type AnalysisPart = (typeof ANALYSIS_PARTS)[number];

/** How long the parts are for some contexts. Doubles are exact where 32-bit integers would not reach. */
export interface AnalysisSize {
  contexts: number;
  documents: number;
  sentences: number;
  /** Σ m(m−1)/2. */
  pairs: number;
  /** Σ m². */
  documentSquares: number;
  /** Σ n². */
  sentenceSquares: number;
}

/** Sizes for contexts from … to − 1 of a batch, whose offsets have been checked. */
export function analysisSize(
  { documentOffsets, contextOffsets }: Pick<PackedBatch, 'documentOffsets' | 'contextOffsets'>,
  from = 0,
  to = contextOffsets.length - 1,
): AnalysisSize {
  const first = contextOffsets[from];
  const size: AnalysisSize = {
    contexts: to - from,
    documents: contextOffsets[to] - first,
    sentences: documentOffsets[contextOffsets[to]] - documentOffsets[first],
    pairs: 0,
    documentSquares: 0,
    sentenceSquares: 0,
  };
  for (let c = from; c < to; c++) {
    const m = contextOffsets[c + 1] - contextOffsets[c];
    const n = documentOffsets[contextOffsets[c + 1]] - documentOffsets[contextOffsets[c]];
    size.pairs += (m * (m - 1)) / 2;
    size.documentSquares += m * m;
    size.sentenceSquares += n * n;
  }
  return size;
}

/** Elements of each part, in the order of ANALYSIS_PARTS. */
export function partLengths(size: AnalysisSize): number[] {
  return [
    size.contexts * MEASURE_COUNT,
    size.pairs * MEASURE_COUNT,
    size.sentences,
    size.sentences,
    size.sentences,
    size.documents,
    size.documentSquares,
    size.documentSquares,
    size.sentenceSquares,
  ];
}

const blocks = doubleSlab();

/** Room for the analysis of a batch, in one piece of memory. */
export function analysisOf(size: AnalysisSize): PackedAnalysis {
  const lengths = partLengths(size);
  let total = 0;
  for (const length of lengths) total += length;
  const values = blocks.take(total);
  let p = 0;
  let end = 0;
  const next = (): Float64Array => {
    const start = end;
    end += lengths[p++];
    return values.subarray(start, end);
  };
  // In the order of ANALYSIS_PARTS.
  return {
    values,
    graphs: next(),
    pairs: next(),
    fiedler: next(),
    sides: next(),
    queryCosines: next(),
    documentQueryCosines: next(),
    meanCosines: next(),
    bestCosines: next(),
    similarities: next(),
  };
}
