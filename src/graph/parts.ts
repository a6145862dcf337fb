import { indices } from './workspace.ts';

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
 * @param labels component of each node, numbered by their lowest node, as `connectedComponents` writes them; [n]
 * @param fiedler [n], as `spectralGap` writes it; not read when there is more than one component
 * @param sides 0 for a node of the first part, 1 for one of the second; [n], written
 */
export function writeSides(
  components: number,
  labels: Int32Array,
  n: number,
  fiedler: Float64Array,
  sides: Float64Array,
): void {
  if (components > 1) {
    const chosen = smallestComponent(labels, n, components);
    for (let i = 0; i < n; i++) sides[i] = labels[i] === chosen ? 1 : 0;
    return;
  }
  let upper = 0;
  for (let i = 0; i < n; i++) if (fiedler[i] >= 0) upper++;
  const upperFirst = 2 * upper === n ? fiedler[0] >= 0 : 2 * upper > n;
  for (let i = 0; i < n; i++) sides[i] = fiedler[i] >= 0 === upperFirst ? 0 : 1;
}

const componentSizes = indices();

/** Components are numbered by their lowest node, so the last of the smallest is the one whose lowest node is highest. */
function smallestComponent(labels: Int32Array, n: number, components: number): number {
  const sizes = componentSizes.take(components);
  sizes.fill(0, 0, components);
  for (let i = 0; i < n; i++) sizes[labels[i]]++;
  let chosen = 0;
  for (let c = 1; c < components; c++) if (sizes[c] <= sizes[chosen]) chosen = c;
  return chosen;
}

/** The nodes of either part, from what `writeSides` wrote. */
export function graphParts(sides: ArrayLike<number>): GraphParts {
  const parts: GraphParts = { first: [], second: [] };
  for (let i = 0; i < sides.length; i++) (sides[i] === 0 ? parts.first : parts.second).push(i);
  return parts;
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
  if (first.length === 0 || second.length === 0) return null;
  const link: CrossingLink = { similarity: similarities[first[0] * n + second[0]], i: first[0], j: second[0] };
  for (let a = 0; a < first.length; a++) {
    for (let b = 0; b < second.length; b++) {
      const similarity = similarities[first[a] * n + second[b]];
      if (similarity > link.similarity) {
        link.similarity = similarity;
        link.i = first[a];
        link.j = second[b];
      }
    }
  }
  return link;
}
