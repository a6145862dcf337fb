import type { Exhibit } from '../../evaluation/types.ts';
import { revealHidden } from '../theme/hidden-characters.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { axisLabel, leftOutNote, nothingToDraw, percent } from './figure.ts';
import { isDrawable, type Scale, scaleOf } from './scale.ts';
import { columnFormat } from './values.ts';

type BarExhibit = Extract<Exhibit, { type: 'bars' }>;
type Bar = BarExhibit['bars'][number];

const ROW_HEIGHT = 24;
const BAR_HEIGHT = 14;

/**
 * Horizontal bars, one row each with its name and its value in print: names of any length fit, on a phone above their
 * bar. The rows are a list, so that they read without the picture.
 */
export function barChart(exhibit: BarExhibit): Markup {
  const drawn = exhibit.bars.filter((b) => isDrawable(b.value));
  const left = exhibit.bars.length - drawn.length;
  if (drawn.length === 0) return html`${nothingToDraw()}${leftOutNote(left)}`;
  const scale = scaleOf(
    drawn.flatMap((b) => [b.value - errorOf(b), b.value + errorOf(b)]),
    { count: 4, zero: true },
  );
  const format = columnFormat(drawn.flatMap((b) => (errorOf(b) > 0 ? [b.value, errorOf(b)] : [b.value])));
  const errors = drawn.some((b) => errorOf(b) > 0);
  return html`<div class="bars" role="list" aria-label="${revealHidden(`${exhibit.title}: ${exhibit.yLabel} by ${exhibit.xLabel}`)}">
<div class="bar-head" aria-hidden="true"><span>${axisLabel(exhibit.xLabel)}</span><span></span><span></span></div>
${exhibit.bars.map((bar) => row(bar, scale, format))}<div class="bar-axis" aria-hidden="true"><span></span><svg class="chart" height="22"><line class="axis" x1="0" x2="100%" y1="0.5" y2="0.5"/>
${scale.ticks.map(
  (t) =>
    html`<line class="axis" x1="${percent(t.position)}" x2="${percent(t.position)}" y1="0" y2="5"/><text class="tick" x="${percent(t.position)}" y="18" text-anchor="middle">${t.label}</text>\n`,
)}</svg><span></span></div>
<div class="bar-foot" aria-hidden="true"><span></span><span class="x-label">${axisLabel(exhibit.yLabel)}</span><span></span></div>
</div>
${errors && html`<p class="caption">Bars: ± one standard error.</p>\n`}${leftOutNote(left)}`;
}

function row(bar: Bar, scale: Scale, format: (value: number) => string): Markup {
  const drawable = isDrawable(bar.value);
  const error = errorOf(bar);
  const value = drawable ? format(bar.value) : 'n/a';
  const text = error > 0 ? `${value} ± ${format(error)}` : value;
  return html`<div class="bar-row" role="listitem"><span class="bar-name">${foreign(bar.name)}</span><svg class="chart" height="${ROW_HEIGHT}" aria-hidden="true"><title>${`${revealHidden(bar.name)}: ${text}`}</title>${scale.ticks.map(
    (t) => html`<line class="grid" x1="${percent(t.position)}" x2="${percent(t.position)}" y1="0" y2="100%"/>`,
  )}${drawable && barShape(bar.value, error, scale)}</svg><span class="bar-value">${text}</span></div>
`;
}

/** Bar and error bar, centred on the row's middle: a name of several lines makes the row higher. */
function barShape(value: number, error: number, scale: Scale): Markup {
  const zero = scale.at(0);
  const end = scale.at(value);
  const ends = [scale.at(value - error), scale.at(value + error)];
  return html`<svg class="stretched" x="0" y="50%" width="100%" height="1"><rect class="bar" x="${percent(Math.min(zero, end))}" width="${percent(Math.abs(end - zero))}" y="${-BAR_HEIGHT / 2}" height="${BAR_HEIGHT}"/>${
    error > 0 &&
    html`<line class="bar-error" x1="${percent(ends[0])}" x2="${percent(ends[1])}" y1="0" y2="0"/>${ends.map(
      (e) => html`<line class="bar-error" x1="${percent(e)}" x2="${percent(e)}" y1="-4" y2="4"/>`,
    )}`
  }</svg><line class="axis" x1="${percent(zero)}" x2="${percent(zero)}" y1="0" y2="100%"/>`;
}

function errorOf(bar: Bar): number {
  return isDrawable(bar.value) && bar.error !== undefined && isDrawable(bar.error) && bar.error > 0 ? bar.error : 0;
}
