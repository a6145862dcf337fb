import { spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { isBuilt, native } from './addon.ts';

/** Keeps the addon's threads busy without an end, and says so. Eight tasks wait or run at any time. */
const SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const path = workerData ?? process.argv[1];
  const addon = require(path);
  const [contexts, n, d] = [4, 150, 64];
  const vectors = Float32Array.from({ length: contexts * n * d }, (_, i) => Math.sin(i * i) + 0.3);
  const documents = Int32Array.from({ length: 2 * contexts + 1 }, (_, j) => (j * n) / 2);
  const offsets = Int32Array.from({ length: contexts + 1 }, (_, c) => 2 * c);
  const size = contexts * (16 + 3 * n + 2 + 8 + n * n);
  let finished = 0;
  const again = () => addon.analyzeAsync(vectors, d, documents, offsets, null, 4, new Float64Array(size)).then(() => {
    if (++finished === 8) parentPort ? parentPort.postMessage('busy') : process.stdout.write('busy', leave);
    return again();
  });
  for (let task = 0; task < 8; task++) again();
  const leave = () => setTimeout(() => process.exit(7), Number(process.argv[2]));
`;

function terminatedWhileBusy(delay: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(SOURCE, { eval: true, workerData: native.path });
    worker.once('error', reject);
    worker.once('message', () => setTimeout(() => worker.terminate().then(resolve, reject), delay));
  });
}

function exitOfProcess(delay: number): Promise<{ code: number | null; signal: string | null; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', SOURCE, native.path as string, String(delay)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, errors }));
  });
}

describe.skipIf(!isBuilt)('an end in the middle of analyses on other threads', () => {
  it('of a worker thread hurts nobody', async () => {
    for (let round = 0; round < 6; round++) {
      const codes = await Promise.all([0, 1, 3].map((delay) => terminatedWhileBusy(delay + round)));
      expect(codes).toEqual([1, 1, 1]);
    }
  });

  it('of the process is clean, with the exit code it was given', async () => {
    for (const delay of [0, 1, 2, 5]) {
      expect(await exitOfProcess(delay)).toEqual({ code: 7, signal: null, errors: '' });
    }
  });
});
