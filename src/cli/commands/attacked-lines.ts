import {
  type Attack,
  attackedContext,
  benignContext,
  type EvaluationContext,
  type EvaluationMaterial,
  type MaterialRow,
  planContext,
  startOf,
} from '../../evaluation/index.ts';
import { countOf } from '../output/numbers.ts';
import type { AttackFlags } from './attack.ts';

/** What was made so far, by strategy. */
export class AttackTally {
  readonly #made: Map<string, number>;
  readonly #leftOut = new Map<string, Map<string, number>>();
  readonly #limit: number;
  benign = 0;

  constructor(attacks: readonly Attack[], limit = Number.POSITIVE_INFINITY) {
    this.#made = new Map(attacks.map(({ name }) => [name, 0]));
    this.#limit = limit;
  }

  get attacked(): number {
    return [...this.#made.values()].reduce((sum, count) => sum + count, 0);
  }

  wants(attack: string): boolean {
    return this.#made.get(attack)! < this.#limit;
  }

  /** Whether every strategy has its limit. */
  full(): boolean {
    return [...this.#made.values()].every((count) => count >= this.#limit);
  }

  count(attack: string): void {
    this.#made.set(attack, this.#made.get(attack)! + 1);
  }

  leaveOut(attack: string, reason: string): void {
    const reasons = this.#leftOut.get(attack) ?? new Map<string, number>();
    this.#leftOut.set(attack, reasons.set(reason, (reasons.get(reason) ?? 0) + 1));
  }

  reasons(): string[] {
    return [...this.#leftOut.values()].flatMap((reasons) => [...reasons.keys()]);
  }

  /** The report: a line for each strategy. */
  lines(): string[] {
    const lines = [...this.#made].map(([attack, count]) => {
      const reasons = [...(this.#leftOut.get(attack) ?? [])].map(
        ([reason, rows]) => `${countOf(rows, 'row')}: ${reason}`,
      );
      return `${attack}: ${countOf(count, 'context')}${reasons.length > 0 ? ` (left out ${reasons.join('; ')})` : ''}`;
    });
    return this.benign > 0 ? [...lines, `benign: ${countOf(this.benign, 'context')}`] : lines;
  }
}

/** Makes the lines of one row after another, and counts them. */
export function attackedLines(
  material: EvaluationMaterial,
  attacks: readonly Attack[],
  flags: Pick<AttackFlags, 'kind' | 'documents' | 'seed' | 'limit' | 'withBenign'>,
): { tally: AttackTally; linesOf: (row: MaterialRow) => Generator<string> } {
  const tally = new AttackTally(attacks, flags.limit);
  function* linesOf(row: MaterialRow): Generator<string> {
    // Strategies that start from the same benign context share its line.
    const written = new Set<string>();
    for (const attack of attacks) {
      if (!tally.wants(attack.name)) continue;
      const attacked = attackedContext(material, row, attack, flags);
      if (typeof attacked === 'string') {
        tally.leaveOut(attack.name, attacked);
        continue;
      }
      tally.count(attack.name);
      if (flags.withBenign) {
        const { kind, documents } = startOf(flags, attack);
        const benign = benignContext(material, row, planContext(material, row, kind, documents)!);
        if (!written.has(benign.id)) {
          written.add(benign.id);
          tally.benign++;
          yield lineOf(benign);
        }
      }
      yield lineOf(attacked);
    }
  }
  return { tally, linesOf };
}

function lineOf(context: EvaluationContext): string {
  return `${JSON.stringify(context)}\n`;
}
