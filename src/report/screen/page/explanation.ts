import { formatPercent, formatPValue, formatScore } from '../../theme/numbers.ts';
import type { Screening } from '../payload.ts';
import { documentsInWords } from './graph-shapes.ts';

/** Why the verdict is what it is, in a sentence or two. */
export function verdictInWords(screening: Screening, verdict: 'pass' | 'flag' | 'abstain'): string {
  if (verdict === 'abstain' || screening.score === null || screening.threshold === null) {
    return `Nothing to compare: ${screening.reason ?? 'fewer than two documents with text'}.`.replace(/\.\.$/, '.');
  }
  const score = formatScore(screening.score);
  const limit = formatScore(screening.threshold);
  const first =
    verdict === 'flag'
      ? `The ${screening.detector} score of ${score} exceeds the threshold of ${limit}.`
      : `The ${screening.detector} score of ${score} does not exceed the threshold of ${limit}.`;
  return screening.pValue === null
    ? first
    : `${first} About ${formatPercent(screening.pValue, screening.pValue < 0.01 ? 2 : 1)} of benign contexts score this high or higher (p\u00a0=\u00a0${formatPValue(screening.pValue)}).`;
}

/** What makes one document stand out; empty where the detector does not tell. */
export function findingInWords({ finding }: Screening): string {
  return finding ? `Document ${finding.document + 1} stands out (${finding.group}): ${finding.summary}.` : '';
}

/** How the context falls apart, for the caption of the graph. */
export function cutInWords(screening: Screening): string {
  if (!screening.parts) return '';
  const sides = `Part A holds ${documentsInWords(screening.parts[0])}, part B ${documentsInWords(screening.parts[1])}.`;
  if (screening.components !== null && screening.components > 1) {
    return `The graph falls into ${screening.components} components: no edge joins the parts. ${sides}`;
  }
  return `The graph is connected, λ₂ = ${formatScore(screening.lambda2)}. ${sides} Nodes nearer the middle are nearer the cut (Fiedler value).`;
}

/** What limits this result, each as one sentence. */
export function caveats(screening: Screening): string[] {
  const omitted = screening.graph?.omitted ?? [0, 0];
  return [
    screening.extrapolated
      ? 'The profile does not cover this shape; the nearest more conservative threshold was applied.'
      : '',
    screening.degenerate ? 'λ₂ and λ₃ coincide: the cut is one of several equally good ones.' : '',
    omitted[0] > 0 ? `${omitted[0]} further sentences of the graph are not drawn.` : '',
    omitted[1] > 0 ? `${omitted[1]} further, weaker edges are not drawn.` : '',
    ...screening.notes,
  ].filter((text) => text !== '');
}
