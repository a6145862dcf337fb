import type { Exhibit } from '../../evaluation/types.ts';
import { extent } from '../charts/histogram.ts';
import { revealHidden } from '../theme/hidden-characters.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { axisLabel, nothingToDraw } from './figure.ts';
import { columnFormat } from './values.ts';
import { wordRoom } from './word-room.ts';

type HeatmapExhibit = Extract<Exhibit, { type: 'heatmap' }>;

/** Steps of the sequential palette, classes q0 to q8. */
const STEPS = 9;

/** A map as a table: each value in print, its size as the shade of the cell. `values` has a row per y. */
export function heatmap(exhibit: HeatmapExhibit): Markup {
  const { x, y, values } = exhibit;
  if (x.length === 0 || y.length === 0) return nothingToDraw();
  const finite = values.flat().filter((v): v is number => v !== null && Number.isFinite(v));
  const [lo, hi] = extent(finite);
  const format = columnFormat(finite);
  const step = (v: number): number => {
    const share = hi > lo ? v / (hi - lo) - lo / (hi - lo) : 0.5;
    return Number.isFinite(share) ? Math.max(0, Math.min(STEPS - 1, Math.floor(share * STEPS))) : 0;
  };
  const cell = (value: number | null | undefined): Markup =>
    value === null || value === undefined || !Number.isFinite(value)
      ? html`<td class="missing">n/a</td>`
      : html`<td class="q${step(value)}">${format(value)}</td>`;
  return html`<div class="table-scroll" role="region" aria-label="${revealHidden(exhibit.title)}" tabindex="0"><table class="heat">
<thead><tr><td></td><th scope="colgroup" colspan="${x.length}" class="heat-axis">${axisLabel(exhibit.xLabel)}</th></tr>
<tr><th scope="col" class="heat-axis ${wordRoom([exhibit.yLabel, ...y])}">${axisLabel(exhibit.yLabel)}</th>${x.map((name) => html`<th scope="col" class="${wordRoom([name])}">${foreign(name)}</th>`)}</tr></thead>
<tbody>
${y.map((name, row) => html`<tr><th scope="row">${foreign(name)}</th>${x.map((_, column) => cell(values[row]?.[column]))}</tr>\n`)}</tbody>
</table></div>
${finite.length > 0 ? ramp(lo, hi, format) : html`<p class="caption">No cell has a value.</p>\n`}`;
}

/** The palette with the values of its ends. */
function ramp(lo: number, hi: number, format: (value: number) => string): Markup {
  if (hi === lo) return html`<p class="caption">All cells with a value have ${format(lo)}.</p>\n`;
  return html`<div class="ramp" role="img" aria-label="Shades from ${format(lo)} to ${format(hi)}"><span>${format(lo)}</span><svg width="180" height="12" aria-hidden="true">${Array.from(
    { length: STEPS },
    (_, i) => html`<rect class="q${i}" x="${i * 20}" width="20" height="12"/>`,
  )}</svg><span>${format(hi)}</span></div>
`;
}
