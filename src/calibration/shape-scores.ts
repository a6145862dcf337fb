import { ScoreSketch } from './score-sketch.ts';
import { byShape, type Shape, type ShapeGroup, shapeKey } from './shapes.ts';

/** Scores that even a rare shape keeps; the others share by their counts. */
const SMALLEST_KEEP = 32;

/** Benign scores by shape, in memory that does not grow with their number (see ScoreSketch, one per shape). */
export class ShapeScores {
  readonly #shapes = new Map<string, { shape: Shape; sketch: ScoreSketch }>();
  #count = 0;

  /** @param score finite */
  add(shape: Shape, score: number): void {
    const key = shapeKey(shape);
    let entry = this.#shapes.get(key);
    if (!entry) {
      entry = { shape, sketch: new ScoreSketch() };
      this.#shapes.set(key, entry);
    }
    entry.sketch.add(score);
    this.#count++;
  }

  get count(): number {
    return this.#count;
  }

  /** The groups of a profile that keeps about `keep` scores in all, by documents, then sentences. */
  groups(keep: number): ShapeGroup[] {
    return [...this.#shapes.values()]
      .map(({ shape, sketch }) => ({ ...shape, ...sketch.sample(keptOf(sketch.count, this.#count, keep)) }))
      .sort(byShape);
  }
}

/** Share of the `keep` scores of a profile that a group of `count` among `total` has. */
export function keptOf(count: number, total: number, keep: number): number {
  return Math.max(SMALLEST_KEEP, Math.floor((keep * count) / total));
}
