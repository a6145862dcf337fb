import type { EvaluationReport } from '../../evaluation/types.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { countOf, formatCount, formatPercent, formatTime, listInWords } from '../theme/numbers.ts';
import { comparisonSummary } from './comparisons.ts';
import { experimentId } from './experiment.ts';
import { formatValue } from './values.ts';

/** Heading, agreement with the paper, and everything the numbers depend on. */
export function renderHeader(report: EvaluationReport): Markup {
  const { dataset, experiments } = report;
  const comparisons = experiments.flatMap((e) => e.comparisons);
  return html`<div class="overview">
<div class="headline"><h1>Evaluation on ${foreign(dataset.name)}</h1>
<p>${countOf(experiments.length, 'experiment')} on ${formatCount(dataset.used)} of ${countOf(dataset.rows, 'row')}, encoded with ${foreign(report.encoder.id)}.</p>
${comparisonSummary(comparisons)}</div>
<div class="provenance">
<section aria-labelledby="setup-heading"><h2 id="setup-heading">What it rests on</h2>
${facts(report)}</section>
<section aria-labelledby="left-out-heading"><h2 id="left-out-heading">Left out</h2>
${leftOut(dataset.leftOut)}</section>
</div>
</div>
`;
}

/** Links to the experiments, in order. */
export function renderContents(report: EvaluationReport): Markup {
  return html`<nav class="contents no-print" aria-labelledby="contents-heading"><h2 id="contents-heading">Experiments</h2>
<ol>
${report.experiments.map((e, i) => html`<li><a href="#${experimentId(i)}">${foreign(e.title)}</a></li>\n`)}</ol>
</nav>
`;
}

function facts({ dataset, encoder, options, created, experiments }: EvaluationReport): Markup {
  const time = formatTime(created);
  const seconds = experiments.reduce((sum, e) => sum + e.seconds, 0);
  const rows: [string, Markup][] = [
    ['Data set', foreign(dataset.name)],
    ['Rows', html`${formatCount(dataset.rows)} read, ${formatCount(dataset.used)} used`],
    ['Encoder', html`${foreign(encoder.id)}, ${formatCount(encoder.dimension)} dimensions`],
    ['Seed', html`${options.seed}`],
    ['Neighbours', html`<i>k</i> = ${formatValue(options.k)}`],
    ['Hybrid’s weight', html`<i>α</i> = ${formatValue(options.alpha)}`],
    ['Sentences', html`${formatValue(options.sentences)} a document`],
    ['False-positive rates', html`${listInWords(options.fpr.map((f) => formatPercent(f, 2))) || 'none'}`],
    ['Created', time.iso === null ? foreign(time.text) : html`<time datetime="${time.iso}">${time.text}</time>`],
    ['Time taken', html`${formatValue(Number(seconds.toFixed(1)))} s`],
  ];
  return html`<dl class="facts">
${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`)}</dl>
`;
}

function leftOut(reasons: EvaluationReport['dataset']['leftOut']): Markup {
  if (reasons.length === 0) return html`<p class="muted">No row was left out.</p>\n`;
  return html`<table class="left-out"><thead><tr><th scope="col">Reason</th><th scope="col" class="number">Rows</th></tr></thead>
<tbody>
${reasons.map((r) => html`<tr><th scope="row">${foreign(r.reason)}</th><td class="number">${formatCount(r.count)}</td></tr>\n`)}</tbody></table>
`;
}
