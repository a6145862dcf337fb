import type { Backend, CutConductances, Eigendecomposition } from '../backend.ts';
import { cutConductances } from './cuts.ts';
import { symmetricEigen } from './eigen.ts';
import { fiedlerPair } from './fiedler-pair.ts';
import { cosineMatrix } from './similarity.ts';

/**
 * Linear algebra on typed arrays, with no dependency and no platform module: the fallback where there is no addon, and the
 * backend of browsers and edge runtimes. Scratch is kept between calls and grows with the largest input seen.
 */
export const jsBackend: Backend = {
  name: 'js',

  similarity(vectors, n, dimension, out = new Float64Array(n * n)): Float64Array {
    cosineMatrix(vectors, n, dimension, out);
    return out;
  },

  eigendecomposition(matrix, n): Eigendecomposition {
    const values = new Float64Array(n);
    const vectors = new Float64Array(n * n);
    symmetricEigen(matrix, n, values, vectors);
    return { values, vectors };
  },

  fiedlerPair,

  cuts(weights, n, fiedler): CutConductances {
    return cutConductances(weights, n, fiedler);
  },
};

export { symmetricEigen } from './eigen.ts';
