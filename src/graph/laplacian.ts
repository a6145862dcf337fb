import { doubles } from './workspace.ts';

const inverseRoots = doubles();

/**
 * Normalized Laplacian L = I − D^(−1/2) W D^(−1/2) (Chung, Spectral Graph Theory, section 1.2); the row of an isolated
 * node is that of I.
 *
 * @param weights [n × n], symmetric, ≥ 0, diagonal 0
 * @param out [n × n], written whole; allocated where not given
 * @param nullVector eigenvector of 0 of a connected graph, D^(1/2)·1; [n], written where given
 */
export function normalizedLaplacian(
  weights: Float64Array,
  n: number,
  out: Float64Array = new Float64Array(n * n),
  nullVector?: Float64Array,
): Float64Array {
  const root = inverseRoots.take(n);
  for (let i = 0; i < n; i++) {
    let degree = 0;
    for (let j = i * n; j < (i + 1) * n; j++) degree += weights[j];
    root[i] = degree > 0 ? 1 / Math.sqrt(degree) : 0;
    if (nullVector) nullVector[i] = Math.sqrt(degree);
  }
  for (let i = 0; i < n; i++) {
    out[i * n + i] = 1;
    for (let j = i + 1; j < n; j++) {
      const weight = weights[i * n + j];
      const entry = weight === 0 ? 0 : -root[i] * weight * root[j];
      out[i * n + j] = entry;
      out[j * n + i] = entry;
    }
  }
  return out;
}
