import type { ReportEntry, ReportLabel } from '../input.ts';

export type Outcome = 'flag' | 'pass' | 'abstain' | 'error';
export const OUTCOMES: readonly Outcome[] = ['flag', 'pass', 'abstain', 'error'];
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  flag: 'Flag',
  pass: 'Pass',
  abstain: 'Abstain',
  error: 'Error',
};

export function outcomeOf(entry: ReportEntry): Outcome {
  return entry.ok ? entry.result.verdict : 'error';
}

export type Counts = Record<Outcome, number>;

export function countOutcomes(entries: readonly ReportEntry[]): Counts {
  const counts: Counts = { flag: 0, pass: 0, abstain: 0, error: 0 };
  for (const entry of entries) counts[outcomeOf(entry)]++;
  return counts;
}

/** Outcomes by label, over entries that have one; null when none has. */
export function countByLabel(entries: readonly ReportEntry[]): Record<ReportLabel, Counts> | null {
  const labelled = entries.filter((e) => e.label !== undefined);
  if (labelled.length === 0) return null;
  return {
    attack: countOutcomes(labelled.filter((e) => e.label === 'attack')),
    benign: countOutcomes(labelled.filter((e) => e.label === 'benign')),
  };
}

const RANK: Readonly<Record<Outcome, number>> = { flag: 0, error: 1, abstain: 2, pass: 3 };

/** Indices of the entries, most suspicious first: flags, errors, abstentions, passes; inside those the least likely benign. */
export function bySuspicion(entries: readonly ReportEntry[]): number[] {
  const key = entries.map((e): [number, number, number] => [
    RANK[outcomeOf(e)],
    e.ok ? (e.result.pValue ?? 1) : 1,
    e.ok && e.result.score !== null && e.result.threshold !== null ? e.result.threshold - e.result.score : 0,
  ]);
  return entries
    .map((_, i) => i)
    .sort((a, b) => key[a][0] - key[b][0] || key[a][1] - key[b][1] || key[a][2] - key[b][2] || a - b);
}
