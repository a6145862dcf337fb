import { connectedComponents } from './components.ts';

/** A context's graph in two: `second` has at most as many nodes as `first`. Node indices ascending. */
export interface GraphParts {
  first: number[];
  second: number[];
}

/** The strongest similarity between two parts, and its two nodes. */
export interface CrossingLink {
  similarity: number;
  /** In the first part. */
  i: number;
  /** In the second part. */
  j: number;
}

/**
 * The two parts a graph falls into. Connected: the sign cut {v ≥ 0} and the rest, the smaller one second and on equal
 * size the one with node 0 first. Otherwise: the smallest component second (on equal sizes the one whose lowest node is
 * highest), all others first. One node, or a Fiedler vector without a negative entry, leaves the second part empty.
 *
 * @param weights [n × n]
 * @param fiedler [n], as `spectralGap` writes it; not read when there is more than one component
 */
export function graphParts(weights: Float64Array, n: number, fiedler: Float64Array): GraphParts {
  const labels = new Int32Array(n);
  const components = connectedComponents(weights, n, labels);
  const nodes = Array.from({ length: n }, (_, i) => i);
  if (components > 1) {
    const chosen = smallestComponent(labels, components);
    return { first: nodes.filter((i) => labels[i] !== chosen), second: nodes.filter((i) => labels[i] === chosen) };
  }
  const upper = nodes.filter((i) => fiedler[i] >= 0);
  const lower = nodes.filter((i) => fiedler[i] < 0);
  const upperFirst = upper.length === lower.length ? upper[0] === 0 : upper.length > lower.length;
  return upperFirst ? { first: upper, second: lower } : { first: lower, second: upper };
}

/** Components are numbered by their lowest node, so the last of the smallest is the one whose lowest node is highest. */
function smallestComponent(labels: Int32Array, components: number): number {
  const sizes = new Int32Array(components);
  for (const label of labels) sizes[label]++;
  return sizes.lastIndexOf(Math.min(...sizes));
}

/**
 * What still holds two parts together: the largest cosine across, ties to the lower nodes. Null when a part is empty.
 *
 * @param similarities [n × n] cosines
 */
export function weakestLink(
  similarities: Float64Array,
  n: number,
  first: readonly number[],
  second: readonly number[],
): CrossingLink | null {
  let link: CrossingLink | null = null;
  for (const i of first) {
    for (const j of second) {
      const similarity = similarities[i * n + j];
      if (link === null || similarity > link.similarity) link = { similarity, i, j };
    }
  }
  return link;
}
