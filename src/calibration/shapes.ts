import {
  type ConformalThreshold,
  comfortableCount,
  conformalThreshold,
  minimumCount,
  type PooledSample,
  pooledCount,
} from './conformal.ts';
import type { ScoreSample } from './score-sample.ts';

/** Number of documents and of sentences of a context. Scores of different shapes are not comparable. */
export interface Shape {
  documents: number;
  sentences: number;
}

export interface ShapeGroup extends Shape, ScoreSample {}

/** The threshold for one shape, and the groups it rests on. */
export interface ShapeThreshold extends ConformalThreshold {
  pool: PooledSample;
  /** Shapes whose scores were pooled, nearest first. */
  shapes: Shape[];
  /** The profile has no contexts on both sides of this shape; `threshold` is the more conservative of what is near. */
  extrapolated: boolean;
}

/**
 * How far two shapes are apart: the ratio of document counts weighs four times the ratio of sentences per document, since
 * whole-graph scores move far more with the former.
 */
function distance(a: Shape, b: Shape): number {
  return (
    4 * Math.abs(Math.log(a.documents / b.documents)) +
    Math.abs(Math.log(a.sentences / a.documents / (b.sentences / b.documents)))
  );
}

/**
 * Threshold of a shape (Mondrian conformal, design section 5): its own group where that has at least twice the minimum count,
 * else pooled with the nearest shapes until there are that many, or all. A shape outside the calibrated range of documents or
 * of sentences per document gets the highest of its pool's threshold and the threshold over all groups, and `extrapolated`.
 *
 * @throws TopoGuardError CALIBRATION_TOO_SMALL when all groups together are too few
 */
export function shapeThreshold(groups: readonly ShapeGroup[], shape: Shape, fpr: number): ShapeThreshold {
  const nearest = groups
    .map((group) => ({ group, distance: distance(group, shape) }))
    .sort(
      (a, b) =>
        a.distance - b.distance || a.group.documents - b.group.documents || a.group.sentences - b.group.sentences,
    )
    .map((entry) => entry.group);
  const enough = comfortableCount(fpr);
  const pool: ShapeGroup[] = [];
  for (const group of nearest) {
    if (pooledCount(pool) >= enough) break;
    pool.push(group);
  }
  const extrapolated = !covers(groups, shape);
  let result = conformalThreshold(pool, fpr);
  if (extrapolated && pooledCount(groups) >= minimumCount(fpr)) {
    const overall = conformalThreshold(groups, fpr);
    if (overall.threshold > result.threshold) result = overall;
  }
  return {
    ...result,
    pool,
    shapes: pool.map(({ documents, sentences }) => ({ documents, sentences })),
    extrapolated,
  };
}

function covers(groups: readonly ShapeGroup[], shape: Shape): boolean {
  const within = (value: number, of: (g: Shape) => number) => {
    const values = groups.map(of);
    return value >= Math.min(...values) - 1e-9 && value <= Math.max(...values) + 1e-9;
  };
  return (
    within(shape.documents, (g) => g.documents) &&
    within(shape.sentences / shape.documents, (g) => g.sentences / g.documents)
  );
}
