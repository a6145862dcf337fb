import fc from 'fast-check';
import { gaussians } from '../linalg/backends.ts';

interface Bounds {
  minLength: number;
  maxLength: number;
}

/**
 * Normal vectors that lean towards one direction, so that most graphs are connected. From a seed, because the generator of
 * doubles prefers special values, which tie.
 */
export function smoothSentences({ minLength, maxLength }: Bounds): fc.Arbitrary<number[][]> {
  return fc
    .record({
      n: fc.integer({ min: minLength, max: maxLength }),
      dimension: fc.integer({ min: 2, max: 12 }),
      lean: fc.constantFrom(0, 0.5, 1.5),
      seed: fc.integer(),
    })
    .map(({ n, dimension, lean, seed }) => {
      const next = gaussians(seed);
      return Array.from({ length: n }, () =>
        Array.from({ length: dimension }, (_, t) => next() + (t === 0 ? lean : 0)),
      );
    });
}

const DIMENSION = 4;
const unit = (axis: number): number[] => Array.from({ length: DIMENSION }, (_, t) => (t === axis ? 1 : 0));

/** What breaks naive implementations: equal, opposite, orthogonal and zero vectors, at scales whose squares leave double's range. */
export function nastySentences(bounds: Bounds): fc.Arbitrary<number[][]> {
  const direction = fc.oneof(
    fc.constantFrom(...[0, 1, 2].map(unit)),
    fc.constantFrom(
      [1, 1, 0, 0],
      [1, -1, 0, 0],
      [-1, -1, 0, 0],
      [1, 1, 1, 1],
      [0, 0, 3, 4],
      [1, 1e-7, 0, 0],
      [1, 1e-11, 0, 0],
    ),
    fc.array(fc.integer({ min: -4, max: 4 }), { minLength: DIMENSION, maxLength: DIMENSION }),
    fc.constant([0, 0, 0, 0]),
  );
  const scale = fc.constantFrom(1, 1, 1, 1e-3, 7, 1e30, 1e-30, 1e200, 1e-200);
  return fc.array(
    fc.tuple(direction, scale).map(([v, s]) => v.map((x) => x * s)),
    bounds,
  );
}
