/**
 * Looks for regressions: quick ratios of processor times, and instruction counts of the native kernels where valgrind is,
 * beside bench/baseline.json. Exit code 1 when something got slower than the baseline's tolerances.
 *
 *   npm run bench:check -- [--update]
 */
import { parseArgs } from 'node:util';
import { baselinePath, machineName, readBaseline, writeBaseline } from './check/baseline.ts';
import { countInstructions, type InstructionCounts } from './check/callgrind.ts';
import { compare, type Moved, unmeasured } from './check/compare.ts';
import { type MeasuredRatio, measureRatios } from './check/ratios.ts';
import { tableText } from './report/terminal.ts';

const progress = (line: string): void => {
  process.stderr.write(`bench:check: ${line}\n`);
};
const { values } = parseArgs({ options: { update: { type: 'boolean', default: false } } });
process.exitCode = await check(values.update);

async function check(update: boolean): Promise<number> {
  const baseline = readBaseline();
  const { ratios, leftOut } = await measureRatios(progress);
  const counted = countInstructions(progress);
  if ('reason' in counted) leftOut.push(`instruction counts: ${counted.reason}`);
  let usable = 'reason' in counted ? null : counted;
  if (update) {
    writeBaseline(ratios, usable);
    console.log(`wrote ${baselinePath()}`);
    for (const line of leftOut) console.log(`left out, as it was: ${line}`);
    return 0;
  }
  if (!baseline) {
    console.error('there is no baseline: npm run bench:check -- --update writes one');
    return 1;
  }
  if (usable && baseline.instructions && usable.compiler !== baseline.instructions.compiler) {
    leftOut.push(
      `instruction counts: the baseline's are of ${baseline.instructions.compiler}, here is ${usable.compiler}`,
    );
    usable = null;
  }
  const machine = machineName();
  if (machine !== baseline.machine) {
    leftOut.push(`the tight tolerance of ratios: the baseline is of ${baseline.machine}, this is ${machine}`);
  }
  const moved = await confirmed(compare(baseline, ratios, usable, machine), baseline, usable, machine);
  console.log(tableOf(moved));
  for (const line of leftOut) console.log(`left out: ${line}`);
  const missing = unmeasured(baseline, moved);
  if (missing.length > 0) console.log(`not measured here: ${missing.join('; ')}`);
  const worse = moved.filter((m) => m.judgement === 'regression');
  const better = moved.filter((m) => m.judgement === 'faster');
  if (better.length > 0)
    console.log(`${better.length} faster than the baseline: npm run bench:check -- --update takes them over`);
  console.log(`${moved.length} compared, ${worse.length} slower than tolerated`);
  return worse.length > 0 ? 1 : 0;
}

/** A ratio that seems slower is measured once more and counts by its smaller value, so that a busy minute is no regression. */
async function confirmed(
  moved: Moved[],
  baseline: NonNullable<ReturnType<typeof readBaseline>>,
  counted: InstructionCounts | null,
  machine: string,
): Promise<Moved[]> {
  if (!moved.some((m) => m.kind === 'ratio' && m.judgement === 'regression')) return moved;
  progress('once more, since a ratio is above its baseline');
  const { ratios } = await measureRatios(progress);
  const smaller: MeasuredRatio[] = ratios.map((r) => {
    const first = moved.find((m) => m.id === r.id);
    return { id: r.id, value: Math.min(r.value, first?.now ?? r.value) };
  });
  return compare(baseline, smaller, counted, machine);
}

function tableOf(moved: readonly Moved[]): string {
  return tableText({
    type: 'table',
    title: '',
    columns: ['What', 'Kind', 'Baseline', 'Now', 'Factor', ''],
    rows: moved.map((m) => [
      m.id,
      m.kind,
      m.before === null ? '—' : shown(m.before, m.kind),
      shown(m.now, m.kind),
      m.factor === null ? '—' : m.factor.toFixed(3),
      m.judgement === 'same' ? '' : m.judgement.toUpperCase(),
    ]),
  });
}

function shown(value: number, kind: Moved['kind']): string {
  return kind === 'instructions' ? value.toLocaleString('en') : value.toPrecision(3);
}
