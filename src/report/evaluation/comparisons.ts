import type { Comparison } from '../../evaluation/types.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { mark } from '../theme/marks.ts';
import { formatCount } from '../theme/numbers.ts';
import { binomialError, type Judgement, judgeComparison } from './judgement.ts';
import { decimalsOf, formatFixed, formatValue } from './values.ts';

const MARKS: Readonly<Record<Judgement, 'pass' | 'flag' | 'abstain'>> = {
  'within both error bars': 'pass',
  outside: 'flag',
  'not comparable': 'abstain',
};

/** The paper's numbers beside ours, each with what it rests on and whether the two agree within their errors. */
export function comparisonTable(comparisons: readonly Comparison[], experiment: number): Markup | null {
  if (comparisons.length === 0) return null;
  const id = `comparison-${experiment}`;
  return html`<section class="comparison" aria-labelledby="${id}"><h3 id="${id}">Compared with the paper</h3>
<table class="compared">
<thead><tr><th scope="col">Number</th><th scope="col" class="number">Paper</th><th scope="col" class="number">Ours ± standard error</th><th scope="col" class="number">Difference</th><th scope="col" class="number">Contexts, ours / paper’s</th><th scope="col">Judgement</th></tr></thead>
<tbody>
${comparisons.map(row)}</tbody>
</table>
</section>
`;
}

/** How many numbers agree, in a sentence; null when nothing was compared. */
export function comparisonSummary(comparisons: readonly Comparison[]): Markup | null {
  if (comparisons.length === 0) return null;
  const judged = comparisons.map(judgeComparison);
  const count = (j: Judgement): number => judged.filter((other) => other === j).length;
  const missing = count('not comparable');
  return html`<p class="agreement"><span class="is-pass">${mark('pass')}</span> <strong>${formatCount(count('within both error bars'))} of ${formatCount(judged.length)}</strong> ${judged.length === 1 ? 'number' : 'numbers'} of the paper within both error bars, <span class="is-flag">${mark('flag')}</span> ${formatCount(count('outside'))} outside${missing > 0 && `, ${formatCount(missing)} not comparable`}.</p>
<p class="caption">Within both error bars: the difference is at most twice the root of our squared standard error plus the paper’s squared binomial error, where the paper says how many contexts its number rests on. All else is outside.</p>
`;
}

function row(comparison: Comparison): Markup {
  const { what, paper, ours, standardError, contexts, paperContexts } = comparison;
  const judgement = judgeComparison(comparison);
  const decimals = decimalsFor(paper, ours);
  const difference = ours - paper;
  const known = binomialError(comparison);
  const theirs = known === null ? null : html` <span class="muted">± ${formatFixed(known, decimals)}</span>`;
  return html`<tr><th scope="row">${foreign(what)}</th><td class="number" data-label="Paper"><span>${formatFixed(paper, decimalsOf(paper))}${theirs}</span></td><td class="number" data-label="Ours"><span><strong>${formatFixed(ours, decimals)}</strong> ± ${formatFixed(standardError, decimals)}</span></td><td class="number" data-label="Difference">${difference > 0 && '+'}${formatFixed(difference, decimals)}</td><td class="number" data-label="Contexts">${formatValue(contexts)} / ${paperContexts === undefined ? 'unstated' : formatValue(paperContexts)}</td><td class="judgement is-${MARKS[judgement]}" data-label="Judgement"><span>${mark(MARKS[judgement])} ${judgement}</span></td></tr>
`;
}

/** One decimal more than the paper gives, and three for shares. */
function decimalsFor(paper: number, ours: number): number {
  const share = Math.abs(paper) <= 1 && Math.abs(ours) <= 1;
  return Math.min(6, Math.max(share ? 3 : 1, decimalsOf(paper) + 1));
}
