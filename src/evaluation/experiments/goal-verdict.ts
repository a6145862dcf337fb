import type { Goal, GoalRow } from './goal-table.ts';
import { inPercent, type PaperDataset } from './paper.ts';
import type { Estimate, Performance } from './performance.ts';

export type Verdict = 'yes' | 'within error' | 'no';

/** A goal in words, and whether it is reached; nulls where there is none, or what it asks for was not measured. */
export interface Judged {
  text: string | null;
  verdict: Verdict | null;
}

/** The rate that the goals for recall are set at. */
const GOAL_RATE = 0.01;

/**
 * Whether a row reaches its goal for a data set: every number of it, or every number but for one standard error.
 *
 * @param own the performance on the row
 * @param first the same detector's performance on an attack of the first shape
 */
export function judgeGoal(
  row: GoalRow,
  own: Performance,
  first: (attack: string) => Performance | undefined,
  fpr: readonly number[],
  dataset: PaperDataset | null,
): Judged {
  const rate = fpr.indexOf(GOAL_RATE);
  const recall = own.recall[rate] ?? null;
  const goal = row.near
    ? nearGoal(first(row.near.attack), row.near.points, rate)
    : dataset === null
      ? undefined
      : row.goals?.[dataset];
  if (!goal) return { text: null, verdict: null };
  const text = row.near ? `${row.near.attack} − ${row.near.points}` : goalText(goal);
  const parts = (
    [
      [goal.auroc, own.auroc],
      [goal.recall, recall],
      [goal.named, own.named],
    ] as const
  ).filter(([wanted]) => wanted !== undefined);
  if (parts.some(([, reached]) => !reached || Number.isNaN(reached.mean))) return { text, verdict: null };
  const lacking = parts.map(([wanted, reached]) => lack(wanted!, inPercent(reached)!));
  const worst = Math.max(...lacking);
  return { text, verdict: worst <= 0 ? 'yes' : worst <= 1 ? 'within error' : 'no' };
}

/** `99.7 / 92`, a dash where nothing is asked. */
export function goalText({ auroc, recall, named }: Goal): string {
  const cells = [auroc, recall, ...(named === undefined ? [] : [named])];
  return cells.map((cell) => cell ?? '–').join(' / ');
}

/** How much is missing, in standard errors; 0 or less where nothing is. Compared as printed, to a tenth. */
function lack(wanted: number, { mean, sd }: Estimate): number {
  const missing = wanted - Math.round(10 * mean) / 10;
  return missing <= 1e-9 ? 0 : missing / sd;
}

function nearGoal(other: Performance | undefined, points: number, rate: number): Goal | undefined {
  const recall = other?.recall[rate];
  if (!other || !recall) return undefined;
  return { auroc: 100 * other.auroc.mean - points, recall: 100 * recall.mean - points };
}
