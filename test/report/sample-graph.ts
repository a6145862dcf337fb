import type { ContextGraph, ContextPart } from '../../src/guard/result.ts';

/** Deterministic numbers in [0, 1): a multiplicative congruential generator. */
export function generator(seed: number): () => number {
  let state = (seed * 2654435761) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

export interface SampleGraph {
  graph: ContextGraph;
  parts: [ContextPart, ContextPart];
  lambda2: number;
  components: number;
  link: { similarity: number; from: number; to: number };
}

/**
 * The graph of sentences around topic directions: sentences of documents with the same topic are close. `apart` makes
 * topics orthogonal, so that the graph falls into components.
 */
export function sampleGraph(
  documents: { topic: number; sentences: string[] }[],
  random: () => number,
  apart = false,
): SampleGraph {
  const nodes = documents.flatMap((d, document) =>
    d.sentences.map((text, sentence) => ({ document, sentence, text, topic: d.topic })),
  );
  const vectors = nodes.map(({ topic }) => {
    const noise = Array.from({ length: 24 }, (_, k) =>
      apart && Math.floor(k / 4) !== topic ? 0 : (random() - 0.5) * 0.9,
    );
    return unit(noise.map((v, k) => v + (Math.floor(k / 4) === topic ? 0.5 : 0) + (apart ? 0 : 0.16)));
  });
  const n = nodes.length;
  const s = vectors.map((a) => vectors.map((b) => a.reduce((sum, v, k) => sum + v * b[k], 0)));
  const w = knn(s, n);
  const label = components(w);
  const count = Math.max(...label) + 1;
  const { vector, value } = count > 1 ? { vector: label.map(() => 0), value: 0 } : fiedler(w);
  const positive = label.map((c, i) => (count > 1 ? c === 0 : vector[i] >= 0));
  const groups = [true, false].map((side) => nodes.map((_, i) => i).filter((i) => positive[i] === side));
  if (groups[1].length > groups[0].length) groups.reverse();
  const crossing = groups[0].flatMap((i) => groups[1].map((j) => ({ from: i, to: j, similarity: s[i][j] })));
  const edges = nodes.flatMap((_, i) =>
    nodes.flatMap((_, j) => (i < j && w[i][j] > 0 ? [{ i, j, weight: w[i][j] }] : [])),
  );
  return {
    graph: {
      nodes: nodes.map((node, i) => ({
        document: node.document,
        sentence: node.sentence,
        text: node.text,
        fiedler: vector[i],
        queryCosine: 0.15 + 0.5 * random(),
      })),
      edges,
    },
    parts: [part(groups[0], nodes), part(groups[1], nodes)],
    lambda2: value,
    components: count,
    link: crossing.reduce((best, c) => (c.similarity > best.similarity ? c : best)),
  };
}

function part(group: number[], nodes: readonly { document: number }[]): ContextPart {
  const indices = [...new Set(group.map((i) => nodes[i].document))].sort((a, b) => a - b);
  return {
    nodes: group,
    documents: indices.map((index) => ({
      index,
      share: group.filter((i) => nodes[i].document === index).length / nodes.filter((n) => n.document === index).length,
    })),
  };
}

function knn(s: number[][], n: number): number[][] {
  const near = s.map((row, i) =>
    row
      .map((v, j) => [v, j] as const)
      .filter(([, j]) => j !== i)
      .sort((a, b) => b[0] - a[0])
      .slice(0, Math.min(4, n - 1))
      .map(([, j]) => j),
  );
  return s.map((row, i) =>
    row.map((v, j) => (i !== j && v > 1e-12 && (near[i].includes(j) || near[j].includes(i)) ? v : 0)),
  );
}

function components(w: number[][]): number[] {
  const label = w.map(() => -1);
  let next = 0;
  for (let start = 0; start < w.length; start++) {
    if (label[start] >= 0) continue;
    const stack = [start];
    while (stack.length > 0) {
      const i = stack.pop() as number;
      if (label[i] >= 0) continue;
      label[i] = next;
      for (let j = 0; j < w.length; j++) if (w[i][j] > 0) stack.push(j);
    }
    next++;
  }
  return label;
}

/** Second eigenvector of the normalized Laplacian by power iteration on 2I − L, the first one projected out. */
function fiedler(w: number[][]): { vector: number[]; value: number } {
  const d = w.map((row) => row.reduce((a, b) => a + b, 0));
  const trivial = unit(d.map(Math.sqrt));
  const apply = (v: number[]): number[] =>
    v.map((x, i) => x + w[i].reduce((sum, weight, j) => sum + (weight * v[j]) / Math.sqrt(d[i] * d[j]), 0));
  const project = (v: number[]): number[] => {
    const along = v.reduce((sum, x, i) => sum + x * trivial[i], 0);
    return unit(v.map((x, i) => x - along * trivial[i]));
  };
  let v = project(w.map((_, i) => Math.cos(i * 1.7 + 0.3)));
  for (let k = 0; k < 2_000; k++) v = project(apply(v));
  const value = 2 - apply(v).reduce((sum, x, i) => sum + x * v[i], 0);
  const peak = v.reduce((best, x) => (Math.abs(x) > Math.abs(best) ? x : best), 0);
  return { vector: peak < 0 ? v.map((x) => -x) : v, value: Math.max(0, value) };
}

function unit(v: number[]): number[] {
  const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0)) || 1;
  return v.map((x) => x / norm);
}
