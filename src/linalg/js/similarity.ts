import { DoubleWorkspace } from './workspace.ts';

/**
 * Sums of squares inside these bounds, and products of two such rows, neither overflow nor lose digits to underflow. All
 * non-zero Float32 rows are inside; a Float64 row outside is first divided by its largest magnitude.
 */
const SMALLEST_SAFE_SQUARE = 1e-200;
const LARGEST_SAFE_SQUARE = 1e200;

const rows = new DoubleWorkspace();
const inverseNorms = new DoubleWorkspace();

/**
 * Cosine matrix of n row vectors, accumulated in double; see `Backend.similarity`.
 *
 * @param vectors [n × dimension], row-major, finite
 * @param out [n × n], written whole: symmetric, diagonal exactly 1, rows and columns of zero vectors 0
 */
export function cosineMatrix(
  vectors: Float32Array | Float64Array,
  n: number,
  dimension: number,
  out: Float64Array,
): void {
  const x = rows.take(n * dimension);
  const inverse = inverseNorms.take(n);
  for (let i = 0; i < n; i++) {
    inverse[i] = inverseNorm(x, i * dimension, dimension, copyRow(vectors, x, i * dimension, dimension));
  }

  // Two rows against two: four running sums keep the adder busy, and each loaded element serves two products.
  for (let i = 0; i < n; i += 2) {
    const last = i + 1 === n;
    out[i * n + i] = inverse[i] > 0 ? 1 : 0;
    if (last) break;
    out[(i + 1) * n + i + 1] = inverse[i + 1] > 0 ? 1 : 0;
    store(out, n, i, i + 1, dot(x, i * dimension, (i + 1) * dimension, dimension), inverse);
    let j = i + 2;
    for (; j + 1 < n; j += 2) twoByTwo(x, i, j, dimension, out, n, inverse);
    if (j < n) {
      store(out, n, i, j, dot(x, i * dimension, j * dimension, dimension), inverse);
      store(out, n, i + 1, j, dot(x, (i + 1) * dimension, j * dimension, dimension), inverse);
    }
  }
}

/**
 * One row as doubles, and its sum of squares. The copy is read n times, and lets the loops over pairs see a single element
 * type.
 */
function copyRow(from: Float32Array | Float64Array, to: Float64Array, start: number, dimension: number): number {
  let s0 = 0;
  let s1 = 0;
  const end = (start + dimension) | 0;
  const paired = (end - 1) | 0;
  let t = start | 0;
  for (; t < paired; t = (t + 2) | 0) {
    const p = from[t];
    const q = from[(t + 1) | 0];
    to[t] = p;
    to[(t + 1) | 0] = q;
    s0 += p * p;
    s1 += q * q;
  }
  if (t < end) {
    to[t] = from[t];
    s0 += to[t] * to[t];
  }
  return s0 + s1;
}

/** 1/‖row‖, rescaling the row in place where its squares leave the safe range; 0 for a zero row. */
function inverseNorm(x: Float64Array, start: number, dimension: number, square: number): number {
  if (square >= SMALLEST_SAFE_SQUARE && square <= LARGEST_SAFE_SQUARE) return 1 / Math.sqrt(square);
  let largest = 0;
  for (let t = start; t < start + dimension; t++) largest = Math.max(largest, Math.abs(x[t]));
  if (largest === 0) return 0;
  for (let t = start; t < start + dimension; t++) x[t] /= largest;
  return 1 / Math.sqrt(dot(x, start, start, dimension));
}

function store(out: Float64Array, n: number, i: number, j: number, product: number, inverse: Float64Array): void {
  const cosine = product * inverse[i] * inverse[j];
  out[i * n + j] = cosine;
  out[j * n + i] = cosine;
}

/** Row starting at `a` times row starting at `b`. Here as below, `| 0` spares a check for integer overflow at each step. */
function dot(x: Float64Array, a: number, b: number, dimension: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const end = (a + dimension) | 0;
  const unrolled = (end - 3) | 0;
  for (; a < unrolled; a = (a + 4) | 0, b = (b + 4) | 0) {
    s0 += x[a] * x[b];
    s1 += x[(a + 1) | 0] * x[(b + 1) | 0];
    s2 += x[(a + 2) | 0] * x[(b + 2) | 0];
    s3 += x[(a + 3) | 0] * x[(b + 3) | 0];
  }
  for (; a < end; a = (a + 1) | 0, b = (b + 1) | 0) s0 += x[a] * x[b];
  return s0 + s1 + (s2 + s3);
}

/** Rows i and i+1 times rows j and j+1. */
function twoByTwo(
  x: Float64Array,
  i: number,
  j: number,
  dimension: number,
  out: Float64Array,
  n: number,
  inverse: Float64Array,
): void {
  let a = (i * dimension) | 0;
  let b = (j * dimension) | 0;
  let c = (a + dimension) | 0;
  let d = (b + dimension) | 0;
  const end = c;
  const paired = (end - 1) | 0;
  let ab = 0;
  let ad = 0;
  let cb = 0;
  let cd = 0;
  for (; a < paired; a = (a + 2) | 0, b = (b + 2) | 0, c = (c + 2) | 0, d = (d + 2) | 0) {
    const a0 = x[a];
    const b0 = x[b];
    const c0 = x[c];
    const d0 = x[d];
    ab += a0 * b0;
    ad += a0 * d0;
    cb += c0 * b0;
    cd += c0 * d0;
    const a1 = x[(a + 1) | 0];
    const b1 = x[(b + 1) | 0];
    const c1 = x[(c + 1) | 0];
    const d1 = x[(d + 1) | 0];
    ab += a1 * b1;
    ad += a1 * d1;
    cb += c1 * b1;
    cd += c1 * d1;
  }
  if (a < end) {
    ab += x[a] * x[b];
    ad += x[a] * x[d];
    cb += x[c] * x[b];
    cd += x[c] * x[d];
  }
  store(out, n, i, j, ab, inverse);
  store(out, n, i, j + 1, ad, inverse);
  store(out, n, i + 1, j, cb, inverse);
  store(out, n, i + 1, j + 1, cd, inverse);
}
