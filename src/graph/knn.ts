import { bytes, doubles, indices } from './workspace.ts';

/** Cosines up to this are no similarity: rounding of orthogonal vectors must not join components. */
export const SMALLEST_WEIGHT = 1e-12;

/** Neighbours are ranked on cosines rounded to this many steps a unit, so that equal sentences tie on every backend. */
const RANK_STEPS = 1e9;

/** Adding and subtracting 1.5 · 2^52 rounds a double below 2^51 to an integer, halves to even. */
const ROUNDING_SHIFT = 1.5 * 2 ** 52;

const neighbourRank = doubles();
const neighbourIndex = indices();
const adjacency = bytes();

/**
 * Weights of the symmetrized k-nearest-neighbour graph (docs/method.md, "Graph"; von Luxburg, A Tutorial on Spectral
 * Clustering, section 2.2). j is a neighbour of i if it is among the min(k, n−1) most similar, ranked on cosines rounded
 * to 1e-9 with ties to the lower index; either direction makes an edge; its weight is the cosine where above 1e-12.
 *
 * @param similarities [n × n] cosines, symmetric and finite
 * @param k neighbours, ≥ 1
 * @param weights [n × n], written whole; allocated where not given
 */
export function knnGraph(
  similarities: Float64Array,
  n: number,
  k: number,
  weights: Float64Array = new Float64Array(n * n),
): Float64Array {
  const neighbours = Math.min(k, n - 1);
  const adjacent = adjacency.take(n * n);
  adjacent.fill(neighbours === n - 1 ? 1 : 0, 0, n * n);
  if (neighbours < n - 1) {
    for (let i = 0; i < n; i++) markNeighbours(similarities, n, i, neighbours, adjacent);
  }
  for (let i = 0; i < n; i++) {
    weights[i * n + i] = 0;
    for (let j = i + 1; j < n; j++) {
      const cosine = similarities[i * n + j];
      const isEdge = cosine > SMALLEST_WEIGHT && (adjacent[i * n + j] | adjacent[j * n + i]) === 1;
      weights[i * n + j] = isEdge ? cosine : 0;
      weights[j * n + i] = isEdge ? cosine : 0;
    }
  }
  return weights;
}

/** Marks row i's neighbours by insertion into a list kept in descending rank; equal ranks keep the lower index first. */
function markNeighbours(
  similarities: Float64Array,
  n: number,
  i: number,
  neighbours: number,
  adjacent: Uint8Array,
): void {
  const ranks = neighbourRank.take(neighbours);
  const best = neighbourIndex.take(neighbours);
  let found = 0;
  for (let j = 0; j < n; j++) {
    if (j === i) continue;
    const rank = similarities[i * n + j] * RANK_STEPS + ROUNDING_SHIFT - ROUNDING_SHIFT;
    if (found === neighbours && rank <= ranks[found - 1]) continue;
    let p = found < neighbours ? found++ : found - 1;
    for (; p > 0 && ranks[p - 1] < rank; p--) {
      ranks[p] = ranks[p - 1];
      best[p] = best[p - 1];
    }
    ranks[p] = rank;
    best[p] = j;
  }
  for (let p = 0; p < found; p++) adjacent[i * n + best[p]] = 1;
}

/**
 * The block of a similarity matrix that belongs to some rows, as a matrix of its own: a pair graph is the k-NN graph over
 * two documents' sentences alone.
 *
 * @param similarities [n × n]
 * @param rows indices of the m rows wanted, in the order wanted
 * @param out [m × m], written whole; allocated where not given
 */
export function submatrix(
  similarities: Float64Array,
  n: number,
  rows: ArrayLike<number>,
  m: number = rows.length,
  out: Float64Array = new Float64Array(m * m),
): Float64Array {
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) out[i * m + j] = similarities[rows[i] * n + rows[j]];
  }
  return out;
}

/** Edges of a weight matrix [n × n] as triples i < j, in row order. */
export function edgeList(weights: Float64Array, n: number): { i: number; j: number; weight: number }[] {
  const edges: { i: number; j: number; weight: number }[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (weights[i * n + j] > 0) edges.push({ i, j, weight: weights[i * n + j] });
    }
  }
  return edges;
}
