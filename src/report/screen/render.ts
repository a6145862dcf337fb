import { TopoGuardError } from '../../errors/index.ts';
import type { ScreenReportInput } from '../input.ts';
import { renderDocument } from '../theme/document.ts';
import { html } from '../theme/html.ts';
import { MARK_SYMBOLS } from '../theme/marks.ts';
import { scriptJson } from '../theme/script-json.ts';
import { THEME_STYLE } from '../theme/tokens.ts';
import { DETAIL_STYLE } from './detail-styles.ts';
import { embedContexts } from './embed.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { SCREEN_STYLE } from './styles.ts';
import { renderSummary } from './summary.ts';
import { renderExplorer } from './table.ts';
import { bySuspicion } from './tally.ts';

const DEFAULT_ROWS = 5_000;
const DEFAULT_DETAILS = 1_000;

/**
 * The outcome of a `screen` run as one self-contained HTML file: summary, table, and for each context its graph,
 * sentences and signals, drawn on demand. The same input gives the same bytes. Everything from documents is escaped, and
 * the file's content security policy allows nothing from outside.
 *
 * @throws TopoGuardError OPTION_INVALID for a limit that is no whole number of at least 0
 */
export function renderScreenReport(input: ScreenReportInput): string {
  const rows = limit('limits.rows', input.limits?.rows, DEFAULT_ROWS);
  const details = limit('limits.details', input.limits?.details, DEFAULT_DETAILS);
  const listed = bySuspicion(input.entries).slice(0, rows);
  const detailed = listed.slice(0, details);
  return renderDocument({
    title: `${input.title ?? 'Screening report'} · TopoGuard`,
    styles: [THEME_STYLE, SCREEN_STYLE, DETAIL_STYLE],
    body: html`<a class="skip-link no-print" href="#contexts">Skip to the contexts</a>
${MARK_SYMBOLS}
<div class="page">
<header class="masthead"><span class="brand">TopoGuard</span><span class="small muted">Split-knowledge screening</span></header>
<main>
${renderSummary(input)}
${input.entries.length > 0 && renderExplorer({ entries: input.entries, listed, detailed: detailed.length })}
</main>
<footer class="foot"><p>A flag says that the context scores higher than nearly all benign contexts of the profile did; it is no proof of an attack. The graph and its two parts show how the sentences hang together, which the default detector does not rest on. <i>p</i> is the share of benign contexts expected to score at least this high.</p>
<p class="keys no-print"><kbd>j</kbd> <kbd>k</kbd> next and previous context · <kbd>/</kbd> search · arrow keys inside the list and the graph</p></footer>
</div>`,
    data: { 'report-data': scriptJson(embedContexts(input.entries, detailed, input.profile)) },
    script: PAGE_SCRIPT,
  });
}

function limit(field: string, value: number | undefined, byDefault: number): number {
  if (value === undefined) return byDefault;
  if (Number.isInteger(value) && value >= 0) return value;
  throw new TopoGuardError('OPTION_INVALID', `${value} is no number of contexts`, {
    location: { field },
    remedy: 'Give a whole number of at least 0, or leave it out',
  });
}
