import { createRequire } from 'node:module';
import { TopoGuardError } from '../../errors/index.ts';
import type { Eigendecomposition } from '../backend.ts';

let mlMatrix: typeof import('ml-matrix') | undefined;

/** Loaded at first use: it takes tens of milliseconds that programs on another backend need not spend. */
function loadMlMatrix(): typeof import('ml-matrix') {
  mlMatrix ??= createRequire(import.meta.url)('ml-matrix') as typeof import('ml-matrix');
  return mlMatrix;
}

/**
 * ml-matrix's decomposition of a symmetric matrix [n × n], ascending.
 *
 * @throws TopoGuardError SOLVER_FAILED on an entry that is not finite: ml-matrix would not return
 */
export function symmetricEigen(matrix: Float64Array, n: number): Eigendecomposition {
  const offending = matrix.subarray(0, n * n).findIndex((value) => !Number.isFinite(value));
  if (offending >= 0) {
    throw new TopoGuardError('SOLVER_FAILED', `the matrix has ${matrix[offending]} in it`, {
      location: { index: offending },
      remedy: 'Pass finite vectors',
    });
  }
  const { EigenvalueDecomposition, Matrix } = loadMlMatrix();
  const rows = Array.from({ length: n }, (_, i) => Array.from(matrix.subarray(i * n, (i + 1) * n)));
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(new Matrix(rows), {
    assumeSymmetric: true,
  });
  const ascending = realEigenvalues.map((_, j) => j).sort((a, b) => realEigenvalues[a] - realEigenvalues[b]);
  const values = Float64Array.from(ascending, (j) => realEigenvalues[j]);
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    ascending.forEach((column, j) => {
      vectors[i * n + j] = eigenvectorMatrix.get(i, column);
    });
  }
  return { values, vectors };
}
