import type { GraphData, Screening } from '../payload.ts';

export type EdgeKind = 'in-a' | 'in-b' | 'crossing';

export interface EdgeModel {
  i: number;
  j: number;
  weight: number;
  kind: EdgeKind;
  /** The strongest tie across the cut. */
  link: boolean;
  /** The tie is a similarity that is no edge of the k-NN graph. */
  absent: boolean;
}

export interface GraphModel {
  side: (0 | 1)[] | null;
  /** Strongest first, the tie across the cut before all. */
  edges: EdgeModel[];
}

/** "2.3": the third sentence of the second document. */
export function nodeLabel(document: number, sentence: number): string {
  return `${document + 1}.${sentence + 1}`;
}

/** Which side every node is on, and what kind every edge is. */
export function graphModel(screening: Screening, graph: GraphData): GraphModel {
  const second = new Set(graph.second);
  const side = screening.parts ? graph.nodes.map((_, i): 0 | 1 => (second.has(i) ? 1 : 0)) : null;
  const kind = (i: number, j: number): EdgeKind => {
    if (!side || side[i] === side[j]) return side?.[i] === 1 ? 'in-b' : 'in-a';
    return 'crossing';
  };
  const tie = screening.link?.nodes ?? null;
  const edges: EdgeModel[] = graph.edges.map(([i, j, weight]) => ({
    i,
    j,
    weight,
    kind: kind(i, j),
    link: tie !== null && ((tie[0] === i && tie[1] === j) || (tie[0] === j && tie[1] === i)),
    absent: false,
  }));
  if (tie && screening.link && !edges.some((e) => e.link)) {
    const weight = screening.link.similarity;
    edges.push({ i: tie[0], j: tie[1], weight, kind: kind(tie[0], tie[1]), link: true, absent: true });
  }
  edges.sort((a, b) => Number(b.link) - Number(a.link) || b.weight - a.weight || a.i - b.i || a.j - b.j);
  return { side, edges };
}
