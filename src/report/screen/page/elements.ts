import { revealHidden, splitHidden } from '../../theme/hidden-characters.ts';

export type Child = Node | string | null | undefined | false;
export type Attributes = Record<string, string | number | boolean | null | undefined>;

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element. Text goes in as text nodes and attributes as values: nothing here ever parses HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function svgElement<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag) as SVGElementTagNameMap[K], attributes, children);
}

/** Foreign text as in the written part of the report: isolated in direction, hidden characters shown by their code. */
export function foreignText(text: string): HTMLElement {
  return element(
    'bdi',
    {},
    ...splitHidden(text).map((piece) =>
      typeof piece === 'string'
        ? piece
        : element('span', { class: 'hidden-character', title: piece.name }, piece.label),
    ),
  );
}

/** Foreign text for an attribute, where elements cannot go. */
export function foreignAttribute(text: string, limit = 160): string {
  const shown = revealHidden(text);
  return shown.length > limit ? `${shown.slice(0, limit)}…` : shown;
}

export function markElement(outcome: string): SVGElement {
  return svgElement(
    'svg',
    { class: `mark is-${outcome}`, 'aria-hidden': 'true' },
    svgElement('use', { href: `#mark-${outcome}` }),
  );
}

function fill<E extends Element>(node: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}
