import { foreign, html, type Markup } from '../theme/html.ts';
import { formatCount } from '../theme/numbers.ts';
import type { Scale } from './scale.ts';

export const PLOT_HEIGHT = 240;
const DATA_ROWS = 400;

/** The plot's ground: horizontal grid, ticks of both axes, and what is drawn over them, with the labels around it. */
export function axes(parts: {
  x: Scale;
  y: Scale;
  xLabel: Markup;
  yLabel: Markup;
  summary: string;
  content: Markup;
  height?: number;
}): Markup {
  const height = parts.height ?? PLOT_HEIGHT;
  const { x, y } = parts;
  const gutter = Math.min(9, Math.max(2, ...y.ticks.map((t) => t.label.length)));
  const up = (position: number): string => (height - (position / 100) * height).toFixed(1);
  return html`<div class="y-label">${parts.yLabel}</div>
<div class="plot gutter-${gutter}"><svg class="chart" height="${height + 22}" role="img" aria-label="${parts.summary}">
${y.ticks.map(
  (t) =>
    html`<line class="grid" x1="0" x2="100%" y1="${up(t.position)}" y2="${up(t.position)}"/><text class="tick" x="0" dx="-8" y="${up(t.position)}" dy="4" text-anchor="end">${t.label}</text>\n`,
)}<line class="axis" x1="0" x2="100%" y1="${height}" y2="${height}"/><line class="axis" x1="0" x2="0" y1="0" y2="${height}"/>
${x.ticks.map(
  (t) =>
    html`<line class="axis" x1="${percent(t.position)}" x2="${percent(t.position)}" y1="${height}" y2="${height + 5}"/><text class="tick" x="${percent(t.position)}" y="${height + 19}" text-anchor="middle">${t.label}</text>\n`,
)}${parts.content}</svg></div>
<div class="x-label">${parts.xLabel}</div>
`;
}

/** What is stretched to the plot's size: positions across are thousandths of its width. */
export function stretched(content: readonly Markup[], height = PLOT_HEIGHT): Markup {
  return html`<svg class="stretched" x="0" y="0" width="100%" height="${height}" viewBox="0 0 1000 ${height}" preserveAspectRatio="none">
${content}</svg>
`;
}

export function axisLabel(label: string, scale?: Scale): Markup {
  return html`${foreign(label)}${scale?.logarithmic && html` <span class="muted">(logarithmic)</span>`}`;
}

/** The figure's numbers as a table that opens without a script: for keyboards, screen readers and copying. */
export function valuesTable(columns: readonly Markup[], rows: readonly (readonly Markup[])[]): Markup | null {
  if (rows.length === 0) return null;
  const shown = rows.slice(0, DATA_ROWS);
  return html`<details class="values"><summary>Values</summary>
${
  shown.length < rows.length &&
  html`<p class="caption">The first ${formatCount(shown.length)} of ${formatCount(rows.length)}; all are in the JSON file.</p>\n`
}<div class="table-scroll tall" role="region" aria-label="Values" tabindex="0"><table><thead><tr>${columns.map(
    (c, i) => html`<th scope="col"${i > 0 && html` class="number"`}>${c}</th>`,
  )}</tr></thead>
<tbody>
${shown.map(
  ([head, ...cells]) =>
    html`<tr><th scope="row">${head}</th>${cells.map((c) => html`<td class="number">${c}</td>`)}</tr>\n`,
)}</tbody></table></div>
</details>
`;
}

/** Said where values cannot be drawn, so that a gap is never silent. */
export function leftOutNote(count: number): Markup | null {
  if (count === 0) return null;
  return html`<p class="caption">${formatCount(count)} ${count === 1 ? 'value is' : 'values are'} not finite and not drawn.</p>\n`;
}

export function nothingToDraw(): Markup {
  return html`<p class="empty">No values to draw.</p>\n`;
}

export function percent(value: number): string {
  return `${value.toFixed(2)}%`;
}
