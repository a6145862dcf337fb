import { type GraphLayout, NODE_RADIUS } from '../../charts/graph-layout.ts';
import { countOf, formatScore, listInWords } from '../../theme/numbers.ts';
import type { GraphData, PartDocument, Screening } from '../payload.ts';
import { foreignAttribute, svgElement } from './elements.ts';
import { type EdgeModel, type GraphModel, nodeLabel } from './graph-model.ts';

/** What the shapes of one graph are made from. */
export interface Drawing {
  screening: Screening;
  graph: GraphData;
  model: GraphModel;
  layout: GraphLayout;
}

/** The two halves with their headings and the line between them. */
export function zoneShapes({ screening, graph, layout }: Drawing): SVGElement[] {
  const { cutX, width, height } = layout;
  if (cutX === null || !screening.parts) return [];
  const counts = [graph.nodes.length - graph.second.length, graph.second.length];
  const narrow = width < 460;
  const shapes: SVGElement[] = [];
  for (const side of [0, 1] as const) {
    const note = narrow ? countOf(counts[side], 'sentence') : documentsInWords(screening.parts[side]);
    const x = side === 0 ? 0 : cutX;
    shapes.push(
      svgElement('rect', { class: side === 0 ? 'zone-a' : 'zone-b', x, y: 0, width: cutX, height, rx: 7 }),
      svgElement(
        'text',
        { class: 'zone-label', x: side === 0 ? 12 : width - 12, y: 22, 'text-anchor': side === 0 ? 'start' : 'end' },
        `Part ${side === 0 ? 'A' : 'B'}`,
        svgElement('tspan', { class: 'zone-note', 'font-weight': 400 }, ` · ${note}`),
      ),
    );
  }
  shapes.push(svgElement('line', { class: 'cut', x1: cutX, x2: cutX, y1: 34, y2: height - 8 }));
  return shapes;
}

/** "documents 1 and 3", with the share of a document that is only partly there. */
export function documentsInWords(documents: readonly PartDocument[]): string {
  const names = documents.map(
    ([index, share]) => `${index + 1}${share < 1 ? ` (${Math.round(share * 100)}\u00a0%)` : ''}`,
  );
  return `document${documents.length === 1 ? '' : 's'} ${listInWords(names)}`;
}

export function edgeShape(edge: EdgeModel, { graph, layout }: Drawing): SVGGElement {
  const path = edgePath(edge, layout);
  const strength = Math.min(1, Math.max(0, edge.weight));
  return svgElement(
    'g',
    {
      class: `edge ${edge.kind}${edge.link ? ' link' : ''}${edge.absent ? ' absent' : ''}`,
      role: 'img',
      'aria-label': `${edgeHeading(edge)}. ${edgeText(edge, graph)}`,
    },
    svgElement('path', { class: 'hit', d: path }),
    svgElement('path', {
      class: 'ink',
      d: path,
      'stroke-width': (1 + 3.5 * strength).toFixed(2),
      opacity: (0.3 + 0.6 * strength).toFixed(2),
    }),
    edge.link && !edge.absent && svgElement('path', { class: 'core', d: path }),
  );
}

export function edgeHeading(edge: EdgeModel): string {
  return `Similarity ${formatScore(edge.weight)}`;
}

export function edgeText(edge: EdgeModel, graph: GraphData): string {
  const ends = `${labelOf(edge.i, graph)} and ${labelOf(edge.j, graph)}`;
  if (edge.link)
    return `Between ${ends}: the strongest tie across the cut${edge.absent ? ', no edge of the graph' : ''}`;
  return `Between ${ends}${edge.kind === 'crossing' ? ', across the cut' : ''}`;
}

export function nodeShape(index: number, drawing: Drawing): SVGGElement {
  const { screening, graph, model, layout } = drawing;
  const x = layout.x[index];
  const y = layout.y[index];
  const square = model.side?.[index] === 1;
  const r = NODE_RADIUS;
  const box = (cls: string, half: number): SVGElement =>
    square
      ? svgElement('rect', { class: cls, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 3 })
      : svgElement('circle', { class: cls, cx: x, cy: y, r: half });
  return svgElement(
    'g',
    {
      class: `node ${square ? 'in-b' : 'in-a'}`,
      role: 'img',
      'aria-label': `${nodeHeading(index, graph)}. ${nodeText(index, drawing)}. ${foreignAttribute(graph.nodes[index].text ?? '')}`,
    },
    screening.suspect === graph.nodes[index].document && box('ring', r + 4.5),
    box('body', square ? r - 1 : r),
    svgElement('text', { x, y: y + 4 }, labelOf(index, graph)),
  );
}

export function nodeHeading(index: number, graph: GraphData): string {
  return `Sentence ${labelOf(index, graph)}`;
}

export function nodeText(index: number, { screening, graph, model }: Drawing): string {
  const node = graph.nodes[index];
  const facts = [
    model.side ? `part ${model.side[index] === 0 ? 'A' : 'B'}` : '',
    node.fiedler === 0 ? '' : `Fiedler value ${formatScore(node.fiedler)}`,
    node.queryCosine === null ? '' : `similarity to the query ${formatScore(node.queryCosine)}`,
    screening.suspect === node.document ? 'most anomalous document' : '',
  ].filter((f) => f !== '');
  const text = facts.join(', ');
  return text === '' ? '' : text[0].toUpperCase() + text.slice(1);
}

/** The similarity of the tie across the cut, written on it. */
export function linkPill({ model, layout }: Drawing): SVGElement | null {
  const link = model.edges.find((e) => e.link);
  if (!link) return null;
  const [x, y] = edgeMiddle(link, layout);
  return svgElement(
    'g',
    { class: 'link-pill', 'aria-hidden': 'true' },
    svgElement('rect', { x: x - 23, y: y - 10, width: 46, height: 20, rx: 10 }),
    svgElement('text', { x, y: y + 4 }, formatScore(link.weight)),
  );
}

/** Bends edges a little, so that one does not hide behind a node that stands between its ends. */
export function edgeMiddle({ i, j }: EdgeModel, { x, y }: GraphLayout): [number, number] {
  const [cx, cy] = controlPoint(i, j, x, y);
  return [(x[i] + x[j] + 2 * cx) / 4, (y[i] + y[j] + 2 * cy) / 4];
}

function edgePath({ i, j }: EdgeModel, { x, y }: GraphLayout): string {
  const [cx, cy] = controlPoint(i, j, x, y);
  return `M${px(x[i])} ${px(y[i])}Q${px(cx)} ${px(cy)} ${px(x[j])} ${px(y[j])}`;
}

function controlPoint(i: number, j: number, x: readonly number[], y: readonly number[]): [number, number] {
  const bend = 0.14 * (i % 2 === 0 ? 1 : -1);
  return [(x[i] + x[j]) / 2 + bend * (y[j] - y[i]), (y[i] + y[j]) / 2 - bend * (x[j] - x[i])];
}

function labelOf(index: number, graph: GraphData): string {
  return nodeLabel(graph.nodes[index].document, graph.nodes[index].sentence);
}

function px(value: number): string {
  return value.toFixed(1);
}
