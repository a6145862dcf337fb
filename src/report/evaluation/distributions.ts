import type { Exhibit } from '../../evaluation/types.ts';
import { extent, histogram } from '../charts/histogram.ts';
import { revealHidden } from '../theme/hidden-characters.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { countOf } from '../theme/numbers.ts';
import { axes, axisLabel, leftOutNote, nothingToDraw, PLOT_HEIGHT, stretched, valuesTable } from './figure.ts';
import { isDrawable, type Scale, scaleOf } from './scale.ts';
import { legend, seriesClass } from './series.ts';
import { formatValue } from './values.ts';

type HistogramExhibit = Extract<Exhibit, { type: 'histogram' }>;

const BINS = 32;
/** More series than this hide each other and get a plot each, over the same axes. */
const OVERLAID = 3;
const SMALL_HEIGHT = 96;
const Y_LABEL = 'Share of the series in each bin (%)';

interface Distribution {
  name: string;
  count: number;
  mean: number;
  deviation: number;
  /** Edges of the bins, and the share of the series in each, in per cent. */
  edges: number[];
  shares: number[];
}

/** Histograms of several series in the same bins: overlaid outlines, or small multiples where these are many. */
export function distributions(exhibit: HistogramExhibit): Markup {
  const kept = exhibit.series.map((s) => ({ name: s.name, values: s.values.filter(isDrawable) }));
  const left = exhibit.series.reduce((n, s, i) => n + s.values.length - kept[i].values.length, 0);
  const domain = extent(kept.map((s) => extent(s.values)).flatMap((e, i) => (kept[i].values.length > 0 ? e : [])));
  const drawn = kept.flatMap((s, index) => {
    const d = distribution(s.name, s.values, domain);
    return d ? [{ ...d, index }] : [];
  });
  if (drawn.length === 0) return html`${nothingToDraw()}${leftOutNote(left)}`;
  const x = scaleOf(
    drawn.flatMap((d) => d.edges),
    { count: 7 },
  );
  const tallest = drawn.reduce((m, d) => Math.max(m, ...d.shares), 0);
  const entries = kept.map((s, i) => ({ name: s.name, detail: detailOf(drawn.find((d) => d.index === i)) }));
  const together = exhibit.series.length <= OVERLAID;
  return html`${legend(entries, 'area')}${
    together
      ? plot(exhibit, drawn, x, tallest, PLOT_HEIGHT)
      : html`<div class="multiples">
${drawn.map((d) => html`<div><p class="multiple-name">${foreign(d.name)}</p>${plot(exhibit, [d], x, tallest, SMALL_HEIGHT)}</div>\n`)}</div>
`
  }${leftOutNote(left)}${values(exhibit, drawn)}`;
}

function plot(
  exhibit: HistogramExhibit,
  drawn: readonly (Distribution & { index: number })[],
  x: Scale,
  tallest: number,
  height: number,
): Markup {
  const y = scaleOf([tallest], { count: height === SMALL_HEIGHT ? 2 : 4, zero: true });
  return axes({
    x,
    y,
    height,
    xLabel: axisLabel(exhibit.xLabel),
    yLabel: html`${Y_LABEL}`,
    summary: revealHidden(
      `${exhibit.title}. Histogram of ${exhibit.xLabel}: ${drawn.map((d) => `${d.name}, ${detailOf(d)}`).join('; ')}.`,
    ),
    content: stretched(
      drawn.map((d) => outline(d, x, (share) => height * (1 - y.at(share) / 100), height)),
      height,
    ),
  });
}

/** Each run of bins that hold values as an outline from the base, along the tops, and down again. */
function outline(d: Distribution & { index: number }, x: Scale, y: (share: number) => number, height: number): Markup {
  const across = (edge: number): string => (x.at(edge) * 10).toFixed(1);
  const steps = d.shares.map((share, b) => {
    if (share === 0) return '';
    const start = b > 0 && d.shares[b - 1] > 0 ? '' : `M${across(d.edges[b])} ${height}`;
    const end = (d.shares[b + 1] ?? 0) > 0 ? '' : `V${height}`;
    return `${start}V${y(share).toFixed(1)}H${across(d.edges[b + 1])}${end}`;
  });
  return html`<path class="area curve ${seriesClass(d.index)}" d="${steps.join('')}"><title>${`${revealHidden(d.name)}: ${detailOf(d)}`}</title></path>\n`;
}

function distribution(name: string, values: readonly number[], domain: [number, number]): Distribution | null {
  const bins = histogram(values, { bins: BINS, domain });
  if (!bins) return null;
  const mean = values.reduce((sum, v) => sum + v / values.length, 0);
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return {
    name,
    count: values.length,
    mean,
    deviation: Math.sqrt(variance),
    edges: Array.from({ length: bins.counts.length + 1 }, (_, b) => bins.start + b * bins.width),
    shares: bins.counts.map((c) => (c / values.length) * 100),
  };
}

function detailOf(d: Distribution | undefined): string {
  if (!d) return 'no values';
  return `${countOf(d.count, 'value')}, mean ${three(d.mean)}, standard deviation ${three(d.deviation)}`;
}

function three(value: number): string {
  return formatValue(Number(value.toPrecision(3)));
}

function values({ xLabel }: HistogramExhibit, drawn: readonly Distribution[]): Markup | null {
  const longest = drawn.reduce((a, d) => (d.edges.length > a.length ? d.edges : a), [] as number[]);
  return valuesTable(
    [html`${foreign(xLabel)}, bin`, ...drawn.map((d) => html`${foreign(d.name)} (%)`)],
    longest
      .slice(1)
      .map((end, b) => [
        html`${formatValue(longest[b])} to ${formatValue(end)}`,
        ...drawn.map((d) => html`${(d.shares[b] ?? 0).toFixed(1)}`),
      ]),
  );
}
