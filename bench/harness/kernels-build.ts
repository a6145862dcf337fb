import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-files/index.ts';

export type KernelProgram = 'kernels_side' | 'kernel_counts' | 'kernel_counts_portable';

/** A built program, or the reason why there is none. */
export type Built = { path: string; reason?: never } | { path?: never; reason: string };

/** Builds a program of bench/native under build/bench-native; only what changed since the last time is compiled. */
export function buildKernelProgram(name: KernelProgram): Built {
  const root = packageRoot();
  if (!existsSync(join(root, 'native', 'vendor', 'eigen', 'Eigen', 'Core'))) {
    return { reason: 'no Eigen in native/vendor: npm run build:native brings it' };
  }
  const build = join(root, 'build', 'bench-native');
  for (const args of [
    ['-S', join(root, 'bench', 'native'), '-B', build],
    ['--build', build, '--config', 'Release', '--target', name],
  ]) {
    const done = spawnSync('cmake', args, { encoding: 'utf8' });
    if (done.error) return { reason: `cmake did not start (${done.error.message})` };
    if (done.status !== 0) return { reason: `cmake failed: ${lastLine(`${done.stdout}\n${done.stderr}`)}` };
  }
  for (const path of [join(build, name), join(build, 'Release', `${name}.exe`)]) if (existsSync(path)) return { path };
  return { reason: `cmake built no ${name}` };
}

/** The first line that speaks of an error, else the last that says anything. */
function lastLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.filter((line) => line !== '').at(-1) ?? 'without a word';
}
