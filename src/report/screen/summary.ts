import { scoreDistribution } from '../charts/score-distribution.ts';
import type { ReportEntry, ScreenReportInput } from '../input.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { mark } from '../theme/marks.ts';
import { countOf, formatCount, formatPercent, formatScore, formatTime, listInWords } from '../theme/numbers.ts';
import { type Counts, countByLabel, countOutcomes, OUTCOME_WORDS, OUTCOMES } from './tally.ts';

/** Heading, counts, score distribution, provenance, and what became of labelled contexts. */
export function renderSummary(input: ScreenReportInput): Markup {
  const counts = countOutcomes(input.entries);
  return html`<div class="overview">
<div class="headline">
<h1>${foreign(input.title ?? 'Screening report')}</h1>
<p>${headline(counts, input.entries.length)}</p>
</div>
${notices(input)}<div class="summary">
<div>
${countTiles(counts, input.entries.length)}
${scores(input)}
${confusion(input.entries)}</div>
<div>
<h2>How it was screened</h2>
${facts(input)}</div>
</div>
</div>`;
}

function headline(counts: Counts, total: number): Markup {
  if (total === 0) return html`No contexts were screened.`;
  const screened = counts.flag + counts.pass;
  const rest = [
    counts.abstain > 0 ? `${countOf(counts.abstain, 'context')} could not be judged` : '',
    counts.error > 0 ? `${countOf(counts.error, 'context')} failed with an error` : '',
  ].filter((s) => s !== '');
  if (screened === 0) return html`None of ${countOf(total, 'context')} was screened: ${listInWords(rest)}.`;
  return html`<strong>${formatCount(counts.flag)} of ${countOf(screened, 'screened context')}</strong> ${counts.flag === 1 ? 'was' : 'were'} flagged as a possible split-knowledge attack.${rest.length > 0 && ` ${listInWords(rest)}.`}`;
}

function countTiles(counts: Counts, total: number): Markup {
  return html`<dl class="counts">
${OUTCOMES.map(
  (o) =>
    html`<div><dt>${mark(o)}${OUTCOME_WORDS[o]}</dt><dd>${formatCount(counts[o])}<small>${
      total > 0 ? `${formatPercent(counts[o] / total, 0)} of all` : 'none'
    }</small></dd></div>\n`,
)}</dl>`;
}

/** One threshold: the scores themselves, over the benign ones. Several (one a shape): scores less their own threshold. */
function scores({ entries, profile }: ScreenReportInput): Markup | null {
  const judged = entries.flatMap((e) =>
    e.ok && e.result.score !== null && e.result.threshold !== null
      ? [{ score: e.result.score, threshold: e.result.threshold }]
      : [],
  );
  const thresholds = new Set(judged.map((j) => j.threshold));
  const single = thresholds.size === 1;
  const benign = Object.hasOwn(profile.distributions, profile.detector)
    ? profile.distributions[profile.detector]
    : undefined;
  const threshold = single ? judged[0].threshold : 0;
  const chart = scoreDistribution({
    scores: judged.map((j) => (single ? j.score : j.score - j.threshold)),
    threshold,
    thresholdLabel: single ? `threshold ${formatScore(threshold)}` : 'threshold of its shape',
    ...(single && benign ? { benign } : {}),
  });
  if (!chart) return null;
  const caption = single
    ? `Above the line: ${countOf(judged.length, 'context')} of this run.${
        benign && benign.length > 0 ? " Below it, in grey: the profile's benign scores." : ''
      } Scores right of the threshold are flagged.`
    : 'Thresholds depend on the number of documents and sentences, so each score is shown less its own threshold. Right of the line is flagged.';
  return html`<section aria-labelledby="scores-heading"><h2 id="scores-heading">${single ? 'Scores' : 'Scores relative to their thresholds'}</h2>
<figure>${chart}<figcaption class="caption">${caption}</figcaption></figure></section>`;
}

function facts(input: ScreenReportInput): Markup {
  const { profile } = input;
  const created = formatTime(input.created);
  const rows: [string, Markup][] = [
    ['Detector', foreign(profile.detector)],
    ['Profile', html`${foreign(profile.name)} ${profile.generic && html`<span class="tag strong">generic</span>`}`],
    ['Calibrated on', html`${countOf(profile.count, 'benign context')}`],
    ['False-positive rate', html`set to ${formatPercent(profile.fpr, 2)}`],
    ['Encoder', foreign(profile.encoder)],
    ['Backend', foreign(input.backend)],
    [
      'Created',
      created.iso === null ? foreign(created.text) : html`<time datetime="${created.iso}">${created.text}</time>`,
    ],
    ['TopoGuard', foreign(input.version)],
  ];
  return html`<dl class="facts">
${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`)}</dl>
`;
}

function confusion(entries: readonly ReportEntry[]): Markup | null {
  const by = countByLabel(entries);
  if (!by) return null;
  const row = (name: string, label: 'attack' | 'benign', right: 'flag' | 'pass'): Markup => {
    const c = by[label];
    return html`<tr><th scope="row">${name}</th>${OUTCOMES.map(
      (o) => html`<td class="number${o === right ? ' right' : ''}">${formatCount(c[o])}</td>`,
    )}</tr>\n`;
  };
  const rate = (c: Counts): Markup =>
    c.flag + c.pass === 0
      ? html`none was judged`
      : html`<strong>${formatPercent(c.flag / (c.flag + c.pass))}</strong> (${formatCount(c.flag)} of ${formatCount(c.flag + c.pass)})`;
  return html`<section class="confusion" aria-labelledby="labels-heading"><h2 id="labels-heading">Against the labels</h2>
<table><thead><tr><th scope="col">Labelled</th>${OUTCOMES.map((o) => html`<th scope="col" class="number">${OUTCOME_WORDS[o]}</th>`)}</tr></thead>
<tbody>
${row('Attack', 'attack', 'flag')}${row('Benign', 'benign', 'pass')}</tbody></table>
<p class="caption">Recall ${rate(by.attack)}; false-positive rate ${rate(by.benign)}. Abstentions and errors are left out of both.</p></section>
`;
}

function notices({ entries, profile }: ScreenReportInput): Markup | null {
  const extrapolated = entries.filter((e) => e.ok && e.result.extrapolated).length;
  const texts = [
    profile.generic
      ? 'The generic profile was used. Its thresholds were not set on your contexts, so the stated false-positive rate is a guide and no guarantee: calibrate on benign contexts of your own.'
      : '',
    extrapolated > 0
      ? `${countOf(extrapolated, 'context')} had a shape that the profile does not cover; the nearest more conservative threshold was applied.`
      : '',
  ].filter((t) => t !== '');
  if (texts.length === 0) return null;
  return html`<div class="notices">${texts.map((t) => html`<p class="notice">${t}</p>\n`)}</div>
`;
}
