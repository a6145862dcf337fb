import { reduceToTridiagonal, reflectBack } from './eigen.ts';
import { DoubleWorkspace, IndexWorkspace } from './workspace.ts';

/** Sweeps allowed for one eigenvalue; two are usual. */
const MAX_SWEEPS = 40;
/** Square of an off-diagonal entry that is rounding beside a matrix of norm about 1. */
const NEGLIGIBLE_SQUARE = 1e-32;
/** Largest entry of Lv − λ₂v that rounding explains. */
const RESIDUAL = 1e-13;
/** Pivots are kept this far from 0: below the rounding of entries near 1. */
const SMALLEST_PIVOT = 1e-18;

const diagonal = new DoubleWorkspace();
const offDiagonal = new DoubleWorkspace();
const shrinking = new DoubleWorkspace();
const squares = new DoubleWorkspace();
const pivots = new DoubleWorkspace();
const above = new DoubleWorkspace();
const second = new DoubleWorkspace();
const multipliers = new DoubleWorkspace();
const exchanged = new IndexWorkspace();

/**
 * λ₂, λ₃ − λ₂ and the eigenvector of λ₂ of a normalized Laplacian, without the rest of the spectrum: Householder reduction,
 * all eigenvalues by QL iterations without square roots (Parlett, The Symmetric Eigenvalue Problem, section 8.15), one vector
 * by inverse iteration.
 *
 * @param laplacian [n × n], n ≥ 3, of a connected graph; the lower triangle is read
 * @param nullVector its eigenvector of 0, D^(1/2)·1; [n]
 * @param vector unit eigenvector of λ₂; [n], written
 * @param values λ₂ and the gap; [2], written
 * @returns false where `vector` is no eigenvector to rounding, as may be when λ₂ is next to 0: ask for all of the spectrum then
 */
export function fiedlerPair(
  laplacian: Float64Array,
  n: number,
  nullVector: Float64Array,
  vector: Float64Array,
  values: Float64Array,
): boolean {
  const d = diagonal.take(n);
  const e = offDiagonal.take(n);
  const reflectors = reduceToTridiagonal(laplacian, n, d, e);
  if (!secondAndThird(d, e, n, values)) return false;
  const lambda2 = values[0];
  inverseIteration(d, e, n, lambda2, vector);
  reflectBack(reflectors, n, vector);
  removeComponent(vector, nullVector, n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += laplacian[i * n + j] * vector[j];
    // Not NaN either.
    if (!(Math.abs(sum - lambda2 * vector[i]) < RESIDUAL)) return false;
  }
  return true;
}

/** Writes the second-smallest eigenvalue of the tridiagonal (d, e), which has the eigenvalue 0, and how far the third is from it. */
function secondAndThird(d: Float64Array, e: Float64Array, n: number, values: Float64Array): boolean {
  const a = shrinking.take(n);
  const b = squares.take(n);
  for (let i = 0; i < n; i++) {
    a[i] = d[i];
    b[i] = i + 1 < n ? e[i] * e[i] : 0;
  }
  for (let l = 0; l < n; l++) {
    for (let sweep = 0; ; sweep++) {
      let m = l;
      while (m + 1 < n && b[m] > NEGLIGIBLE_SQUARE) m++;
      if (m === l) break;
      if (sweep === MAX_SWEEPS) return false;
      // The first eigenvalue to be split off is 0, which is known.
      sweepBlock(a, b, l, m, l === 0 && sweep === 0 ? 0 : wilkinsonShift(a, b, l));
    }
  }
  let lambda1 = Number.POSITIVE_INFINITY;
  let lambda2 = lambda1;
  let lambda3 = lambda1;
  for (let i = 0; i < n; i++) {
    const x = a[i];
    if (x < lambda1) {
      lambda3 = lambda2;
      lambda2 = lambda1;
      lambda1 = x;
    } else if (x < lambda2) {
      lambda3 = lambda2;
      lambda2 = x;
    } else if (x < lambda3) {
      lambda3 = x;
    }
  }
  values[0] = lambda2;
  values[1] = lambda3 - lambda2;
  return true;
}

/** The eigenvalue of rows l and l+1 that is nearer to a[l]. */
function wilkinsonShift(a: Float64Array, b: Float64Array, l: number): number {
  const root = Math.sqrt(b[l]);
  const slope = (a[l + 1] - a[l]) / (2 * root);
  const radius = Math.sqrt(slope * slope + 1);
  return a[l] - root / (slope + (slope < 0 ? -radius : radius));
}

/** One sweep over the block l … m with squares b of the off-diagonal entries. */
function sweepBlock(a: Float64Array, b: Float64Array, l: number, m: number, shift: number): void {
  let c = 1;
  let s = 0;
  let gamma = a[m] - shift;
  let p = gamma * gamma;
  for (let i = (m - 1) | 0; i >= l; i = (i - 1) | 0) {
    const square = b[i];
    const r = p + square;
    const oldC = c;
    const oldGamma = gamma;
    // 1/c, which does not have to wait for c.
    const inverseC = r / p;
    if (i + 1 < m) b[i + 1] = s * r;
    c = p / r;
    s = square / r;
    gamma = c * (a[i] - shift) - s * oldGamma;
    a[i + 1] = oldGamma + (a[i] - gamma);
    p = c !== 0 ? gamma * gamma * inverseC : oldC * square;
  }
  b[l] = s * p;
  a[l] = shift + gamma;
}

/** Two steps, by Gaussian elimination with exchanges of neighbouring rows: x becomes a unit eigenvector of (d, e). */
function inverseIteration(d: Float64Array, e: Float64Array, n: number, value: number, x: Float64Array): void {
  const main = pivots.take(n);
  const upper = above.take(n);
  const far = second.take(n);
  const factor = multipliers.take(n);
  const swapped = exchanged.take(n);
  main[0] = d[0] - value;
  upper[0] = e[0];
  for (let i = 0; i + 1 < n; i++) {
    const below = e[i];
    const next = d[i + 1] - value;
    const afterNext = i + 2 < n ? e[i + 1] : 0;
    if (Math.abs(below) > Math.abs(main[i])) {
      swapped[i] = 1;
      factor[i] = main[i] / below;
      main[i + 1] = upper[i] - factor[i] * next;
      upper[i + 1] = -factor[i] * afterNext;
      main[i] = below;
      upper[i] = next;
      far[i] = afterNext;
    } else {
      swapped[i] = 0;
      if (Math.abs(main[i]) < SMALLEST_PIVOT) main[i] = SMALLEST_PIVOT;
      factor[i] = below / main[i];
      main[i + 1] = next - factor[i] * upper[i];
      upper[i + 1] = afterNext;
      far[i] = 0;
    }
  }
  if (Math.abs(main[n - 1]) < SMALLEST_PIVOT) main[n - 1] = SMALLEST_PIVOT;
  // Entries of one magnitude and no symmetry, so that no eigenvector is orthogonal to the start.
  for (let i = 0; i < n; i++) x[i] = 1 + (0.25 * ((i * 7 + 3) % 11)) / 11;
  for (let step = 0; step < 2; step++) {
    for (let i = 0; i + 1 < n; i++) {
      const kept = swapped[i] === 1 ? x[i + 1] : x[i];
      x[i + 1] = (swapped[i] === 1 ? x[i] : x[i + 1]) - factor[i] * kept;
      x[i] = kept;
    }
    x[n - 1] /= main[n - 1];
    x[n - 2] = (x[n - 2] - upper[n - 2] * x[n - 1]) / main[n - 2];
    for (let i = n - 3; i >= 0; i--) x[i] = (x[i] - upper[i] * x[i + 1] - far[i] * x[i + 2]) / main[i];
    normalize(x, n);
  }
}

/** Takes what is left of the null vector out of x, and gives x unit length. */
function removeComponent(x: Float64Array, nullVector: Float64Array, n: number): void {
  let along = 0;
  let square = 0;
  for (let i = 0; i < n; i++) {
    along += x[i] * nullVector[i];
    square += nullVector[i] * nullVector[i];
  }
  along /= square;
  for (let i = 0; i < n; i++) x[i] -= along * nullVector[i];
  normalize(x, n);
}

function normalize(x: Float64Array, n: number): void {
  let square = 0;
  for (let i = 0; i < n; i++) square += x[i] * x[i];
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < n; i++) x[i] *= scale;
}
