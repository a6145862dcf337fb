import { RandomStream } from '../calibration/index.ts';

export { RandomStream };

/**
 * The stream that belongs to a seed and a path of names, e.g. `randomFor(1, 'replace', row.id)`. Every use of randomness has
 * a stream of its own, so that leaving out a row, an attack or an experiment changes no other number.
 */
export function randomFor(seed: number, ...path: (string | number)[]): RandomStream {
  // FNV-1a over the UTF-16 code units; NUL between the parts, so that ('a', 'b') is not ('ab').
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const part of path) {
    const text = `${part}\u0000`;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return RandomStream.seeded(hash);
}

/** One element, each equally likely. `items` is not empty. */
export function pick<T>(items: ArrayLike<T>, random: RandomStream): T {
  return items[random.below(items.length)];
}

/** The numbers 0 … count − 1 in random order (Fisher and Yates). */
export function permutation(count: number, random: RandomStream): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 1; i < count; i++) {
    const j = random.below(i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

/** Standard normal variate (Box and Muller). */
export function normal(random: RandomStream): number {
  return Math.sqrt(-2 * Math.log(random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}
