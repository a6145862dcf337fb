import type { Exhibit, ExperimentResult } from '../../evaluation/types.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { barChart } from './bars.ts';
import { comparisonTable } from './comparisons.ts';
import { distributions } from './distributions.ts';
import { heatmap } from './heatmap.ts';
import { tableExhibit } from './table.ts';
import { formatValue } from './values.ts';
import { xyPlot } from './xy-plot.ts';

/** Columns of a heatmap that fit half the page. */
const NARROW_HEATMAP = 6;

/** Id of an experiment's section, from its place: names are free text. */
export function experimentId(index: number): string {
  return `experiment-${index + 1}`;
}

/** One experiment: what it rests on, its comparisons with the paper, and its exhibits. */
export function renderExperiment(experiment: ExperimentResult, index: number): Markup {
  const id = experimentId(index);
  const wide = spanning(experiment.exhibits);
  return html`<section class="experiment" id="${id}" aria-labelledby="${id}-heading">
<header><p class="small muted experiment-name"><code>${foreign(experiment.name)}</code> · ${formatValue(experiment.seconds)} s</p>
<h2 id="${id}-heading">${foreign(experiment.title)}</h2>
<p class="basis">${foreign(experiment.basis)}</p></header>
${comparisonTable(experiment.comparisons, index + 1)}${
  experiment.exhibits.length > 0
    ? html`<div class="exhibits">
${experiment.exhibits.map((e, i) => renderExhibit(e, `${id}-${i + 1}`, wide[i], experiment.basis))}</div>
`
    : html`<p class="empty">No exhibits.</p>\n`
}</section>
`;
}

function renderExhibit(exhibit: Exhibit, id: string, wide: boolean, basis: string): Markup {
  return html`<figure class="exhibit of-${exhibit.type}${wide && ' wide'}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title" class="exhibit-title">${foreign(exhibit.title)}</h3>
${drawn(exhibit)}<figcaption class="caption">${exhibit.note !== undefined && html`<span class="note">${foreign(exhibit.note)}</span> `}<span class="rests-on">Rests on: ${foreign(basis)}</span></figcaption>
</figure>
`;
}

function drawn(exhibit: Exhibit): Markup {
  switch (exhibit.type) {
    case 'table':
      return tableExhibit(exhibit);
    case 'lines':
    case 'points':
      return xyPlot(exhibit);
    case 'bars':
      return barChart(exhibit);
    case 'heatmap':
      return heatmap(exhibit);
    case 'histogram':
      return distributions(exhibit);
  }
}

/** Tables and large maps take the whole width; so does a figure that would stand beside nothing. */
function spanning(exhibits: readonly Exhibit[]): boolean[] {
  const wide = exhibits.map((e) => e.type === 'table' || (e.type === 'heatmap' && e.x.length > NARROW_HEATMAP));
  let run = 0;
  return wide.map((w, i) => {
    if (w) {
      run = 0;
      return true;
    }
    run++;
    return run % 2 === 1 && (wide[i + 1] ?? true);
  });
}
