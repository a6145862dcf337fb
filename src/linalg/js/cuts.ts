import { type CutConductances, MAX_EXACT_CONDUCTANCE } from '../backend.ts';
import { DoubleWorkspace, IndexWorkspace } from './workspace.ts';

/**
 * A running cut is a difference of sums of the size of the graph's volume. Where the smaller side holds less than this
 * share of it, the difference has lost digits that matter, and the crossing weights are summed afresh.
 */
const FRAGILE_SHARE = 1e-3;

const degrees = new DoubleWorkspace();
const keys = new DoubleWorkspace();
const links = new DoubleWorkspace();
const sides = new IndexWorkspace();
const ranking = new IndexWorkspace();

/**
 * Conductances of a connected graph; see `CutConductances`. The sweep is over prefixes of v₂/√d (Chung, Spectral Graph
 * Theory, section 2.2); the exact value visits every cut once.
 *
 * @param weights [n × n], symmetric, ≥ 0, diagonal 0
 * @param fiedler [n]
 */
export function cutConductances(weights: Float64Array, n: number, fiedler: Float64Array): CutConductances {
  const degree = degrees.take(n);
  let total = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = i * n; j < (i + 1) * n; j++) sum += weights[j];
    degree[i] = sum;
    total += sum;
  }
  return {
    sign: signCut(weights, n, fiedler, degree),
    sweep: sweepCut(weights, n, fiedler, degree, total),
    exact: n <= MAX_EXACT_CONDUCTANCE ? exactCut(weights, n, degree, total) : Number.NaN,
  };
}

/** φ of {i : side[i] = 1} by sums of positive terms alone; 0 where a side has no volume. */
function conductanceOf(weights: Float64Array, n: number, side: Int32Array, degree: Float64Array): number {
  let cut = 0;
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < n; i++) {
    if (side[i] === 0) {
      outside += degree[i];
      continue;
    }
    inside += degree[i];
    for (let j = 0; j < n; j++) if (side[j] === 0) cut += weights[i * n + j];
  }
  const smaller = Math.min(inside, outside);
  return smaller > 0 ? cut / smaller : 0;
}

/** φ of S = {i : v[i] ≥ 0}. */
function signCut(weights: Float64Array, n: number, fiedler: Float64Array, degree: Float64Array): number {
  const side = sides.take(n);
  for (let i = 0; i < n; i++) side[i] = fiedler[i] >= 0 ? 1 : 0;
  return conductanceOf(weights, n, side, degree);
}

/** Smallest φ over prefixes of the nodes in ascending v/√d, ties to the lower index. */
function sweepCut(
  weights: Float64Array,
  n: number,
  fiedler: Float64Array,
  degree: Float64Array,
  total: number,
): number {
  if (n < 2) return 0;
  const key = keys.take(n);
  const order = ranking.take(n);
  for (let i = 0; i < n; i++) {
    key[i] = degree[i] > 0 ? fiedler[i] / Math.sqrt(degree[i]) : 0;
    let p = i;
    for (; p > 0 && key[order[p - 1]] > key[i]; p--) order[p] = order[p - 1];
    order[p] = i;
  }
  const side = sides.take(n);
  side.fill(0, 0, n);
  let cut = 0;
  let volume = 0;
  let best = Number.POSITIVE_INFINITY;
  let bestLength = 1;
  for (let p = 0; p + 1 < n; p++) {
    const i = order[p];
    let linked = 0;
    for (let j = 0; j < n; j++) if (side[j] === 1) linked += weights[i * n + j];
    side[i] = 1;
    cut += degree[i] - 2 * linked;
    volume += degree[i];
    const phi = runningConductance(cut, volume, total) ?? conductanceOf(weights, n, side, degree);
    if (phi < best) {
      best = phi;
      bestLength = p + 1;
    }
  }
  side.fill(0, 0, n);
  for (let p = 0; p < bestLength; p++) side[order[p]] = 1;
  return conductanceOf(weights, n, side, degree);
}

/**
 * φ(G) over all 2^(n−1) − 1 cuts. Node n−1 stays outside S, and Gray code changes S by one node a step, so that a step
 * costs n additions; the best S is then evaluated afresh, free of the rounding those steps gathered.
 */
function exactCut(weights: Float64Array, n: number, degree: Float64Array, total: number): number {
  const link = links.take(n);
  link.fill(0, 0, n);
  const side = sides.take(n);
  side.fill(0, 0, n);
  let set = 0;
  let bestSet = 0;
  let best = Number.POSITIVE_INFINITY;
  let cut = 0;
  let volume = 0;
  for (let step = 1; step < 1 << (n - 1); step++) {
    const node = 31 - Math.clz32(step & -step);
    set ^= 1 << node;
    side[node] = 1 - side[node];
    const sign = 2 * side[node] - 1;
    cut += sign * (degree[node] - 2 * link[node]);
    volume += sign * degree[node];
    const row = node * n;
    for (let j = 0; j < n; j++) link[j] += sign * weights[row + j];
    const phi = runningConductance(cut, volume, total) ?? conductanceOf(weights, n, side, degree);
    if (phi < best) {
      best = phi;
      bestSet = set;
    }
  }
  for (let i = 0; i < n; i++) side[i] = (bestSet >> i) & 1;
  return conductanceOf(weights, n, side, degree);
}

/** φ from running sums, or null where they are too fragile to say. */
function runningConductance(cut: number, volume: number, total: number): number | null {
  const smaller = Math.min(volume, total - volume);
  return smaller > FRAGILE_SHARE * total ? cut / smaller : null;
}
