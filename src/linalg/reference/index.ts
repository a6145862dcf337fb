import type { Backend, CutConductances, Eigendecomposition } from '../backend.ts';
import { cutConductances } from './cuts.ts';
import { symmetricEigen } from './eigen.ts';
import { cosineMatrix } from './similarity.ts';

/**
 * The formulas as plainly as they can be written, over ml-matrix and graphology: the oracle that the fast backends are
 * tested against, selectable for audits. An order of magnitude slower than they are.
 */
export const referenceBackend: Backend = {
  name: 'reference',

  similarity(vectors, n, dimension, out = new Float64Array(n * n)): Float64Array {
    out.set(cosineMatrix(vectors, n, dimension));
    return out;
  },

  eigendecomposition(matrix, n): Eigendecomposition {
    return symmetricEigen(matrix, n);
  },

  cuts(weights, n, fiedler): CutConductances {
    return cutConductances(weights, n, fiedler);
  },
};
