import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-files/index.ts';
import type { Context } from '../../src/text/index.ts';
import { LineChild } from '../harness/line-child.ts';
import { scratchFile } from '../harness/scratch.ts';
import type { Endpoint } from './client.ts';
import { concatenated, llamaGuardPrompt } from './prompt.ts';

/** What the stand-in is called in tables, and what it is, in every output. */
export const STAND_IN_NAME = 'stand-in (Llama-Guard-3-1B’s shape, random weights)';
export const STAND_IN =
  'model of Llama-Guard-3-1B’s shape with random weights (int8) under llama.cpp on this machine’s processor: its answers mean nothing, its latency is that of the shape';

const PACKAGES = ['xllamacpp', 'gguf', 'numpy'];
/** The model in memory, its key-value cache for 16 requests and room to write it. */
const MEMORY_BYTES = 5e9;

export interface StandIn {
  endpoint: Endpoint;
  /** Server and version. */
  server: string;
  close(): Promise<void>;
}

/**
 * Starts the stand-in, with a made-up tokenizer that knows the words of the contexts. The model file is kept under
 * build/bench-models (1.3 GB).
 *
 * @throws Error saying what is missing
 */
export async function startStandIn(python: string, contexts: readonly Context[], slots: number): Promise<StandIn> {
  const probe = spawnSync(python, ['-c', PACKAGES.map((name) => `import ${name}`).join('\n')], { encoding: 'utf8' });
  if (probe.error) throw new Error(`${python} does not start (${probe.error.message})`);
  if (probe.status !== 0) {
    const said = probe.stderr.trim().split('\n').at(-1);
    throw new Error(`${python} lacks a package of ${PACKAGES.join(', ')} (pip install ${PACKAGES.join(' ')}): ${said}`);
  }
  if (availableMemory() < MEMORY_BYTES) throw new Error('less than 5 GB of memory are free');
  const texts = scratchFile('llama-texts.json', JSON.stringify(contexts.map((c) => llamaGuardPrompt(concatenated(c)))));
  const root = packageRoot();
  const folder = join(root, 'build', 'bench-models');
  const script = join(root, 'bench', 'python', 'llama_stand_in.py');
  const child = new LineChild(python, [script, folder, texts, String(slots), String(availableParallelism())]);
  const { url, server } = JSON.parse(await child.next()) as { url: string; server: string };
  return { endpoint: { url, model: 'stand-in', api: 'completions' }, server, close: () => child.close() };
}

/** Bytes that programs can still have: on Linux also what the file cache would give back. */
function availableMemory(): number {
  try {
    const kib = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    return kib === undefined ? freemem() : Number(kib) * 1024;
  } catch {
    return freemem();
  }
}
