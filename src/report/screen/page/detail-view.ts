import { formatMilliseconds, formatPValue, formatScore } from '../../theme/numbers.ts';
import type { ContextDetail, Payload, Screening } from '../payload.ts';
import { element, foreignText, markElement, svgElement } from './elements.ts';
import { caveats, cutInWords, findingInWords, verdictInWords } from './explanation.ts';
import { type GraphModel, graphModel, nodeLabel } from './graph-model.ts';
import { graphView } from './graph-view.ts';
import { sentencesView } from './sentences-view.ts';
import { signalsView } from './signals-view.ts';

const WORDS = { flag: 'Flagged', pass: 'Passed', abstain: 'Abstained', error: 'Error' } as const;

export interface DetailView {
  content: HTMLElement[];
  heading: HTMLElement;
  /** Call when the content has a width, and again when that changes. */
  draw(): void;
}

/** Everything about one context. */
export function detailView(detail: ContextDetail, name: string, benign: Payload['benign']): DetailView {
  const heading = element('h2', { tabindex: '-1', id: 'detail-heading' }, foreignText(name));
  const title = element(
    'div',
    { class: 'detail-title' },
    element('span', { class: `verdict is-${detail.verdict}` }, markElement(detail.verdict), WORDS[detail.verdict]),
    heading,
    detail.label !== null && element('span', { class: 'tag' }, `labelled ${detail.label}`),
  );
  const query = detail.query === null ? null : element('p', { class: 'query' }, foreignText(detail.query));
  if (detail.screening === null) {
    return { heading, content: [title, query, errorView(detail)].filter((n) => n !== null), draw: () => {} };
  }
  const screening = detail.screening;
  const { evidence, draw } = evidenceView(screening);
  const verdict = detail.verdict === 'error' ? 'abstain' : detail.verdict;
  const content = [
    title,
    query,
    element('p', { class: 'explain' }, foreignText(verdictInWords(screening, verdict))),
    screening.finding && element('p', { class: 'explain finding' }, foreignText(findingInWords(screening))),
    measures(screening),
    caveatsView(screening),
    evidence,
    signalsView(screening, benign),
    similaritiesTable(screening),
  ].filter((n) => n !== null);
  return { heading, content, draw };
}

function errorView({ error }: ContextDetail): HTMLElement {
  return element(
    'div',
    { class: 'notices' },
    element(
      'p',
      { class: 'notice' },
      element('code', {}, foreignText(error?.code ?? '')),
      error?.line ? ` at line ${error.line}: ` : ': ',
      foreignText(error?.message ?? ''),
    ),
  );
}

function measures(screening: Screening): HTMLElement {
  const rows: [string, string][] =
    screening.score === null
      ? []
      : [
          ['Score', formatScore(screening.score)],
          ['Threshold', formatScore(screening.threshold)],
          ['p-value', formatPValue(screening.pValue)],
          ['λ₂', formatScore(screening.lambda2)],
        ];
  rows.push(['Documents', String(screening.shape[0])], ['Sentences', String(screening.shape[1])]);
  rows.push(['Time', formatMilliseconds(screening.milliseconds)]);
  return element(
    'dl',
    { class: 'measures' },
    ...rows.map(([term, value]) => element('div', {}, element('dt', {}, term), element('dd', {}, value))),
  );
}

function caveatsView(screening: Screening): HTMLElement | null {
  const texts = caveats(screening);
  if (texts.length === 0) return null;
  return element('div', { class: 'notices' }, ...texts.map((t) => element('p', { class: 'notice' }, foreignText(t))));
}

function evidenceView(screening: Screening): { evidence: HTMLElement; draw: () => void } {
  const { graph } = screening;
  const model = graph && graph.nodes.length > 0 ? graphModel(screening, graph) : null;
  const view = graph && model ? graphView(screening, graph, model, (nodes) => sentences.highlight(nodes)) : null;
  const sentences = sentencesView(screening, graph, model?.side ?? null, (node) => view?.point(node));
  const left = element(
    'section',
    { 'aria-label': 'Similarity graph' },
    element('h3', {}, 'Similarity graph'),
    view
      ? view.figure
      : element(
          'p',
          { class: 'muted' },
          screening.score === null
            ? 'None: there is nothing to compare.'
            : 'The graph of this context was not recorded.',
        ),
  );
  if (view && model) {
    left.append(legend(screening, model), element('p', { class: 'caption' }, cutInWords(screening)));
  } else if (screening.link) {
    left.append(element('p', { class: 'caption' }, linkInWords(screening)));
  }
  const right = element(
    'section',
    { 'aria-label': 'Documents' },
    element('h3', {}, graph ? 'Sentences' : 'Documents'),
    sentences.list,
  );
  return { evidence: element('div', { class: 'evidence' }, left, right), draw: () => view?.draw() };
}

function linkInWords({ link }: Screening): string {
  return link === null
    ? ''
    : `Strongest tie across the cut: ${formatScore(link.similarity)}, between sentences ${nodeLabel(...link.from)} and ${nodeLabel(...link.to)}.`;
}

function legend(screening: Screening, model: GraphModel): HTMLElement {
  const icon = (cls: string, ...shapes: SVGElement[]): SVGElement =>
    svgElement('svg', { class: cls, width: 22, height: 14, 'aria-hidden': 'true' }, ...shapes);
  const line = (cls: string, width: number): SVGElement =>
    svgElement('path', { class: cls, d: 'M1 7H21', 'stroke-width': width });
  const items: [boolean, SVGElement, string][] = [
    [
      true,
      icon('node in-a', svgElement('circle', { class: 'body', cx: 11, cy: 7, r: 7 })),
      model.side ? 'part A' : 'sentence',
    ],
    [
      model.side !== null,
      icon('node in-b', svgElement('rect', { class: 'body', x: 4, width: 14, height: 14, rx: 2 })),
      'part B',
    ],
    [
      model.edges.some((e) => e.kind === 'crossing' && !e.absent && !e.link),
      icon('edge crossing', line('ink', 2)),
      'edge across the cut',
    ],
    [
      model.edges.some((e) => e.link),
      model.edges.some((e) => e.absent)
        ? icon('edge link absent', line('ink', 1.5))
        : icon('edge link', line('ink', 6), line('core', 2.5)),
      'strongest tie across the cut',
    ],
    [
      screening.suspect !== null,
      icon('node', svgElement('circle', { class: 'ring', cx: 11, cy: 7, r: 6 })),
      'most anomalous document',
    ],
  ];
  return element(
    'ul',
    { class: 'legend' },
    ...items.filter(([shown]) => shown).map(([, shape, text]) => element('li', {}, shape, text)),
  );
}

/** The edges as a table: the graph for those who do not see it. */
function similaritiesTable(screening: Screening): HTMLElement | null {
  if (!screening.graph || screening.graph.edges.length === 0) return null;
  const graph = screening.graph;
  const model = graphModel(screening, graph);
  const label = (i: number): string => nodeLabel(graph.nodes[i].document, graph.nodes[i].sentence);
  const table = element(
    'table',
    {},
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'Sentences'),
        element('th', { scope: 'col', class: 'number' }, 'Similarity'),
        element('th', { scope: 'col' }, 'Where'),
      ),
    ),
  );
  const box = element('details', {}, element('summary', {}, 'Similarities as a table'), table);
  box.addEventListener('toggle', () => {
    if (table.tBodies.length > 0) return;
    const rows = model.edges.map((e) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, `${label(e.i)} – ${label(e.j)}`),
        element('td', { class: 'number' }, formatScore(e.weight)),
        element(
          'td',
          {},
          `${e.kind === 'crossing' ? 'across the cut' : 'inside a part'}${e.link ? ', strongest tie' : ''}${e.absent ? ', no edge' : ''}`,
        ),
      ),
    );
    table.append(element('tbody', {}, ...rows));
  });
  return box;
}
