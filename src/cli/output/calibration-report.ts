import type { Profile } from '../../calibration/index.ts';
import type { Paint } from '../terminal.ts';
import { printable } from './display-width.ts';
import { countOf, formatCount, formatPercent, formatScore } from './numbers.ts';
import { type Column, tableHeading, tableRow } from './table.ts';

/** Shapes that are listed, those with the most contexts first. */
const MAX_SHAPES = 20;

/** Fewer benign scores than this above a threshold, and it says more about a few odd contexts than about the traffic. */
const STEADY_TAIL = 5;

/** What a calibration came to, for people: m, thresholds by shape with the bound of the FPR, and what was left out. */
export function calibrationLines(
  profile: Profile,
  counts: { used: number; skipped: number; attacks: number },
  columns: number,
  paint: Paint,
): string[] {
  const left = [
    ...(counts.attacks > 0 ? [`${formatCount(counts.attacks)} labelled attack left out`] : []),
    ...(counts.skipped > 0 ? [`${formatCount(counts.skipped)} skipped`] : []),
  ];
  const lines = [
    `${paint('bold', printable(profile.name))}: ${profile.detector.name} at ${promiseOf(profile)}, encoder ${printable(profile.encoder.id)}`,
    `m = ${formatCount(counts.used)} benign contexts${left.length > 0 ? ` (${left.join(', ')})` : ''}`,
    '',
  ];
  const gap = columns < 72 ? 1 : 3;
  const table: Column[] = [
    { title: 'documents', width: 9, align: 'right' },
    { title: 'sentences', width: 9, align: 'right' },
    { title: 'm', width: 8, align: 'right' },
    { title: 'threshold', width: 9, align: 'right' },
    { title: 'FPR ≤ (95 %)', width: 12, align: 'right' },
  ];
  lines.push(tableHeading(table, gap, paint));
  const byCount = [...profile.thresholds].sort((a, b) => b.count - a.count).slice(0, MAX_SHAPES);
  byCount.sort((a, b) => a.documents - b.documents || a.sentences - b.sentences);
  for (const { documents, sentences, count, threshold, fprUpper95 } of byCount) {
    const cells = [
      String(documents),
      String(sentences),
      formatCount(count),
      formatScore(threshold),
      formatPercent(fprUpper95),
    ];
    lines.push(tableRow(table, cells, gap, paint));
  }
  const more = profile.thresholds.length - byCount.length;
  if (more > 0) lines.push(paint('dim', `and ${countOf(more, 'shape')} more`));
  lines.push(
    '',
    paint('dim', 'm counts the contexts behind each threshold; small shapes are pooled with the nearest ones.'),
  );
  const most = Math.max(...byCount.map((t) => t.count));
  if (most * profile.fpr < STEADY_TAIL) {
    const wanted = Math.ceil((STEADY_TAIL / profile.fpr) * (profile.reference ? 2 : 1));
    lines.push(
      paint(
        'yellow',
        `The promise holds, but the thresholds rest on the highest few of ${formatCount(most)} scores and will catch little: take ${formatCount(wanted)} contexts a shape, or a larger --fpr.`,
      ),
    );
  }
  return lines;
}

function promiseOf({ fpr, guarantee, contamination }: Profile): string {
  const confidence = guarantee === 'pac' ? ' with 95 % confidence' : '';
  const aside = contamination > 0 ? `, the top ${formatPercent(contamination)} set aside as possible attacks` : '';
  return `${formatPercent(fpr)} false positives${confidence}${aside}`;
}
