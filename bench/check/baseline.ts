import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-files/index.ts';
import { describeMachine } from '../harness/machine.ts';
import type { InstructionCounts } from './callgrind.ts';
import type { MeasuredRatio } from './ratios.ts';

/** The committed file: ratios and counts, never times. */
export interface Baseline {
  format: 'topoguard-bench-baseline';
  version: 1;
  /** Processor and addon that the ratios are of. */
  machine: string;
  /** Factor by which a ratio may be above its baseline on that machine, and on any other. */
  ratioTolerance: number;
  otherMachineTolerance: number;
  /** Factor for instruction counts, which have no noise; room for a patch release of the compiler. */
  instructionTolerance: number;
  ratios: Record<string, number>;
  instructions: { compiler: string; counts: Record<string, number> } | null;
}

const RATIO_TOLERANCE = 1.35;
/** Vector units and caches of machines differ, and the ratios with them. */
const OTHER_MACHINE_TOLERANCE = 2.5;
const INSTRUCTION_TOLERANCE = 1.02;

export const baselinePath = (): string => join(packageRoot(), 'bench', 'baseline.json');

/** What ratios depend on beside the code. */
export function machineName(): string {
  const { cpu, native } = describeMachine();
  return `${cpu}; addon: ${native.startsWith('not here') ? 'none' : native}`;
}

/** The baseline, or null where there is none yet. */
export function readBaseline(): Baseline | null {
  const path = baselinePath();
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Baseline) : null;
}

/** Writes what was measured as the new baseline; what was not measured here stays as it was. */
export function writeBaseline(ratios: readonly MeasuredRatio[], counted: InstructionCounts | null): void {
  const before = readBaseline();
  const baseline: Baseline = {
    format: 'topoguard-bench-baseline',
    version: 1,
    machine: machineName(),
    ratioTolerance: before?.ratioTolerance ?? RATIO_TOLERANCE,
    otherMachineTolerance: before?.otherMachineTolerance ?? OTHER_MACHINE_TOLERANCE,
    instructionTolerance: before?.instructionTolerance ?? INSTRUCTION_TOLERANCE,
    ratios: { ...before?.ratios, ...Object.fromEntries(ratios.map((r) => [r.id, Number(r.value.toPrecision(4))])) },
    instructions: counted
      ? { compiler: counted.compiler, counts: Object.fromEntries(counted.counts.map((c) => [c.id, c.instructions])) }
      : (before?.instructions ?? null),
  };
  writeFileSync(baselinePath(), `${JSON.stringify(baseline, null, 2)}\n`);
}
