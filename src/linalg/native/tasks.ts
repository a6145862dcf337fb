import { availableParallelism } from 'node:os';
import { ANALYSIS_PARTS, analysisOf, analysisSize, partLengths } from '../analysis-layout.ts';
import type { PackedAnalysis, PackedBatch } from '../backend.ts';
import { batchCost, contextCost } from '../cost.ts';
import type { Addon } from './addon.ts';
import { Slots } from './slots.ts';

/**
 * Estimated work of one task, in microseconds: at least several times the cost of a hop to another thread and back, about 35,
 * and at most what may pass before an abort counts.
 */
const SMALLEST_TASK = 200;
const LARGEST_TASK = 2000;

/** Two threads at least, and never all four that libuv has for the file system and name look-ups as well. */
const THREADS = Math.min(3, Math.max(2, availableParallelism()));
const slots = new Slots(THREADS);

/**
 * Analyzes a batch on other threads, a task of some contexts at a time, so that memory for copies and the time until an
 * abort counts stay bounded. All batches of this thread share the slots. Tasks see contexts as `analyze` sees them, one by
 * one, so the bits are the same.
 *
 * @throws what the addon throws, places counted over the whole batch; the signal's reason
 */
export async function analyzeInTasks(
  addon: Addon,
  batch: PackedBatch,
  k: number,
  out: PackedAnalysis,
  signal: AbortSignal | undefined,
): Promise<void> {
  const running: Promise<void>[] = [];
  const starts = ANALYSIS_PARTS.map(() => 0);
  const failed = { index: Number.POSITIVE_INFINITY, reason: undefined as unknown };
  const contexts = batch.contextOffsets.length - 1;
  const taskCost = Math.min(LARGEST_TASK, Math.max(SMALLEST_TASK, batchCost(batch) / THREADS));
  let from = 0;
  for (let index = 0; from < contexts && failed.index === Number.POSITIVE_INFINITY; index++) {
    const to = endOfTask(batch, from, taskCost);
    await slots.take(signal);
    running.push(
      analyzeSome(addon, batch, from, to, k, out, [...starts])
        .catch((reason: unknown) => {
          if (index < failed.index) Object.assign(failed, { index, reason });
        })
        .finally(() => slots.giveBack()),
    );
    partLengths(analysisSize(batch, from, to)).forEach((length, part) => {
      starts[part] += length;
    });
    from = to;
  }
  await untilAborted(Promise.all(running), signal);
  if (failed.index !== Number.POSITIVE_INFINITY) throw failed.reason;
}

/** The first context that is no longer of the task that begins with `from`. */
function endOfTask(batch: PackedBatch, from: number, most: number): number {
  const contexts = batch.contextOffsets.length - 1;
  let cost = contextCost(batch, from);
  let to = from + 1;
  for (; to < contexts; to++) {
    cost += contextCost(batch, to);
    if (cost > most) break;
  }
  return to;
}

/** @param starts where the contexts' shares of the parts begin */
async function analyzeSome(
  addon: Addon,
  batch: PackedBatch,
  from: number,
  to: number,
  k: number,
  out: PackedAnalysis,
  starts: readonly number[],
): Promise<void> {
  const { dimension } = batch;
  const firstDocument = batch.contextOffsets[from];
  const firstRow = batch.documentOffsets[firstDocument];
  const contextOffsets = batch.contextOffsets.slice(from, to + 1).map((offset) => offset - firstDocument);
  const documentOffsets = batch.documentOffsets
    .slice(firstDocument, batch.contextOffsets[to] + 1)
    .map((offset) => offset - firstRow);
  const rows = documentOffsets[documentOffsets.length - 1];
  const size = analysisSize({ documentOffsets, contextOffsets });
  const some = analysisOf(size);
  try {
    await addon.analyzeAsync(
      batch.vectors.subarray(firstRow * dimension, (firstRow + rows) * dimension),
      dimension,
      documentOffsets,
      contextOffsets,
      batch.queries?.subarray(from * dimension, to * dimension) ?? null,
      k,
      some.values,
    );
  } catch (thrown) {
    const refusal = thrown as { field?: string; index?: number; context?: number };
    if (refusal.context !== undefined) refusal.context += from;
    if (refusal.index !== undefined) {
      if (refusal.field === 'vectors') refusal.index += firstRow * dimension;
      if (refusal.field === 'queries') refusal.index += from * dimension;
    }
    throw thrown;
  }
  ANALYSIS_PARTS.forEach((part, p) => {
    out[part].set(some[part], starts[p]);
  });
}

/** The promise, or the signal's reason if that comes first. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
