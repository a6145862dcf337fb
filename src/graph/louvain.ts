import Graph from 'graphology';
import louvain from 'graphology-communities-louvain';

export interface Communities {
  /** Newman's modularity of the partition found; 0 for a graph without edges. */
  modularity: number;
  /** Community of each node, numbered from 0 by lowest node. [n] */
  labels: Int32Array;
}

/**
 * Communities by the Louvain method (Blondel et al. 2008), nodes visited in index order so that equal graphs give equal
 * communities. Isolated nodes are communities of their own.
 *
 * @param weights [n × n], symmetric, ≥ 0, diagonal 0
 */
export function louvainCommunities(weights: Float64Array, n: number): Communities {
  const graph = new Graph({ type: 'undirected' });
  for (let i = 0; i < n; i++) graph.addNode(i);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (weights[i * n + j] > 0) graph.addEdge(i, j, { weight: weights[i * n + j] });
    }
  }
  if (graph.size === 0) return { modularity: 0, labels: Int32Array.from({ length: n }, (_, i) => i) };
  const found = louvain(graph, { randomWalk: false, getEdgeWeight: 'weight' });
  const renumbered = new Map<number, number>();
  const labels = Int32Array.from({ length: n }, (_, i) => {
    const community = found[i];
    if (!renumbered.has(community)) renumbered.set(community, renumbered.size);
    return renumbered.get(community) as number;
  });
  return { modularity: partitionModularity(weights, n, labels), labels };
}

/** Modularity of the Louvain partition; see `louvainCommunities`. */
export function modularity(weights: Float64Array, n: number): number {
  return louvainCommunities(weights, n).modularity;
}

/**
 * Q = Σ_c (inside_c/2m − (volume_c/2m)²) (Newman 2006, equation 1, summed by community); 0 for a graph without edges.
 *
 * @param weights [n × n], symmetric, ≥ 0
 * @param labels community of each node, below n; [n]
 */
export function partitionModularity(weights: Float64Array, n: number, labels: ArrayLike<number>): number {
  const inside = new Float64Array(n);
  const volume = new Float64Array(n);
  let total = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const weight = weights[i * n + j];
      total += weight;
      volume[labels[i]] += weight;
      if (labels[i] === labels[j]) inside[labels[i]] += weight;
    }
  }
  if (total === 0) return 0;
  let q = 0;
  for (let c = 0; c < n; c++) q += inside[c] / total - (volume[c] / total) ** 2;
  return q;
}
