import Graph from 'graphology';
import { type CutConductances, MAX_EXACT_CONDUCTANCE } from '../backend.ts';

/**
 * Conductances of a connected graph, each cut summed edge by edge over a graphology graph.
 *
 * @param weights [n × n], symmetric, ≥ 0, diagonal 0
 * @param fiedler [n]
 */
export function cutConductances(weights: Float64Array, n: number, fiedler: Float64Array): CutConductances {
  const graph = new Graph({ type: 'undirected' });
  for (let i = 0; i < n; i++) graph.addNode(i);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (weights[i * n + j] > 0) graph.addEdge(i, j, { weight: weights[i * n + j] });
    }
  }
  const nodes = Array.from({ length: n }, (_, i) => i);
  const degree = nodes.map((i) =>
    graph.reduceEdges(i, (sum: number, _edge, { weight }) => sum + (weight as number), 0),
  );
  const conductance = (inside: (node: number) => boolean): number => {
    const cut = graph.reduceEdges(
      (sum: number, _edge, { weight }, source, target) =>
        inside(Number(source)) === inside(Number(target)) ? sum : sum + (weight as number),
      0,
    );
    const volume = (members: number[]) => members.reduce((sum, i) => sum + degree[i], 0);
    const smaller = Math.min(volume(nodes.filter(inside)), volume(nodes.filter((i) => !inside(i))));
    return smaller > 0 ? cut / smaller : 0;
  };

  const key = nodes.map((i) => (degree[i] > 0 ? fiedler[i] / Math.sqrt(degree[i]) : 0));
  const order = [...nodes].sort((a, b) => key[a] - key[b] || a - b);
  const prefixes = nodes.slice(1).map((length) => new Set(order.slice(0, length)));
  return {
    sign: conductance((i) => fiedler[i] >= 0),
    sweep: smallest(prefixes.map((prefix) => conductance((i) => prefix.has(i)))),
    exact:
      n <= MAX_EXACT_CONDUCTANCE
        ? smallest(everyCut(n).map((set) => conductance((i) => ((set >> i) & 1) === 1)))
        : Number.NaN,
  };
}

/** Bit sets of every split of n nodes in two, once each: node n−1 is never a member. */
function everyCut(n: number): number[] {
  return Array.from({ length: 2 ** (n - 1) - 1 }, (_, index) => index + 1);
}

/** 0 for a graph of one node, which has no cut. */
function smallest(values: number[]): number {
  return values.length > 0 ? Math.min(...values) : 0;
}
