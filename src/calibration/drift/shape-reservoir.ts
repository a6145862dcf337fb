import { type Shape, shapeKey } from '../shapes.ts';
import { type RandomStream, randomRanks } from './random.ts';

export interface ShapeCount extends Shape {
  count: number;
}

/**
 * Shapes that a new one is ranked among, kept as ScoreReservoir keeps scores. A shape is no number, so it is ranked in two
 * ways, each symmetric in all that it compares: by size (documents, then sentences), and by how rare it is here.
 */
export class ShapeReservoir {
  readonly #capacity: number;
  readonly #shapes = new Map<string, ShapeCount>();
  #total = 0;

  /** @param counts of at most `capacity` contexts in all */
  constructor(capacity: number, counts: readonly ShapeCount[]) {
    this.#capacity = capacity;
    for (const { documents, sentences, count } of counts) {
      this.#shapes.set(shapeKey({ documents, sentences }), { documents, sentences, count });
      this.#total += count;
    }
  }

  /** A random part of the calibrated contexts. */
  static of(groups: readonly ShapeCount[], capacity: number, random: RandomStream): ShapeReservoir {
    const total = groups.reduce((sum, group) => sum + group.count, 0);
    const ranks = randomRanks(total, capacity, random);
    let before = 0;
    let next = 0;
    const counts: ShapeCount[] = [];
    for (const { documents, sentences, count } of groups) {
      const first = next;
      while (next < ranks.length && ranks[next] <= before + count) next++;
      if (next > first) counts.push({ documents, sentences, count: next - first });
      before += count;
    }
    return new ShapeReservoir(capacity, counts);
  }

  get counts(): ShapeCount[] {
    return [...this.#shapes.values()].map((shape) => ({ ...shape }));
  }

  /** Smoothed p-values of a shape by size (low = large) and by rarity (low = rare); then takes it in. In (0, 1). */
  observe(shape: Shape, random: RandomStream): { size: number; rarity: number } {
    const own = this.#shapes.get(shapeKey(shape));
    const ownCount = (own?.count ?? 0) + 1;
    let larger = 0;
    let rarer = 0;
    let asRare = ownCount - 1;
    for (const other of this.#shapes.values()) {
      if (other === own) continue;
      if (
        other.documents > shape.documents ||
        (other.documents === shape.documents && other.sentences > shape.sentences)
      ) {
        larger += other.count;
      }
      if (other.count < ownCount) rarer += other.count;
      else if (other.count === ownCount) asRare += other.count;
    }
    const total = this.#total + 1;
    const p = {
      size: (larger + random.uniform() * ownCount) / total,
      rarity: (rarer + random.uniform() * (asRare + 1)) / total,
    };
    this.#take(shape, own, random);
    return p;
  }

  #take(shape: Shape, own: ShapeCount | undefined, random: RandomStream): void {
    if (own) own.count++;
    else {
      const { documents, sentences } = shape;
      this.#shapes.set(shapeKey(shape), { documents, sentences, count: 1 });
    }
    if (++this.#total > this.#capacity) this.#forget(random.below(this.#total));
  }

  #forget(index: number): void {
    let left = index;
    for (const [key, shape] of this.#shapes) {
      if (left < shape.count) {
        if (--shape.count === 0) this.#shapes.delete(key);
        this.#total--;
        return;
      }
      left -= shape.count;
    }
  }
}
