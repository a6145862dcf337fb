import { TurnBudget } from '../event-loop/index.ts';
import { type Backend, MEASURE_COUNT, type PackedBatch } from '../linalg/backend.ts';
import { batchCost } from '../linalg/cost.ts';
import { allocateAnalysis, type BatchAnalysis } from './batch-analysis.ts';
import { documentRelations } from './documents.ts';
import { submatrix } from './knn.ts';
import { writeMeasures } from './measures.ts';
import { validateFinite, validateShape } from './validate.ts';
import { doubles, floats, indices } from './workspace.ts';

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
  const analysis = allocateAnalysis(batch);
  if (backend.analyze) {
    analyzeFused(backend as Required<Backend>, batch, k, analysis);
  } else {
    validateFinite(batch);
    analyzeBySteps(backend, batch, k, analysis);
  }
  return analysis;
}

/** Estimated microseconds of work below which handing it to another thread takes longer than doing it. */
const WORTH_A_THREAD = 200;

/**
 * The same, off the calling thread where the backend can and the batch is large enough to pay for it, else in pieces with
 * turns for the event loop between them. Same numbers, to the bit. The batch must stay as it is until the promise settles.
 *
 * @throws as `analyzeBatch`; the signal's reason when aborted
 */
export async function analyzeBatchAsync(
  backend: Backend,
  batch: PackedBatch,
  k: number,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<BatchAnalysis> {
  signal?.throwIfAborted();
  validateShape(batch, k);
  if (backend.analyze && !(backend.analyzeAsync && batchCost(batch) >= WORTH_A_THREAD)) {
    return analyzeBatch(backend, batch, k);
  }
  const analysis = allocateAnalysis(batch);
  if (backend.analyzeAsync) {
    try {
      await backend.analyzeAsync(batch, k, analysis, signal);
    } catch (refusal) {
      if (!signal?.aborted) validateFinite(batch);
      throw refusal;
    }
    return analysis;
  }
  validateFinite(batch);
  const budget = new TurnBudget();
  for (let c = 0; c < batch.contextOffsets.length - 1; c++) {
    if (budget.spent) await budget.renew(signal);
    analyzeContext(backend, batch, c, k, analysis);
  }
  return analysis;
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
  for (let c = 0; c < batch.contextOffsets.length - 1; c++) analyzeContext(backend, batch, c, k, analysis);
}

function analyzeContext(backend: Backend, batch: PackedBatch, c: number, k: number, analysis: BatchAnalysis): void {
  const { documentOffsets, contextOffsets } = batch;
  const first = documentOffsets[contextOffsets[c]];
  const n = documentOffsets[contextOffsets[c + 1]] - first;
  const start = analysis.similarityOffsets[c];
  const similarities = analysis.similarities.subarray(start, start + n * n);
  const queryCosines = analysis.queryCosines.subarray(first, first + n);
  writeCosines(backend, batch, c, similarities, queryCosines);
  const row = analysis.graphs.subarray(c * MEASURE_COUNT, (c + 1) * MEASURE_COUNT);
  const fiedler = analysis.fiedler.subarray(first, first + n);
  writeMeasures(backend, similarities, n, k, row, fiedler, analysis.sides.subarray(first, first + n));
  writePairs(backend, batch, c, k, similarities, analysis);
  writeDocuments(batch, c, similarities, queryCosines, analysis);
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

/** How the documents of a context relate to one another, and to the query by their best sentence. */
function writeDocuments(
  { documentOffsets, contextOffsets }: PackedBatch,
  c: number,
  similarities: Float64Array,
  queryCosines: Float64Array,
  analysis: BatchAnalysis,
): void {
  const from = contextOffsets[c];
  const to = contextOffsets[c + 1];
  const first = documentOffsets[from];
  const start = analysis.relationOffsets[c];
  const end = analysis.relationOffsets[c + 1];
  documentRelations(similarities, documentOffsets[to] - first, documentOffsets.subarray(from, to + 1), {
    meanCosine: analysis.meanCosines.subarray(start, end),
    bestCosine: analysis.bestCosines.subarray(start, end),
  });
  for (let a = from; a < to; a++) {
    let best = Number.NEGATIVE_INFINITY;
    for (let i = documentOffsets[a]; i < documentOffsets[a + 1]; i++) best = Math.max(best, queryCosines[i - first]);
    analysis.documentQueryCosines[a] = best;
  }
}
