import { barChart } from '../../src/report/evaluation/bars.ts';
import { FIGURE_STYLE } from '../../src/report/evaluation/figure-styles.ts';
import { POINT_SYMBOLS } from '../../src/report/evaluation/series.ts';
import { EVALUATION_STYLE } from '../../src/report/evaluation/styles.ts';
import { tableExhibit } from '../../src/report/evaluation/table.ts';
import { WORD_ROOM_STYLE } from '../../src/report/evaluation/word-room.ts';
import { xyPlot } from '../../src/report/evaluation/xy-plot.ts';
import { formatTime, html, type Markup, renderDocument, THEME_STYLE } from '../../src/report/index.ts';
import { goalsTable } from '../goals.ts';
import type { SuiteExhibit } from '../harness/suite.ts';
import { logPlot } from './log-plot.ts';
import type { BenchReport, SuiteResult } from './result.ts';

/** The whole run as one self-contained HTML file without any script, light and dark. */
export function renderBenchReport(report: BenchReport): string {
  return renderDocument({
    title: 'Benchmarks · TopoGuard',
    styles: [THEME_STYLE, EVALUATION_STYLE, FIGURE_STYLE, WORD_ROOM_STYLE],
    body: html`<a class="skip-link no-print" href="#suites">Skip to the suites</a>
${POINT_SYMBOLS}
<div class="page">
<header class="masthead"><span class="brand">TopoGuard</span><span class="small muted">Benchmarks</span></header>
<main>
<div class="headline"><h1>Benchmarks</h1>
<p>Every ratio compares two sides measured in turn in one run; times are of this machine and its load.</p></div>
<div class="provenance">
<section aria-labelledby="machine-heading"><h2 id="machine-heading">Machine</h2>
${facts(report)}</section>
<section aria-labelledby="left-out-heading"><h2 id="left-out-heading">Not measured here</h2>
${leftOut(report.suites)}</section>
</div>
<div class="layout">
${contents(report.suites)}<div class="experiments" id="suites">
${goals(report.suites)}${report.suites.map(section)}</div>
</div>
</main>
<footer class="foot"><p>Medians over rounds after warm-up; in brackets the quartiles over rounds. Error bars are one standard error of the median. docs/benchmarks.md says what each figure means.</p></footer>
</div>`,
  });
}

function facts({ machine, created, quick, suites }: BenchReport): Markup {
  const time = formatTime(created);
  const seconds = suites.reduce((sum, s) => sum + s.seconds, 0);
  const rows: [string, string][] = [
    ['Processor', `${machine.cpu}, ${machine.cores} cores`],
    ['Load before', `${machine.loadBefore} (one minute)`],
    ['Memory', `${machine.memoryGiB} GiB`],
    ['System', machine.system],
    ['Node', `${machine.node}, V8 ${machine.v8}`],
    ['Compiler here', machine.compiler],
    ['Addon', machine.native],
    ['TopoGuard', machine.topoguard],
    ['Created', time.text],
    ['Time taken', `${seconds.toFixed(0)} s${quick ? ', quick: fewer rounds and smaller grids' : ''}`],
  ];
  return html`<dl class="facts">
${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`)}</dl>
`;
}

function leftOut(suites: readonly SuiteResult[]): Markup {
  const all = suites.flatMap((s) => s.leftOut.map((l) => ({ suite: s.title, ...l })));
  if (all.length === 0) return html`<p class="muted">Nothing was left out of the suites that ran.</p>\n`;
  return html`<table class="left-out"><thead><tr><th scope="col">What</th><th scope="col">Why</th></tr></thead>
<tbody>
${all.map((l) => html`<tr><th scope="row">${l.what} (${l.suite})</th><td>${l.why}</td></tr>\n`)}</tbody></table>
`;
}

function contents(suites: readonly SuiteResult[]): Markup {
  return html`<nav class="contents no-print" aria-labelledby="contents-heading"><h2 id="contents-heading">Suites</h2>
<ol>
<li><a href="#goals">Goals</a></li>
${suites.map((s) => html`<li><a href="#${s.name}">${s.title}</a></li>\n`)}</ol>
</nav>
`;
}

function goals(suites: readonly SuiteResult[]): Markup {
  const exhibit = goalsTable(suites.flatMap((s) => s.figures));
  return html`<section class="experiment" id="goals" aria-labelledby="goals-heading"><header><h2 id="goals-heading">Goals of the design</h2></header>
<div class="exhibits">${figure(exhibit, 'goals-table', true)}</div></section>
`;
}

function section(suite: SuiteResult): Markup {
  const id = suite.name;
  return html`<section class="experiment" id="${id}" aria-labelledby="${id}-heading">
<header><p class="small muted experiment-name"><code>${suite.name}</code> · ${suite.seconds.toFixed(0)} s</p>
<h2 id="${id}-heading">${suite.title}</h2>
<p class="basis">${suite.basis}</p></header>
<div class="exhibits">
${suite.exhibits.map((exhibit, i) => figure(exhibit, `${id}-${i + 1}`, exhibit.type === 'table'))}</div>
</section>
`;
}

function figure(exhibit: SuiteExhibit, id: string, wide: boolean): Markup {
  return html`<figure class="exhibit of-${exhibit.type}${wide && ' wide'}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title" class="exhibit-title">${exhibit.title}</h3>
${drawn(exhibit)}${exhibit.note !== undefined && html`<figcaption class="caption">${exhibit.note}</figcaption>\n`}</figure>
`;
}

function drawn(exhibit: SuiteExhibit): Markup {
  switch (exhibit.type) {
    case 'table':
      return tableExhibit(exhibit);
    case 'logarithmic':
      return logPlot(exhibit);
    case 'lines':
    case 'points':
      return xyPlot(exhibit);
    case 'bars':
      return barChart(exhibit);
  }
}
