import { foreign, html, type Markup, trusted } from '../theme/html.ts';

/** Series differ in colour, marker and dash; the cycles have no common length, so that combinations repeat late. */
const COLOURS = 8;
const MARKERS = 7;
const DASHES = 5;

export function seriesClass(index: number): string {
  return `s${index % COLOURS} d${index % DASHES}`;
}

export function markerId(index: number): string {
  return `point-${index % MARKERS}`;
}

/** Shapes centred on the origin, defined once in the document. */
export const POINT_SYMBOLS: Markup = trusted(
  `<svg width="0" height="0" aria-hidden="true" focusable="false" class="visually-hidden"><defs>
<circle id="point-0" r="4"/>
<path id="point-1" d="M-3.8 -3.8h7.6v7.6h-7.6z"/>
<path id="point-2" d="M0 -5 4.8 3.6h-9.6z"/>
<path id="point-3" d="M0 -5.2 5.2 0 0 5.2 -5.2 0z"/>
<path id="point-4" d="M0 5 4.8 -3.6h-9.6z"/>
<path id="point-5" d="M-1.6 -5h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4v-3.2h3.4z"/>
<path id="point-6" d="M-4.9 -2.6 -2.6 -4.9 0 -2.3 2.6 -4.9 4.9 -2.6 2.3 0 4.9 2.6 2.6 4.9 0 2.3 -2.6 4.9 -4.9 2.6 -2.3 0z"/>
<path id="error-cap" d="M-3.5 0h7"/>
</defs></svg>`,
);

export interface LegendEntry {
  name: string;
  /** What else is known of it, e.g. its count and mean. */
  detail?: string;
}

/** What stands for which series, as a list: a line in its dash, a marker, or both. */
export function legend(entries: readonly LegendEntry[], sign: 'line' | 'point' | 'line and point' | 'area'): Markup {
  return html`<ul class="legend">
${entries.map(
  (entry, i) =>
    html`<li><svg class="sign ${seriesClass(i)}" width="30" height="14" aria-hidden="true">${
      sign === 'area' && html`<rect class="area" width="30" height="14"/>`
    }${sign !== 'point' && html`<path class="curve" d="M0 7h30"/>`}${
      (sign === 'point' || sign === 'line and point') && html`<use class="point" href="#${markerId(i)}" x="15" y="7"/>`
    }</svg><span>${foreign(entry.name)}${entry.detail !== undefined && html` <span class="muted">${entry.detail}</span>`}</span></li>\n`,
)}</ul>
`;
}
