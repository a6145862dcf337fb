import { type Profile, type ProfileDifference, sampleUncertainty } from '../../calibration/index.ts';
import type { Paint } from '../terminal.ts';
import { calibrationLines } from './calibration-report.ts';
import { printable } from './display-width.ts';
import { countOf, formatCount, formatPercent, formatScore } from './numbers.ts';
import { type Column, tableHeading, tableRow } from './table.ts';

/** Everything about a profile but its numbers by the thousand: how many scores it keeps instead, and how exactly. */
export function profileFacts(profile: Profile): Record<string, unknown> {
  const { groups, reference, distributions, ...facts } = profile;
  return {
    ...facts,
    groups: groups.map(({ scores, ranks: _, below: __, ...group }, i) => ({
      ...group,
      kept: scores.length,
      rankUncertainty: sampleUncertainty(groups[i]),
    })),
    reference: reference && {
      signals: lengths(reference.signals),
      documents: lengths(reference.documents),
    },
    distributions: Object.keys(distributions),
  };
}

function lengths(values: Record<string, number[]>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, numbers]) => [name, numbers.length]));
}

/** A profile for people. */
export function profileLines(profile: Profile, columns: number, paint: Paint): string[] {
  const { detector, text, encoder, groups } = profile;
  const uncertainty = Math.max(...groups.map(sampleUncertainty));
  const facts: [name: string, value: string][] = [
    ['created', profile.created],
    ['version', `${profile.version}${profile.generic ? ', generic: not calibrated on your traffic' : ''}`],
    ['sha256', profile.hash],
    ['encoder', `${encoder.id}, dimension ${encoder.dimension}`],
    ['detector', `${detector.name}, k = ${detector.k}, α = ${detector.alpha}, entities by ${detector.entityUnit}`],
    [
      'text',
      `${text.coverage === 'all' ? 'all sentences' : `${text.sentencesPerDocument} leading sentences a document`}${text.titles ? ', titles' : ''}`,
    ],
    ['entities', `${profile.entities}, document frequencies ${detector.documentFrequencies}`],
    ['covers', rangeOf(profile)],
    [
      'scores',
      `${formatCount(groups.reduce((sum, g) => sum + g.scores.length, 0))} kept of ${formatCount(groups.reduce((sum, g) => sum + g.count, 0))}, ${
        uncertainty === 0 ? 'ranks exact' : `ranks within ${formatPercent(uncertainty)}`
      }`,
    ],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  const [title, ...rest] = calibrationLines(profile, { used: profile.count, skipped: 0, attacks: 0 }, columns, paint);
  return [title, ...facts.map(([name, value]) => `${paint('dim', name.padEnd(width))}  ${printable(value)}`), ...rest];
}

function rangeOf({ groups }: Profile): string {
  const range = (values: number[], digits: number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)].map((v) => Number(v.toFixed(digits)));
    return low === high ? `${low}` : `${low} to ${high}`;
  };
  const documents = range(
    groups.map((g) => g.documents),
    0,
  );
  const perDocument = range(
    groups.map((g) => g.sentences / g.documents),
    2,
  );
  return `${countOf(groups.length, 'shape')}: ${documents} documents, ${perDocument} sentences a document`;
}

/** How two profiles differ, for people. */
export function differenceLines(difference: ProfileDifference, columns: number, paint: Paint): string[] {
  if (difference.same) return ['the profiles are the same'];
  const lines = difference.settings.map(
    ({ field, first, second }) => `${paint('yellow', field)}: ${printable(first)} → ${printable(second)}`,
  );
  if (!difference.sameReference) lines.push(`${paint('yellow', 'reference')}: different, so scores are not comparable`);
  if (lines.length === 0) lines.push('same settings');
  const table: Column[] = [
    { title: 'documents', width: 9, align: 'right' },
    { title: 'sentences', width: 9, align: 'right' },
    { title: 'm', width: 17, align: 'right' },
    { title: 'threshold', width: 19, align: 'right' },
    { title: 'KS', width: 6, align: 'right' },
  ];
  const gap = columns < 72 ? 1 : 3;
  lines.push('', tableHeading(table, gap, paint));
  for (const { documents, sentences, counts, thresholds, distance } of difference.shapes) {
    const [from, to] = counts.map((count) => (count === null ? '–' : formatCount(count)));
    const cells = [
      String(documents),
      String(sentences),
      `${from} → ${to}`,
      `${formatScore(thresholds[0])} → ${formatScore(thresholds[1])}`,
      distance === null ? '–' : distance.toFixed(3),
    ];
    lines.push(tableRow(table, cells, gap, paint));
  }
  lines.push('', paint('dim', 'KS: largest distance between the distributions of benign scores (0 same, 1 apart).'));
  return lines;
}
