import { html, type Markup } from '../theme/html.ts';
import { countOf, formatCount, formatScore } from '../theme/numbers.ts';
import { extent, formatTick, type Histogram, histogram, roundTicks } from './histogram.ts';

export interface ScoreDistributionInput {
  /** Scores of the run; those above the threshold are drawn as flagged. */
  scores: readonly number[];
  threshold: number;
  /** Word for the threshold's line, e.g. "threshold 4.102". */
  thresholdLabel: string;
  /** Benign scores of the profile, drawn downwards for comparison. */
  benign?: readonly number[];
}

const BINS = 44;
const UP = 116;
const DOWN = 38;
const AXIS = 22;
const TOP = 34;

/**
 * Histogram of a run's scores over its threshold, the profile's benign scores mirrored below. Positions across are
 * percentages, so that the chart fills any width without its type shrinking. No bar straddles the threshold.
 */
export function scoreDistribution(input: ScoreDistributionInput): Markup | null {
  const scores = input.scores.filter(Number.isFinite);
  if (scores.length === 0) return null;
  const benign = (input.benign ?? []).filter(Number.isFinite);
  const [lo, hi] = extent([...scores, ...benign, input.threshold]);
  const domain: [number, number] = hi > lo ? [lo, hi] : [lo - 0.5, hi + 0.5];
  const binning = { bins: BINS, align: input.threshold, domain };
  const run = histogram(scores, binning)!;
  const reference = histogram(benign, binning);
  const pad = (domain[1] - domain[0]) * 0.025;
  const at = (value: number): number => ((value - domain[0] + pad) / (domain[1] - domain[0] + 2 * pad)) * 100;
  const base = TOP + UP;
  const height = base + (reference ? DOWN : 0) + AXIS;
  const tallest = Math.max(...run.counts);
  const ticks = roundTicks(domain[0], domain[1], 6);
  const x = at(input.threshold);
  const peak = at(run.start + (run.counts.indexOf(tallest) + 0.5) * run.width);
  const flagged = scores.filter((s) => s > input.threshold).length;
  return html`<svg class="chart" height="${height}" role="img" aria-label="Distribution of ${countOf(scores.length, 'score')}: ${flagged} above the threshold, ${scores.length - flagged} at or below it. Lowest ${formatScore(extent(scores)[0])}, highest ${formatScore(extent(scores)[1])}.">
${bars(run, at, (count) => (count / tallest) * UP, base, 'up', input.threshold)}${
  reference &&
  bars(
    reference,
    at,
    (count) => (count / Math.max(...reference.counts)) * (DOWN - 4),
    base + 1,
    'down',
    input.threshold,
  )
}<line class="axis" x1="0" x2="100%" y1="${base + 0.5}" y2="${base + 0.5}"/>
${ticks.map((t) => html`<text class="tick" x="${percent(at(t))}" y="${height - 5}" text-anchor="${anchor(at(t))}">${formatTick(t, ticks)}</text>\n`)}<line class="threshold" x1="${percent(x)}" x2="${percent(x)}" y1="4" y2="${height - AXIS}"/>
<text class="threshold-label" x="${percent(x)}" dx="${x > 55 ? -6 : 6}" y="12" text-anchor="${x > 55 ? 'end' : 'start'}">${input.thresholdLabel}</text>
<text class="tick" x="${percent(peak)}" y="${base - UP - 5}" text-anchor="${anchor(peak)}">${formatCount(tallest)}</text>
</svg>`;
}

function bars(
  bins: Histogram,
  at: (value: number) => number,
  size: (count: number) => number,
  base: number,
  direction: 'up' | 'down',
  threshold: number,
): Markup[] {
  return bins.counts.flatMap((count, b) => {
    if (count === 0) return [];
    const left = at(bins.start + b * bins.width);
    const width = at(bins.start + (b + 1) * bins.width) - left;
    const high = Math.max(2, size(count));
    const above = bins.start + (b + 0.5) * bins.width > threshold;
    const kind = direction === 'down' ? 'benign' : above ? 'flag' : 'pass';
    return html`<rect class="bar-${kind}" x="${percent(left + width * 0.06)}" width="${percent(width * 0.88)}" y="${(direction === 'up' ? base - high : base).toFixed(1)}" height="${high.toFixed(1)}"/>\n`;
  });
}

function percent(value: number): string {
  return `${value.toFixed(2)}%`;
}

function anchor(position: number): string {
  return position < 4 ? 'start' : position > 96 ? 'end' : 'middle';
}
