import { spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { loadNative } from '../../src/linalg/native/index.ts';
import { VERSION } from '../../src/version.ts';

/** What times depend on. */
export interface Machine {
  cpu: string;
  cores: number;
  /** One-minute load before the first suite: work of others counts into times, and less into ratios. */
  loadBefore: number;
  memoryGiB: number;
  system: string;
  node: string;
  v8: string;
  compiler: string;
  /** The addon's Eigen, compiler, build type and instruction set, or why there is no addon. */
  native: string;
  topoguard: string;
}

export function describeMachine(): Machine {
  const { version, reason } = loadNative();
  return {
    cpu: cpus()[0]?.model.trim() || process.arch,
    cores: cpus().length,
    loadBefore: Number(loadavg()[0].toFixed(2)),
    memoryGiB: Number((totalmem() / 2 ** 30).toFixed(1)),
    system: `${type()} ${release()}, ${process.arch}`,
    node: process.version,
    v8: process.versions.v8,
    compiler: compilerVersion() ?? 'none in PATH',
    native: version ?? `not here: ${reason}`,
    topoguard: VERSION,
  };
}

/** First line of what the C++ compiler says of itself; undefined where there is none. */
export function compilerVersion(): string | undefined {
  const { status, stdout } = spawnSync(process.env.CXX ?? 'c++', ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0].trim() : undefined;
}
