/**
 * The benchmark suite: a table in the terminal, bench.json, and bench.html with plots. docs/benchmarks.md says what each
 * figure means.
 *
 *   npm run bench -- [--only SUITE] [--quick] [--out DIR] …
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import { goalsMarkdown } from './goals.ts';
import { describeMachine } from './harness/machine.ts';
import { type ChildTask, childTask } from './harness/own-child.ts';
import { MEMORY_TASK, runMemoryTask } from './memory/task.ts';
import { readCommand, USAGE } from './options.ts';
import { renderBenchReport } from './report/page.ts';
import type { BenchReport } from './report/result.ts';
import { suiteText } from './report/terminal.ts';
import { CORES_TASK, runCoresTask } from './suites/cores.ts';
import { SUITES } from './suites/index.ts';

const TASKS: Readonly<Record<string, (given: never) => Promise<void>>> = {
  [CORES_TASK]: runCoresTask,
  [MEMORY_TASK]: runMemoryTask,
};

const task = isMainThread ? childTask() : (workerData as ChildTask);
if (task) await TASKS[task.task](task.given as never);
else await main();

async function main(): Promise<void> {
  let command: ReturnType<typeof readCommand>;
  try {
    command = readCommand(process.argv.slice(2), SUITES, process.env);
  } catch (thrown) {
    console.error(`bench: ${(thrown as Error).message}`);
    console.error(USAGE.replace('SUITES', SUITES.map((s) => s.name).join(', ')));
    process.exit(2);
  }
  const report: BenchReport = {
    format: 'topoguard-bench',
    version: 1,
    created: new Date().toISOString(),
    quick: command.options.quick,
    machine: describeMachine(),
    suites: [],
  };
  const { cpu, cores, node, native, loadBefore } = report.machine;
  console.log(`${cpu}, ${cores} cores, load ${loadBefore}, node ${node}, addon: ${native}`);
  mkdirSync(command.folder, { recursive: true });
  const json = join(command.folder, 'bench.json');
  const page = join(command.folder, 'bench.html');
  for (const suite of command.suites) {
    const start = performance.now();
    const outcome = await suite.run({
      ...command.options,
      progress: (line) => process.stderr.write(`bench: ${suite.name}: ${line}\n`),
    });
    report.suites.push({
      name: suite.name,
      title: suite.title,
      seconds: (performance.now() - start) / 1000,
      ...outcome,
    });
    console.log(suiteText(report.suites.at(-1)!));
    // After each suite, so that what was measured is kept when a later one is stopped.
    writeFileSync(json, `${JSON.stringify(report, null, 1)}\n`);
    writeFileSync(page, renderBenchReport(report));
  }
  console.log(`\nGoals\n${goalsMarkdown(report.suites.flatMap((s) => s.figures))}\n\n${json}\n${page}`);
}
