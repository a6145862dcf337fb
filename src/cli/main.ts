#!/usr/bin/env node
import { nodeServices } from './node-services.ts';
import { runProgram } from './program.ts';

const interrupt = new AbortController();
// The first signal ends the run in an orderly way; a second one kills the process as usual.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
// Sinks and diagnostics deal with a closed pipe; without any listener Node would print a stack.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await runProgram(
  process.argv.slice(2),
  {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    interrupt: interrupt.signal,
  },
  nodeServices,
);
