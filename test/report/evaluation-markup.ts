import type { Exhibit } from '../../src/evaluation/types.ts';
import { renderEvaluationReport } from '../../src/report/index.ts';
import { sampleReport } from './evaluation-sample.ts';
import { type Token, tokenize } from './markup-reader.ts';

type Element = Extract<Token, { tag: string }>;

export const elements = (tokens: readonly Token[]): Element[] =>
  tokens.filter((t): t is Element => 'tag' in t && !t.closing);

/** The text that a reader sees. */
export function textOf(source: string): string {
  let skipping = false;
  let text = '';
  for (const t of tokenize(source)) {
    if ('tag' in t && t.tag === 'style') skipping = !t.closing;
    else if ('text' in t && !skipping) text += t.text;
  }
  return text;
}

function render(...exhibits: Exhibit[]): string {
  return renderEvaluationReport(
    sampleReport([{ name: 'one', title: 'One', basis: 'ten contexts', exhibits, comparisons: [], seconds: 1 }]),
  );
}

/** The figure's own markup. */
export function figure(exhibit: Exhibit): string {
  const source = render(exhibit);
  return source.slice(source.indexOf('<figure'), source.indexOf('</figure>'));
}
