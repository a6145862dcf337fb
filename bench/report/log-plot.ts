import {
  axes,
  axisLabel,
  nothingToDraw,
  PLOT_HEIGHT,
  percent,
  stretched,
  valuesTable,
} from '../../src/report/evaluation/figure.ts';
import { legend, markerId, seriesClass } from '../../src/report/evaluation/series.ts';
import { formatValue } from '../../src/report/evaluation/values.ts';
import { html, type Markup } from '../../src/report/index.ts';
import type { SuiteExhibit } from '../harness/suite.ts';
import { logScale } from './log-scale.ts';

type LogExhibit = Extract<SuiteExhibit, { type: 'logarithmic' }>;

/** Curves with both axes by the logarithm: a power of n is a straight line. Values that are not positive cannot be placed and are left out. */
export function logPlot(exhibit: LogExhibit): Markup {
  const series = exhibit.series.map((s) => ({ name: s.name, points: s.points.filter((p) => p.x > 0 && p.y > 0) }));
  const points = series.flatMap((s) => s.points);
  if (points.length === 0) return nothingToDraw();
  const x = logScale(
    points.map((p) => p.x),
    true,
  );
  const y = logScale(
    points.map((p) => p.y),
    false,
  );
  const up = (value: number): string => (PLOT_HEIGHT * (1 - y.at(value) / 100)).toFixed(1);
  const content = html`${stretched(
    series.map(
      (s, i) =>
        html`<polyline class="curve ${seriesClass(i)}" points="${s.points.map((p) => `${(x.at(p.x) * 10).toFixed(1)},${up(p.y)}`).join(' ')}"/>\n`,
    ),
  )}${series.map(
    (s, i) => html`<g class="${seriesClass(i)}">
${s.points.map(
  (p) =>
    html`<g><title>${`${s.name}: ${formatValue(p.y)} at ${formatValue(p.x)}`}</title><use class="point" href="#${markerId(i)}" x="${percent(x.at(p.x))}" y="${up(p.y)}"/></g>\n`,
)}</g>
`,
  )}`;
  return html`${legend(series, 'line and point')}${axes({
    x,
    y,
    xLabel: axisLabel(exhibit.xLabel, x),
    yLabel: axisLabel(exhibit.yLabel, y),
    summary: `${exhibit.title}. ${exhibit.yLabel} against ${exhibit.xLabel}, both logarithmic: ${series.map((s) => s.name).join(', ')}. The values follow as a table.`,
    content,
  })}${valuesTable(
    [html`Series`, html`${exhibit.xLabel}`, html`${exhibit.yLabel}`],
    series.flatMap((s) => s.points.map((p) => [html`${s.name}`, html`${formatValue(p.x)}`, html`${formatValue(p.y)}`])),
  )}`;
}
