import type { GraphData, Screening } from '../payload.ts';
import { element, foreignText } from './elements.ts';
import { nodeLabel } from './graph-model.ts';

export interface SentencesView {
  list: HTMLElement;
  highlight(nodes: readonly number[]): void;
}

/** The sentences grouped by document, each with the label and the shape of its node. */
export function sentencesView(
  screening: Screening,
  graph: GraphData | null,
  side: readonly (0 | 1)[] | null,
  onPoint: (node: number | null) => void,
): SentencesView {
  const items: HTMLElement[] = [];
  const sentenceItem = (node: GraphData['nodes'][number], index: number): HTMLElement => {
    const item = element(
      'li',
      {},
      element(
        'span',
        { class: `chip ${side?.[index] === 1 ? 'in-b' : 'in-a'}` },
        nodeLabel(node.document, node.sentence),
      ),
      element(
        'span',
        {},
        node.text === null ? element('span', { class: 'muted' }, 'text not recorded') : foreignText(node.text),
      ),
    );
    item.addEventListener('pointerenter', () => onPoint(index));
    item.addEventListener('pointerleave', () => onPoint(null));
    items[index] = item;
    return item;
  };
  const documents = documentIndices(screening, graph).map((d) => {
    const suspect = screening.suspect === d;
    const nodes = graph?.nodes.map((n, i) => [n, i] as const).filter(([n]) => n.document === d) ?? [];
    return element(
      'li',
      { class: `document${suspect ? ' suspect' : ''}` },
      element(
        'div',
        { class: 'document-title' },
        element('span', {}, `${d + 1}. `, documentName(screening, d)),
        suspect && element('span', { class: 'tag strong' }, 'most anomalous'),
        partTag(screening, d),
      ),
      nodes.length > 0 && element('ol', { class: 'sentences' }, ...nodes.map(([n, i]) => sentenceItem(n, i))),
      graph !== null &&
        nodes.length === 0 &&
        element('p', { class: 'small muted' }, 'No sentence of it entered the graph.'),
    );
  });
  return {
    list: element('ol', { class: 'documents' }, ...documents),
    highlight: (nodes) => {
      items.forEach((item, i) => {
        item.classList.toggle('hot', nodes.includes(i));
      });
    },
  };
}

/** Every document the entry names or the graph has sentences of, ascending. */
function documentIndices(screening: Screening, graph: GraphData | null): number[] {
  const indices = new Set(screening.documents.map((_, i) => i));
  for (const node of graph?.nodes ?? []) indices.add(node.document);
  return [...indices].sort((a, b) => a - b);
}

function documentName(screening: Screening, index: number): HTMLElement {
  const document = screening.documents[index];
  const name = document?.title || document?.id;
  return name ? foreignText(name) : element('span', { class: 'muted' }, 'untitled document');
}

function partTag(screening: Screening, index: number): HTMLElement | null {
  if (!screening.parts) return null;
  const inPart = screening.parts.map((part) => part.some(([d]) => d === index));
  const text = inPart[0] && inPart[1] ? 'parts A and B' : inPart[0] ? 'part A' : inPart[1] ? 'part B' : null;
  return text === null ? null : element('span', { class: 'tag' }, text);
}
