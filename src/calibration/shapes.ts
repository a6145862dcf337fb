import { type ConformalThreshold, conformalThreshold, type PooledSample, pooledCount } from './conformal.ts';
import { comfortableCount, DEFAULT_RULE, minimumCount, type ThresholdRule } from './guarantee.ts';
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
 * Threshold of a shape (Mondrian conformal, docs/method.md). The rule:
 *
 * 1. A shape with the minimum count of scores stands on its own group alone, and the guarantee holds for that shape by itself.
 * 2. Any other shape pools the nearest groups, its own first, whole groups at a time, until there are comfortably many (twice the
 *    minimum and two) or no more. The guarantee then holds for contexts drawn from the pool's mixture of shapes.
 * 3. A shape outside the calibrated range of documents or of sentences per document is not covered: it gets the highest of its
 *    pool's threshold, of the nearest group's that can stand alone, and of that over all groups, and `extrapolated`. No
 *    distribution-free promise is possible there.
 *
 * @throws TopoGuardError CALIBRATION_TOO_SMALL when all groups together are too few
 */
export function shapeThreshold(
  groups: readonly ShapeGroup[],
  shape: Shape,
  fpr: number,
  rule: Readonly<ThresholdRule> = DEFAULT_RULE,
): ShapeThreshold {
  const nearest = groups
    .map((group) => ({ group, distance: distance(group, shape) }))
    .sort(
      (a, b) =>
        a.distance - b.distance || a.group.documents - b.group.documents || a.group.sentences - b.group.sentences,
    )
    .map((entry) => entry.group);
  const standsAlone = (group: ShapeGroup) => group.count >= minimumCount(fpr, rule);
  const pool = poolFor(nearest, shape, standsAlone, comfortableCount(fpr, rule));
  const extrapolated = !coversShape(groups, shape);
  let result = conformalThreshold(pool, fpr, rule);
  if (extrapolated) {
    const alone = nearest.find(standsAlone);
    for (const other of [groups, ...(alone ? [[alone]] : [])]) {
      const candidate = conformalThreshold(other, fpr, rule);
      if (candidate.threshold > result.threshold) result = candidate;
    }
  }
  return {
    ...result,
    pool,
    shapes: pool.map(({ documents, sentences }) => ({ documents, sentences })),
    extrapolated,
  };
}

function poolFor(
  nearest: readonly ShapeGroup[],
  shape: Shape,
  standsAlone: (group: ShapeGroup) => boolean,
  enough: number,
): ShapeGroup[] {
  const [first] = nearest;
  const own = first.documents === shape.documents && first.sentences === shape.sentences;
  if (own && standsAlone(first)) return [first];
  const pool: ShapeGroup[] = [];
  for (const group of nearest) {
    if (pooledCount(pool) >= enough) break;
    pool.push(group);
  }
  return pool;
}

/** Whether a shape lies within the calibrated ranges of documents and of sentences per document. */
export function coversShape(groups: readonly Shape[], shape: Shape): boolean {
  const within = (value: number, of: (g: Shape) => number) => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const group of groups) {
      least = Math.min(least, of(group));
      most = Math.max(most, of(group));
    }
    return value >= least - 1e-9 && value <= most + 1e-9;
  };
  return (
    within(shape.documents, (g) => g.documents) &&
    within(shape.sentences / shape.documents, (g) => g.sentences / g.documents)
  );
}

/** Orders shapes by documents, then sentences. */
export function byShape(a: Shape, b: Shape): number {
  return a.documents - b.documents || a.sentences - b.sentences;
}

/** Names a shape, for maps. */
export function shapeKey(shape: Shape): string {
  return `${shape.documents}:${shape.sentences}`;
}
