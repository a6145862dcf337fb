import type { SuiteExhibit } from '../harness/suite.ts';
import type { SuiteResult } from './result.ts';

/** A suite's tables as plain text; figures that are drawn have their numbers in the JSON file. */
export function suiteText(suite: SuiteResult): string {
  const lines = ['', `== ${suite.title} (${suite.name}, ${suite.seconds.toFixed(0)} s)`, wrapped(suite.basis)];
  for (const { what, why } of suite.leftOut) lines.push(`left out: ${what}: ${why}`);
  for (const exhibit of suite.exhibits) if (exhibit.type === 'table') lines.push('', exhibit.title, tableText(exhibit));
  return lines.join('\n');
}

/** Columns aligned, numbers to the right. */
export function tableText({ columns, rows }: Extract<SuiteExhibit, { type: 'table' }>): string {
  const cells = [columns, ...rows.map((row) => row.map((cell) => String(cell ?? '—')))];
  const widths = columns.map((_, c) => Math.max(...cells.map((row) => row[c].length)));
  const numeric = columns.map(
    (_, c) => rows.length > 0 && rows.every((row) => /^[\d.,—−-]/.test(String(row[c] ?? '—'))),
  );
  return cells
    .map((row) =>
      row
        .map((cell, c) => (numeric[c] ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const WIDTH = 120;

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (lines[last].length + word.length >= WIDTH) lines.push(word);
    else lines[last] += lines[last] === '' ? word : ` ${word}`;
  }
  return lines.join('\n');
}
