import { spawnSync } from 'node:child_process';
import { buildKernelProgram } from '../harness/kernels-build.ts';
import { compilerVersion } from '../harness/machine.ts';

/** Instructions of one kernel over the fixed contexts of bench/native/kernel_counts.cc. */
export interface InstructionCount {
  /** "STEP n=N d=D PATH". */
  id: string;
  instructions: number;
}

export interface InstructionCounts {
  compiler: string;
  counts: InstructionCount[];
}

const CASES = [
  { step: 'analyze', n: 6, d: 768 },
  { step: 'analyze', n: 64, d: 384 },
  { step: 'similarity', n: 6, d: 768 },
  { step: 'graph', n: 6, d: 64 },
  { step: 'graph', n: 64, d: 64 },
  { step: 'spectral', n: 6, d: 64 },
  { step: 'spectral', n: 64, d: 64 },
  { step: 'cuts', n: 6, d: 64 },
  { step: 'cuts', n: 64, d: 64 },
];
/** What valgrind shows of a processor goes up to AVX2. */
const PATHS = [
  { name: 'avx2', program: 'kernel_counts' },
  { name: 'portable', program: 'kernel_counts_portable' },
] as const;

/** Counts what valgrind sees the kernels do, or says why that is not possible here. */
export function countInstructions(progress: (line: string) => void): InstructionCounts | { reason: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { reason: 'counts are kept for Linux on x86-64' };
  if (spawnSync('valgrind', ['--version']).error) return { reason: 'valgrind is not in PATH' };
  const compiler = compilerVersion();
  if (compiler === undefined) return { reason: 'no C++ compiler is in PATH' };
  const counts: InstructionCount[] = [];
  for (const path of PATHS) {
    progress(`instructions, ${path.name}`);
    const built = buildKernelProgram(path.program);
    if (built.path === undefined) return { reason: built.reason };
    for (const { step, n, d } of CASES) {
      const id = `${step} n=${n} d=${d} ${path.name}`;
      const outcome = count(built.path, [step, String(n), String(d)], path.name);
      if (typeof outcome === 'string') return { reason: `${id}: ${outcome}` };
      counts.push({ id, instructions: outcome });
    }
  }
  return { compiler, counts };
}

/** Instructions between entry and exit of the function `counted`, or what went wrong. */
function count(program: string, args: readonly string[], path: string): number | string {
  const done = spawnSync(
    'valgrind',
    ['--tool=callgrind', '--callgrind-out-file=/dev/null', '--toggle-collect=counted', program, ...args],
    { encoding: 'utf8' },
  );
  if (done.status !== 0) return done.stderr.trim().split('\n').at(-1) ?? 'valgrind failed';
  if (!done.stdout.startsWith(`${path} `)) return `the program took the path ${done.stdout.split(' ')[0]}`;
  const collected = /Collected : (\d+)/.exec(done.stderr)?.[1];
  return collected === undefined ? 'valgrind told no count' : Number(collected);
}
