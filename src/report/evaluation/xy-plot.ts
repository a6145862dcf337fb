import type { Exhibit } from '../../evaluation/types.ts';
import { revealHidden } from '../theme/hidden-characters.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { countOf } from '../theme/numbers.ts';
import { axes, axisLabel, leftOutNote, nothingToDraw, PLOT_HEIGHT, percent, stretched, valuesTable } from './figure.ts';
import { isDrawable, type Scale, scaleOf } from './scale.ts';
import { legend, markerId, seriesClass } from './series.ts';
import { formatValue } from './values.ts';

type XyExhibit = Extract<Exhibit, { type: 'lines' | 'points' }>;
type Point = XyExhibit['series'][number]['points'][number];

/** Markers on a curve of more points than this are only a few, to tell its shape. */
const MARKED_POINTS = 40;
const SPARSE_MARKERS = 7;
/** More points than this have no tooltip of their own. */
const TOOLTIPS = 600;

/** Curves or points over two axes, with error bars of one standard error. */
export function xyPlot(exhibit: XyExhibit): Markup {
  const series = exhibit.series.map((s) => ({
    name: s.name,
    points: s.points.filter((p) => isDrawable(p.x) && isDrawable(p.y)),
  }));
  const points = series.flatMap((s) => s.points);
  const given = exhibit.series.reduce((n, s) => n + s.points.length, 0);
  if (points.length === 0) return html`${nothingToDraw()}${leftOutNote(given)}`;
  const x = scaleOf(
    points.map((p) => p.x),
    { count: 5, atValues: true, mayBeLogarithmic: true },
  );
  const y = scaleOf(
    points.flatMap((p) => [p.y - errorOf(p), p.y + errorOf(p)]),
    { count: 5 },
  );
  const place = { x: x.at, y: (v: number) => PLOT_HEIGHT * (1 - y.at(v) / 100) };
  const curves = exhibit.type === 'lines';
  const titled = points.length <= TOOLTIPS;
  const content = html`${curves && stretched(series.map((s, i) => curve(s.points, i, place)))}${series.map((s, i) => {
    const name = revealHidden(s.name);
    return html`<g class="${seriesClass(i)}">
${s.points.filter((p) => errorOf(p) > 0).map((p) => errorBar(p, place))}${(curves ? markedOf(s.points) : s.points).map(
  (p) =>
    html`<g>${titled && html`<title>${`${name}: ${describePoint(p, exhibit)}`}</title>`}<use class="point" href="#${markerId(i)}" x="${percent(place.x(p.x))}" y="${place.y(p.y).toFixed(1)}"/></g>\n`,
)}</g>
`;
  })}`;
  const errors = points.some((p) => errorOf(p) > 0);
  return html`${legend(series, curves ? 'line and point' : 'point')}${axes({
    x,
    y,
    xLabel: axisLabel(exhibit.xLabel, x),
    yLabel: axisLabel(exhibit.yLabel),
    summary: summaryOf(exhibit, points.length),
    content,
  })}${errors && html`<p class="caption">Bars: ± one standard error.</p>\n`}${leftOutNote(given - points.length)}${values(exhibit)}`;
}

interface Place {
  x: Scale['at'];
  y: (value: number) => number;
}

function curve(points: readonly Point[], index: number, place: Place): Markup {
  const coordinates: string[] = [];
  for (const p of points) {
    const next = `${(place.x(p.x) * 10).toFixed(1)},${place.y(p.y).toFixed(1)}`;
    if (next !== coordinates[coordinates.length - 1]) coordinates.push(next);
  }
  return html`<polyline class="curve ${seriesClass(index)}" points="${coordinates.join(' ')}"/>\n`;
}

function errorBar(p: Point, place: Place): Markup {
  const x = percent(place.x(p.x));
  const top = place.y(p.y + errorOf(p)).toFixed(1);
  const bottom = place.y(p.y - errorOf(p)).toFixed(1);
  return html`<line class="error" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/><use class="error" href="#error-cap" x="${x}" y="${top}"/><use class="error" href="#error-cap" x="${x}" y="${bottom}"/>\n`;
}

/** All points of a short curve; of a long one, a few spread evenly. */
function markedOf(points: readonly Point[]): readonly Point[] {
  if (points.length <= MARKED_POINTS) return points;
  const step = (points.length - 1) / (SPARSE_MARKERS - 1);
  return Array.from({ length: SPARSE_MARKERS }, (_, i) => points[Math.round(i * step)]);
}

function errorOf(p: Point): number {
  return p.error !== undefined && isDrawable(p.error) && p.error > 0 ? p.error : 0;
}

function describePoint(p: Point, { xLabel, yLabel }: XyExhibit): string {
  const error = errorOf(p) > 0 ? ` ± ${formatValue(p.error)}` : '';
  return `${revealHidden(yLabel)} ${formatValue(p.y)}${error} at ${revealHidden(xLabel)} ${formatValue(p.x)}`;
}

function summaryOf(exhibit: XyExhibit, drawn: number): string {
  const kind = exhibit.type === 'lines' ? 'Curves' : 'Points';
  return revealHidden(
    `${exhibit.title}. ${kind} of ${exhibit.yLabel} against ${exhibit.xLabel}: ${exhibit.series.map((s) => s.name).join(', ')}; ${countOf(drawn, 'point')}. The values follow as a table.`,
  );
}

function values({ series, xLabel, yLabel }: XyExhibit): Markup | null {
  const errors = series.some((s) => s.points.some((p) => errorOf(p) > 0));
  return valuesTable(
    [html`Series`, foreign(xLabel), foreign(yLabel), ...(errors ? [html`Standard error`] : [])],
    series.flatMap((s) =>
      s.points.map((p) => [
        foreign(s.name),
        html`${formatValue(p.x)}`,
        html`${formatValue(p.y)}`,
        ...(errors ? [html`${p.error === undefined ? '—' : formatValue(p.error)}`] : []),
      ]),
    ),
  );
}
