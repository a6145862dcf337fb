import { analysisOf, analysisSize } from '../../src/linalg/analysis-layout.ts';
import type { PackedAnalysis, PackedBatch } from '../../src/linalg/backend.ts';

/** Sentences of each document of each context, e.g. [[3, 3], [2, 2, 1]]. */
export type Shape = readonly (readonly number[])[];

/** Numbers in [−1, 1) that are the same on every machine (a linear congruential generator). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A batch of that shape with random vectors and queries. */
export function randomBatch(
  shape: Shape,
  dimension: number,
  seed = 1,
  ArrayType: typeof Float32Array | typeof Float64Array = Float32Array,
): PackedBatch {
  const next = numbers(seed);
  const documents = [0];
  const contexts = [0];
  for (const context of shape) {
    for (const sentences of context) documents.push(documents[documents.length - 1] + sentences);
    contexts.push(documents.length - 1);
  }
  const rows = documents[documents.length - 1];
  return {
    vectors: new ArrayType(Array.from({ length: rows * dimension }, () => next() + 0.3)),
    dimension,
    documentOffsets: Int32Array.from(documents),
    contextOffsets: Int32Array.from(contexts),
    queries: new ArrayType(Array.from({ length: shape.length * dimension }, () => next() + 0.3)),
  };
}

/** Room for the analysis of a batch of that shape, filled with −7 to show what has been written. */
export function room(shape: Shape): PackedAnalysis {
  const analysis = analysisOf(analysisSize(randomBatch(shape, 1)));
  analysis.values.fill(-7);
  return analysis;
}
