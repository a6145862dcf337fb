import type { EvaluationReport } from '../../evaluation/types.ts';
import { renderDocument } from '../theme/document.ts';
import { html } from '../theme/html.ts';
import { MARK_SYMBOLS } from '../theme/marks.ts';
import { THEME_STYLE } from '../theme/tokens.ts';
import { renderExperiment } from './experiment.ts';
import { FIGURE_STYLE } from './figure-styles.ts';
import { renderContents, renderHeader } from './header.ts';
import { POINT_SYMBOLS } from './series.ts';
import { EVALUATION_STYLE } from './styles.ts';
import { WORD_ROOM_STYLE } from './word-room.ts';

/**
 * The outcome of `evaluate` as one self-contained HTML file without any script: what it rests on, then each experiment
 * with its comparisons with the paper, tables and figures. Figures are drawn here, so the same report gives the same
 * bytes. Every text of the report is escaped; values that are not finite are named and never drawn.
 */
export function renderEvaluationReport(report: EvaluationReport): string {
  return renderDocument({
    title: `Evaluation on ${report.dataset.name} · TopoGuard`,
    styles: [THEME_STYLE, EVALUATION_STYLE, FIGURE_STYLE, WORD_ROOM_STYLE],
    body: html`<a class="skip-link no-print" href="#experiments">Skip to the experiments</a>
${MARK_SYMBOLS}
${POINT_SYMBOLS}
<div class="page">
<header class="masthead"><span class="brand">TopoGuard</span><span class="small muted">Evaluation</span></header>
<main>
${renderHeader(report)}<div class="layout">
${report.experiments.length > 0 && renderContents(report)}<div class="experiments" id="experiments">
${report.experiments.length > 0 ? report.experiments.map(renderExperiment) : html`<p class="empty">No experiment was run.</p>\n`}</div>
</div>
</main>
<footer class="foot"><p>Standard errors are over bootstrap resamples of the contexts. The same data, encoder, options and seed give the same numbers.</p></footer>
</div>`,
  });
}
