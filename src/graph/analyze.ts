import { type Backend, MEASURE_COUNT, type PackedAnalysis, type PackedBatch } from '../linalg/backend.ts';
import { submatrix } from './knn.ts';
import { writeMeasures } from './measures.ts';
import { validateFinite, validateShape } from './validate.ts';
import { doubles, floats, indices } from './workspace.ts';

/** A packed analysis with where each context's share of it begins. */
export interface BatchAnalysis extends PackedAnalysis {
  /** Context c holds rows pairOffsets[c] … pairOffsets[c+1]−1 of `pairs`. [contexts + 1] */
  pairOffsets: Float64Array;
  /** Context c's cosines start at similarities[similarityOffsets[c]]. [contexts + 1] */
  similarityOffsets: Float64Array;
}

/**
 * Graphs, spectral measures and cuts of every context, and of every pair of documents in it (docs/method.md), in one
 * call of the backend where it has one, else by its steps. All contexts are checked before any is analyzed.
 *
 * @param k neighbours in the k-NN graphs, ≥ 1
 * @throws TopoGuardError SHAPE_INVALID, OPTION_INVALID or EMBEDDING_NON_FINITE, with the context and index at fault;
 *   SOLVER_FAILED where an eigensolver did not converge
 */
export function analyzeBatch(backend: Backend, batch: PackedBatch, k: number): BatchAnalysis {
  validateShape(batch, k);
  const analysis = allocate(batch);
  if (backend.analyze) {
    analyzeFused(backend as Required<Backend>, batch, k, analysis);
  } else {
    validateFinite(batch);
    analyzeBySteps(backend, batch, k, analysis);
  }
  return analysis;
}

function allocate({ documentOffsets, contextOffsets }: PackedBatch): BatchAnalysis {
  const contexts = contextOffsets.length - 1;
  // Doubles: a batch may hold more than 2^31 similarities.
  const pairOffsets = new Float64Array(contexts + 1);
  const similarityOffsets = new Float64Array(contexts + 1);
  for (let c = 0; c < contexts; c++) {
    const m = contextOffsets[c + 1] - contextOffsets[c];
    const n = documentOffsets[contextOffsets[c + 1]] - documentOffsets[contextOffsets[c]];
    pairOffsets[c + 1] = pairOffsets[c] + (m * (m - 1)) / 2;
    similarityOffsets[c + 1] = similarityOffsets[c] + n * n;
  }
  const rows = documentOffsets[documentOffsets.length - 1];
  return {
    graphs: new Float64Array(contexts * MEASURE_COUNT),
    pairs: new Float64Array(pairOffsets[contexts] * MEASURE_COUNT),
    fiedler: new Float64Array(rows),
    queryCosines: new Float64Array(rows),
    similarities: new Float64Array(similarityOffsets[contexts]),
    pairOffsets,
    similarityOffsets,
  };
}

/**
 * A fused backend checks for numbers that are not finite while it reads them; only when it refuses is the batch scanned
 * here, to name the element. A second pass over every batch would cost as much as the native analysis of a small context.
 */
function analyzeFused(backend: Required<Backend>, batch: PackedBatch, k: number, analysis: BatchAnalysis): void {
  try {
    backend.analyze(batch, k, analysis);
  } catch (refusal) {
    validateFinite(batch);
    throw refusal;
  }
}

const singleBlock = floats();
const doubleBlock = doubles();
const blockCosines = doubles();
const pairSimilarities = doubles();
const pairFiedler = doubles();
const pairRows = indices();

function analyzeBySteps(backend: Backend, batch: PackedBatch, k: number, analysis: BatchAnalysis): void {
  const { documentOffsets, contextOffsets } = batch;
  const contexts = contextOffsets.length - 1;
  for (let c = 0; c < contexts; c++) {
    const first = documentOffsets[contextOffsets[c]];
    const n = documentOffsets[contextOffsets[c + 1]] - first;
    const start = analysis.similarityOffsets[c];
    const similarities = analysis.similarities.subarray(start, start + n * n);
    const queryCosines = analysis.queryCosines.subarray(first, first + n);
    writeCosines(backend, batch, c, similarities, queryCosines);
    const row = analysis.graphs.subarray(c * MEASURE_COUNT, (c + 1) * MEASURE_COUNT);
    writeMeasures(backend, similarities, n, k, row, analysis.fiedler.subarray(first, first + n));
    writePairs(backend, batch, c, k, similarities, analysis);
  }
}

/** Cosines among a context's sentences and of each to the query, which rides along as one more row. */
function writeCosines(
  backend: Backend,
  { vectors, queries, dimension, documentOffsets, contextOffsets }: PackedBatch,
  c: number,
  similarities: Float64Array,
  queryCosines: Float64Array,
): void {
  const first = documentOffsets[contextOffsets[c]] * dimension;
  const last = documentOffsets[contextOffsets[c + 1]] * dimension;
  const n = queryCosines.length;
  const sentences = vectors.subarray(first, last);
  if (queries === null) {
    backend.similarity(sentences, n, dimension, similarities);
    return;
  }
  const block = (vectors instanceof Float32Array ? singleBlock : doubleBlock).take(last - first + dimension);
  block.set(sentences);
  block.set(queries.subarray(c * dimension, (c + 1) * dimension), last - first);
  const size = n + 1;
  const cosines = backend.similarity(block, size, dimension, blockCosines.take(size * size));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) similarities[i * n + j] = cosines[i * size + j];
    queryCosines[i] = cosines[i * size + n];
  }
}

function writePairs(
  backend: Backend,
  { documentOffsets, contextOffsets }: PackedBatch,
  c: number,
  k: number,
  similarities: Float64Array,
  analysis: BatchAnalysis,
): void {
  const from = contextOffsets[c];
  const to = contextOffsets[c + 1];
  const origin = documentOffsets[from];
  const n = documentOffsets[to] - origin;
  let offset = analysis.pairOffsets[c] * MEASURE_COUNT;
  if (to - from === 2) {
    // The pair's graph is the context's.
    analysis.pairs.set(analysis.graphs.subarray(c * MEASURE_COUNT, (c + 1) * MEASURE_COUNT), offset);
    return;
  }
  const rows = pairRows.take(n);
  for (let a = from; a < to; a++) {
    for (let b = a + 1; b < to; b++) {
      let size = 0;
      for (let i = documentOffsets[a]; i < documentOffsets[a + 1]; i++) rows[size++] = i - origin;
      for (let i = documentOffsets[b]; i < documentOffsets[b + 1]; i++) rows[size++] = i - origin;
      const block = submatrix(similarities, n, rows, size, pairSimilarities.take(size * size));
      const row = analysis.pairs.subarray(offset, offset + MEASURE_COUNT);
      writeMeasures(backend, block, size, k, row, pairFiedler.take(size));
      offset += MEASURE_COUNT;
    }
  }
}
