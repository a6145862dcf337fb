import { TopoGuardError } from '../../errors/index.ts';
import { DoubleWorkspace, IndexWorkspace } from './workspace.ts';

/** QL sweeps allowed for one eigenvalue. Two or three are usual; LAPACK allows 30 on average over all of them. */
const MAX_SWEEPS = 60;

/** Sum of squares, beside entries near 1, whose square root changes nothing and whose own digits underflow may have cut. */
const NEGLIGIBLE_SQUARE = 1e-280;

const reduced = new DoubleWorkspace();
const basis = new DoubleWorkspace();
const vectorScratch = new DoubleWorkspace();
const offDiagonal = new DoubleWorkspace();
const diagonal = new DoubleWorkspace();
const ranking = new IndexWorkspace();

/**
 * All eigenvalues and orthonormal eigenvectors of a symmetric matrix: Householder reduction to tridiagonal form, then QL
 * iterations with implicit shifts (Golub and Van Loan, Matrix Computations, 4th ed., sections 8.3.1 and 8.3.3). Residual
 * and loss of orthogonality are a small multiple of n · 2⁻⁵² relative to the largest entry.
 *
 * @param matrix [n × n], symmetric and finite; only the lower triangle is read
 * @param values [n], written ascending
 * @param vectors [n × n], written; column j belongs to values[j]
 * @throws TopoGuardError SOLVER_FAILED when the iteration does not settle, which finite input does not cause
 */
export function symmetricEigen(matrix: Float64Array, n: number, values: Float64Array, vectors: Float64Array): void {
  const a = reduced.take(n * n);
  const scale = copyScaled(matrix, n, a);
  const d = diagonal.take(n);
  const e = offDiagonal.take(n);
  const q = basis.take(n * n);
  tridiagonalize(a, n, d, e);
  accumulate(a, n, q);
  implicitQl(d, e, q, n);

  const order = ranking.take(n);
  for (let i = 0; i < n; i++) {
    let p = i;
    for (; p > 0 && d[order[p - 1]] > d[i]; p--) order[p] = order[p - 1];
    order[p] = i;
  }
  for (let j = 0; j < n; j++) {
    const row = order[j] * n;
    values[j] = d[order[j]] * scale;
    for (let i = 0; i < n; i++) vectors[i * n + j] = q[row + i];
  }
}

/**
 * The first half alone, for a matrix whose entries are near 1: diagonal `d` and off-diagonal `e`. Returns the reflectors for
 * `reflectBack`, valid until the next call of this module.
 */
export function reduceToTridiagonal(matrix: Float64Array, n: number, d: Float64Array, e: Float64Array): Float64Array {
  const a = reduced.take(n * n);
  for (let i = 0; i < n; i++) {
    const row = (i * n) | 0;
    for (let j = 0; j <= i; j = (j + 1) | 0) a[(row + j) | 0] = matrix[(row + j) | 0];
  }
  tridiagonalize(a, n, d, e);
  return a;
}

/** Turns an eigenvector of the tridiagonal matrix into one of the matrix it came from. */
export function reflectBack(reflectors: Float64Array, n: number, x: Float64Array): void {
  for (let k = n - 3; k >= 0; k--) {
    const u = (k * n) | 0;
    let sum = 0;
    for (let j = k + 1; j < n; j = (j + 1) | 0) sum += reflectors[(u + j) | 0] * x[j];
    for (let j = k + 1; j < n; j = (j + 1) | 0) x[j] -= sum * reflectors[(u + j) | 0];
  }
}

/** Copies the lower triangle divided by a power of two that brings its largest magnitude near 1 (exact); returns the power. */
function copyScaled(matrix: Float64Array, n: number, a: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) largest = Math.max(largest, Math.abs(matrix[i * n + j]));
  }
  // A normalized Laplacian never needs it.
  const rescale = largest > 4 || (largest > 0 && largest < 0.25);
  const scale = rescale ? 2 ** Math.floor(Math.log2(largest)) : 1;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      a[i * n + j] = matrix[i * n + j] / scale;
    }
  }
  return scale;
}

/**
 * Reduces the lower triangle of `a` to tridiagonal form, diagonal `d` and subdiagonal `e` (e[k] couples k and k+1). Row k
 * of the upper triangle is left with the reflector of step k, scaled so that H = I − u·uᵀ; a zero u is the identity.
 */
function tridiagonalize(a: Float64Array, n: number, d: Float64Array, e: Float64Array): void {
  const p = vectorScratch.take(n);
  for (let k = 0; k < n; k++) {
    const row = k * n;
    d[k] = a[row + k];
    if (k + 1 >= n) break;
    for (let j = k + 1; j < n; j++) a[row + j] = a[j * n + k];
    const head = a[row + k + 1];
    let tail = 0;
    for (let j = k + 2; j < n; j++) tail += a[row + j] * a[row + j];
    if (tail < NEGLIGIBLE_SQUARE) {
      e[k] = head;
      for (let j = k + 1; j < n; j++) a[row + j] = 0;
      continue;
    }
    // The sign avoids cancellation in the reflector's first entry.
    const image = head > 0 ? -Math.sqrt(head * head + tail) : Math.sqrt(head * head + tail);
    e[k] = image;
    const first = head - image;
    const normalize = Math.sqrt(2 / (first * first + tail));
    a[row + k + 1] = first * normalize;
    for (let j = k + 2; j < n; j++) a[row + j] *= normalize;
    reflectBothSides(a, n, k, p);
  }
}

/**
 * A ← H A H on rows and columns k+1 … n−1 of the lower triangle, as the symmetric rank-two update A − u·wᵀ − w·uᵀ with
 * w = Au − (uᵀAu/2)·u. Here as below, `| 0` spares a check for integer overflow at each step of an inner loop.
 */
function reflectBothSides(a: Float64Array, n: number, k: number, w: Float64Array): void {
  const u = (k * n) | 0;
  const first = (k + 1) | 0;
  for (let i = first; i < n; i++) {
    const row = (i * n) | 0;
    const ui = a[u + i];
    let sum = 0;
    for (let j = first; j < i; j = (j + 1) | 0) {
      const entry = a[(row + j) | 0];
      w[j] += ui * entry;
      sum += entry * a[(u + j) | 0];
    }
    w[i] = sum + ui * a[row + i];
  }
  let half = 0;
  for (let i = first; i < n; i++) half += w[i] * a[u + i];
  half /= 2;
  for (let i = first; i < n; i++) w[i] -= half * a[u + i];
  for (let i = first; i < n; i++) {
    const row = (i * n) | 0;
    const ui = a[u + i];
    const wi = w[i];
    for (let j = first; j <= i; j = (j + 1) | 0) {
      const entry = (row + j) | 0;
      a[entry] -= ui * w[j] + wi * a[(u + j) | 0];
    }
  }
}

/** The product of the reflectors, transposed, so that rows of `q` become eigenvectors and rotations run along rows. */
function accumulate(a: Float64Array, n: number, q: Float64Array): void {
  q.fill(0, 0, n * n);
  for (let i = 0; i < n; i++) q[i * n + i] = 1;
  for (let k = n - 3; k >= 0; k--) {
    const u = (k * n) | 0;
    const first = (k + 1) | 0;
    if (a[u + first] === 0) continue;
    for (let i = first; i < n; i++) {
      const row = (i * n) | 0;
      let even = 0;
      let odd = 0;
      let j = first;
      for (; j < n - 1; j = (j + 2) | 0) {
        even += q[(row + j) | 0] * a[(u + j) | 0];
        odd += q[(row + j + 1) | 0] * a[(u + j + 1) | 0];
      }
      if (j < n) even += q[(row + j) | 0] * a[(u + j) | 0];
      const sum = even + odd;
      for (j = first; j < n; j = (j + 1) | 0) {
        const entry = (row + j) | 0;
        q[entry] -= sum * a[(u + j) | 0];
      }
    }
  }
}

/** Diagonalizes the tridiagonal (d, e) in place, rotating rows of `q` along; d is left unordered. */
function implicitQl(d: Float64Array, e: Float64Array, q: Float64Array, n: number): void {
  let norm = 0;
  for (let i = 0; i < n; i++) norm = Math.max(norm, Math.abs(d[i]) + (i + 1 < n ? Math.abs(e[i]) : 0));
  const negligible = (norm * Number.EPSILON) / 2;
  for (let l = 0; l < n; l++) {
    for (let sweep = 0; ; sweep++) {
      let m = l;
      while (m + 1 < n && Math.abs(e[m]) > negligible) m++;
      if (m === l) break;
      if (sweep === MAX_SWEEPS) {
        throw new TopoGuardError('SOLVER_FAILED', `no eigenvalue ${l} of a ${n} × ${n} matrix after ${sweep} sweeps`, {
          remedy: "Run the same input with backend 'reference' and report it: finite symmetric input should converge",
        });
      }
      sweepBlock(d, e, q, n, l, m);
    }
  }
}

/** One QL sweep over the unreduced block l … m with Wilkinson's shift. */
function sweepBlock(d: Float64Array, e: Float64Array, q: Float64Array, n: number, l: number, m: number): void {
  const slope = (d[l + 1] - d[l]) / (2 * e[l]);
  const root = Math.sqrt(slope * slope + 1);
  let bulge = d[m] - d[l] + e[l] / (slope + (slope >= 0 ? root : -root));
  let sine = 1;
  let cosine = 1;
  let carried = 0;
  for (let i = m - 1; i >= l; i--) {
    const chased = sine * e[i];
    const coupled = cosine * e[i];
    const radius = Math.sqrt(chased * chased + bulge * bulge);
    if (i + 1 < m) e[i + 1] = radius;
    if (radius === 0) {
      // The block splits here: undo the shift carried so far and start over on the smaller block.
      d[i + 1] -= carried;
      return;
    }
    sine = chased / radius;
    cosine = bulge / radius;
    const shifted = d[i + 1] - carried;
    const mixed = (d[i] - shifted) * sine + 2 * cosine * coupled;
    carried = sine * mixed;
    d[i + 1] = shifted + carried;
    bulge = cosine * mixed - coupled;
    rotateRows(q, n, i, sine, cosine);
  }
  d[l] -= carried;
  e[l] = bulge;
}

/** Rotates rows i and i+1 of `q`. */
function rotateRows(q: Float64Array, n: number, i: number, sine: number, cosine: number): void {
  let lower = (i * n) | 0;
  let upper = (lower + n) | 0;
  for (const end = upper; lower < end; lower = (lower + 1) | 0, upper = (upper + 1) | 0) {
    const x = q[lower];
    const y = q[upper];
    q[upper] = sine * x + cosine * y;
    q[lower] = cosine * x - sine * y;
  }
}
