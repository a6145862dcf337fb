import { type Backend, FIEDLER_ZERO } from '../linalg/backend.ts';
import { normalizedLaplacian } from './laplacian.ts';
import { doubles } from './workspace.ts';

/** Magnitudes closer than this are equal when the entry that fixes the sign is chosen. */
const SIGN_TIE = 1e-12;

const laplacian = doubles();
const nullVector = doubles();
const pair = new Float64Array(2);

/** λ₂ and λ₃ − λ₂ of a connected graph's normalized Laplacian. */
export interface SpectralGap {
  /** In [0, n/(n−1)]. */
  lambda2: number;
  /** ∞ for n = 2, which has no λ₃. */
  gap: number;
}

/**
 * Spectral gap and Fiedler vector of a connected graph with at least two nodes (docs/method.md, "Components first").
 *
 * @param weights [n × n], symmetric, ≥ 0, diagonal 0, one component
 * @param fiedler [n], written: the unit eigenvector of λ₂, entry of largest magnitude positive (ties to the lower index),
 *   entries of at most FIEDLER_ZERO in magnitude set to 0
 */
export function spectralGap(backend: Backend, weights: Float64Array, n: number, fiedler: Float64Array): SpectralGap {
  const kernel = nullVector.take(n);
  const matrix = normalizedLaplacian(weights, n, laplacian.take(n * n), kernel);
  if (n > 2 && backend.fiedlerPair?.(matrix, n, kernel, fiedler, pair)) {
    orient(fiedler, n);
    return { lambda2: Math.max(0, pair[0]), gap: Math.max(0, pair[1]) };
  }
  const { values, vectors } = backend.eigendecomposition(matrix, n);
  for (let i = 0; i < n; i++) fiedler[i] = vectors[i * n + 1];
  orient(fiedler, n);
  return { lambda2: Math.max(0, values[1]), gap: n > 2 ? values[2] - values[1] : Number.POSITIVE_INFINITY };
}

/** Entry of largest magnitude positive, ties to the lower index; entries of at most FIEDLER_ZERO become 0. */
function orient(fiedler: Float64Array, n: number): void {
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(fiedler[i]));
  let lead = 0;
  while (Math.abs(fiedler[lead]) <= largest - SIGN_TIE) lead++;
  const sign = fiedler[lead] < 0 ? -1 : 1;
  for (let i = 0; i < n; i++) {
    const entry = sign * fiedler[i];
    fiedler[i] = Math.abs(entry) <= FIEDLER_ZERO ? 0 : entry;
  }
}
