import type { Baseline } from './baseline.ts';
import type { InstructionCounts } from './callgrind.ts';
import type { MeasuredRatio } from './ratios.ts';

/** One number beside its baseline. */
export interface Moved {
  id: string;
  kind: 'ratio' | 'instructions';
  before: number | null;
  now: number;
  /** now ÷ before; null without a baseline. */
  factor: number | null;
  judgement: 'regression' | 'faster' | 'same' | 'new';
}

/** Every number with what became of it: slower than the tolerance is a regression, faster than it a reason for a new baseline. */
export function compare(
  baseline: Baseline,
  ratios: readonly MeasuredRatio[],
  counted: InstructionCounts | null,
  machine: string,
): Moved[] {
  const ratioTolerance = machine === baseline.machine ? baseline.ratioTolerance : baseline.otherMachineTolerance;
  const judge = (
    kind: Moved['kind'],
    id: string,
    now: number,
    before: number | undefined,
    tolerance: number,
  ): Moved => {
    if (before === undefined) return { id, kind, before: null, now, factor: null, judgement: 'new' };
    const factor = now / before;
    const judgement = factor > tolerance ? 'regression' : factor < 1 / tolerance ? 'faster' : 'same';
    return { id, kind, before, now, factor, judgement };
  };
  return [
    ...ratios.map((r) => judge('ratio', r.id, r.value, baseline.ratios[r.id], ratioTolerance)),
    ...(counted?.counts ?? []).map((c) =>
      judge('instructions', c.id, c.instructions, baseline.instructions?.counts[c.id], baseline.instructionTolerance),
    ),
  ];
}

/** Numbers of the baseline that were not measured now, so that a check that looks at less does not pass in silence. */
export function unmeasured(baseline: Baseline, moved: readonly Moved[]): string[] {
  const ids = new Set(moved.map((m) => m.id));
  const known = [...Object.keys(baseline.ratios), ...Object.keys(baseline.instructions?.counts ?? {})];
  return known.filter((id) => !ids.has(id));
}
