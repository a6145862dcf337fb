import type { ReportEntry } from '../input.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { mark } from '../theme/marks.ts';
import { countOf, formatCount, formatPValue, formatScore } from '../theme/numbers.ts';
import { shorten } from '../theme/shorten.ts';
import { countOutcomes, OUTCOME_WORDS, OUTCOMES, outcomeOf } from './tally.ts';

const QUERY_LIMIT = 240;

export interface TableInput {
  entries: readonly ReportEntry[];
  /** Entries listed, in order. */
  listed: readonly number[];
  /** How many of the listed ones can be opened: the first ones. */
  detailed: number;
}

/** The contexts as a table that reads without the script, the controls that the script brings to life, and the empty detail. */
export function renderExplorer(input: TableInput): Markup {
  const { entries, listed } = input;
  const labelled = entries.some((e) => e.label !== undefined);
  return html`<section class="explorer" id="contexts" aria-labelledby="contexts-heading">
<h2 id="contexts-heading">Contexts</h2>
<noscript><p class="notice">Scripts are off. The summary and this table are complete; graphs, sentences and signals of a context need the script.</p></noscript>
${limits(input)}<div class="columns">
<div class="list-pane">
${controls(entries)}<div class="list-scroll">
<table class="contexts" id="context-table">
<caption class="visually-hidden">Screened contexts, most suspicious first</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Context</th><th scope="col" class="number">Score</th><th scope="col" class="number wide-only">Threshold</th><th scope="col" class="number" title="Conformal p-value: share of benign contexts expected to score this high"><i>p</i></th>${
    labelled && html`<th scope="col" class="wide-only">Label</th>`
  }</tr></thead>
<tbody>
${listed.map((index, rank) => row(entries[index], index, rank < input.detailed, labelled))}</tbody>
</table>
</div>
<div class="list-foot no-print" id="list-foot" hidden><span id="list-count" role="status"></span><button type="button" class="button" id="show-more">Show more</button></div>
</div>
<div class="detail-pane" id="detail-pane" hidden></div>
</div>
</section>`;
}

function row(entry: ReportEntry, index: number, detailed: boolean, labelled: boolean): Markup {
  const outcome = outcomeOf(entry);
  const result = entry.ok ? entry.result : null;
  const name = html`<span class="row-id">${contextName(entry, index)}</span>`;
  return html`<tr id="context-${index}" data-index="${index}" data-verdict="${outcome}"><td class="verdict-cell is-${outcome}">${mark(outcome)}<span class="verdict-word">${OUTCOME_WORDS[outcome]}</span></td><th scope="row">${
    detailed ? html`<a href="#context-${index}">${name}</a>` : name
  }${secondLine(entry)}</th><td class="number">${result ? dash(result.score, formatScore) : '—'}</td><td class="number wide-only">${
    result ? dash(result.threshold, formatScore) : '—'
  }</td><td class="number">${result ? dash(result.pValue, formatPValue) : '—'}</td>${
    labelled && html`<td class="wide-only">${entry.label ?? '—'}</td>`
  }</tr>
`;
}

function contextName(entry: ReportEntry, index: number): Markup {
  const id = entry.ok ? entry.result.id : entry.id;
  if (id !== undefined && id !== '') return foreign(id);
  return entry.ok || entry.line === undefined ? html`context ${formatCount(index + 1)}` : html`line ${entry.line}`;
}

function secondLine(entry: ReportEntry): Markup | null {
  if (!entry.ok)
    return html`<span class="query-line error-line">${foreign(shorten(entry.error.message, QUERY_LIMIT))}</span>`;
  if (entry.query !== undefined)
    return html`<span class="query-line">${foreign(shorten(entry.query, QUERY_LIMIT))}</span>`;
  if (entry.result.reason !== undefined) {
    return html`<span class="query-line">${foreign(shorten(entry.result.reason, QUERY_LIMIT))}</span>`;
  }
  return null;
}

function controls(entries: readonly ReportEntry[]): Markup {
  const counts = countOutcomes(entries);
  const option = (value: string, label: Markup, count: number): Markup =>
    html`<label><input type="radio" name="verdict" value="${value}"${value === 'all' && html` checked`}><span>${label} ${formatCount(count)}</span></label>\n`;
  return html`<form class="controls no-print" id="controls" hidden>
<fieldset class="filter"><legend class="visually-hidden">Show verdicts</legend>
${option('all', html`All`, entries.length)}${OUTCOMES.filter((o) => counts[o] > 0).map((o) => option(o, html`${mark(o)}${OUTCOME_WORDS[o]}`, counts[o]))}</fieldset>
<input type="search" id="search" placeholder="Search id or query" aria-label="Search by id or query" autocomplete="off" spellcheck="false">
<select id="order" aria-label="Order"><option value="suspicion">Most suspicious first</option><option value="input">Input order</option><option value="score">Highest score first</option></select>
</form>
`;
}

function limits({ entries, listed, detailed }: TableInput): Markup | null {
  const texts = [
    listed.length < entries.length
      ? `The table lists the ${formatCount(listed.length)} most suspicious of ${countOf(entries.length, 'context')}; the counts above are of all.`
      : '',
    detailed < listed.length
      ? `Graph and sentences are included for the ${formatCount(detailed)} most suspicious; contexts without a link have numbers only.`
      : '',
  ].filter((t) => t !== '');
  if (texts.length === 0) return null;
  return html`<div class="notices">${texts.map((t) => html`<p class="notice">${t}</p>\n`)}</div>
`;
}

function dash(value: number | null, format: (v: number) => string): string {
  return value === null ? '—' : format(value);
}
