import { layoutGraph } from '../../charts/graph-layout.ts';
import { countOf } from '../../theme/numbers.ts';
import type { GraphData, Screening } from '../payload.ts';
import { element, svgElement } from './elements.ts';
import type { GraphModel } from './graph-model.ts';
import {
  type Drawing,
  edgeHeading,
  edgeMiddle,
  edgeShape,
  edgeText,
  linkPill,
  nodeHeading,
  nodeShape,
  nodeText,
  zoneShapes,
} from './graph-shapes.ts';
import { rovingFocus } from './roving-focus.ts';
import { Tooltip } from './tooltip.ts';

export interface GraphView {
  figure: HTMLElement;
  /** Draws for the width the figure has now; does nothing when it has not changed. */
  draw(): void;
  /** Brings out one node from outside, as when its sentence is pointed at, or none. */
  point(node: number | null): void;
}

/**
 * The similarity graph of one context. Nodes and edges tell about themselves on hover and on focus; `onHighlight` hears
 * which nodes are brought out, so that their sentences can be too.
 */
export function graphView(
  screening: Screening,
  graph: GraphData,
  model: GraphModel,
  onHighlight: (nodes: readonly number[]) => void,
): GraphView {
  const figure = element('figure', { class: 'graph-figure' });
  const holder = element('div');
  figure.append(holder);
  const tooltip = new Tooltip(figure);
  let point: GraphView['point'] = () => {};
  let drawnWidth = 0;
  const draw = (): void => {
    const width = Math.round(Math.min(760, Math.max(260, figure.clientWidth)));
    if (width === drawnWidth) return;
    drawnWidth = width;
    tooltip.hide();
    const layout = layoutGraph(
      {
        fiedler: graph.nodes.map((n) => n.fiedler),
        side: model.side,
        document: graph.nodes.map((n) => n.document),
        edges: model.edges.filter((e) => !e.absent),
      },
      width,
    );
    point = drawInto(holder, { screening, graph, model, layout }, tooltip, onHighlight);
  };
  return { figure, draw, point: (node) => point(node) };
}

function drawInto(
  holder: HTMLElement,
  drawing: Drawing,
  tooltip: Tooltip,
  onHighlight: (nodes: readonly number[]) => void,
): GraphView['point'] {
  const { graph, model, layout } = drawing;
  const edges = model.edges.map((e) => edgeShape(e, drawing));
  const nodes = graph.nodes.map((_, i) => nodeShape(i, drawing));
  const drawnEdges = model.edges.filter((e) => !e.absent);
  const svg = svgElement(
    'svg',
    {
      class: 'graph',
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      role: 'group',
      'aria-label': `Similarity graph: ${countOf(nodes.length, 'sentence')}, ${countOf(drawnEdges.length, 'edge')}`,
    },
    ...zoneShapes(drawing),
    // Strongest on top; the order of focus is strongest first all the same.
    svgElement('g', { role: 'group', 'aria-label': 'Edges, strongest first' }, ...[...edges].reverse()),
    linkPill(drawing),
    svgElement('g', { role: 'group', 'aria-label': 'Sentences' }, ...nodes),
  );

  const bringOut = (shown: readonly number[], hot: Element | null): void => {
    svg.classList.toggle('active', hot !== null);
    nodes.forEach((n, i) => {
      n.classList.toggle('hot', n === hot);
      n.classList.toggle('near', shown.includes(i));
    });
    model.edges.forEach((e, k) => {
      edges[k].classList.toggle('hot', edges[k] === hot || nodes[e.i] === hot || nodes[e.j] === hot);
    });
  };
  const neighbourhood = (i: number): number[] => [
    i,
    ...drawnEdges.filter((e) => e.i === i || e.j === i).map((e) => (e.i === i ? e.j : e.i)),
  ];
  const leave = (): void => {
    tooltip.hide();
    bringOut([], null);
    onHighlight([]);
  };
  const attach = (target: SVGElement, enter: () => void): void => {
    for (const name of ['pointerenter', 'focus']) target.addEventListener(name, enter);
    for (const name of ['pointerleave', 'blur']) target.addEventListener(name, leave);
    target.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') tooltip.hide();
    });
  };
  const showTip = ([x, y]: readonly [number, number], heading: string, text: string): void => {
    const scale = svg.clientWidth / layout.width || 1;
    tooltip.show(x * scale, y * scale, heading, text);
  };
  edges.forEach((target, k) => {
    const edge = model.edges[k];
    attach(target, () => {
      bringOut([edge.i, edge.j], target);
      onHighlight([edge.i, edge.j]);
      showTip(edgeMiddle(edge, layout), edgeHeading(edge), edgeText(edge, graph));
    });
  });
  nodes.forEach((target, i) => {
    attach(target, () => {
      bringOut(neighbourhood(i), target);
      onHighlight([i]);
      showTip([layout.x[i], layout.y[i]], nodeHeading(i, graph), nodeText(i, drawing));
    });
  });
  rovingFocus(nodes);
  rovingFocus(edges);
  holder.replaceChildren(svg);
  return (node) => (node === null ? bringOut([], null) : bringOut(neighbourhood(node), nodes[node]));
}
