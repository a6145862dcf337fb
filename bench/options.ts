import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/package-files/index.ts';
import type { BenchOptions, Suite } from './harness/suite.ts';

export const USAGE = `usage: npm run bench -- [options]
  --only SUITE[,SUITE…]     run these suites alone: SUITES
  --quick                   fewer rounds, smaller grids
  --out DIR                 where bench.json and bench.html go (default build/bench)
  --contexts N              contexts of the memory and event-loop suites
  --requests N              requests to Llama Guard at each concurrency (default 32, quick 16)
  --llama-guard-url URL     an OpenAI-compatible server, with --llama-guard-model M
  --llama-guard-api KIND    completions (default) or chat
environment: TOPOGUARD_BENCH_PYTHON (numpy, networkx), TOPOGUARD_BENCH_LLAMA_PYTHON (xllamacpp, gguf, numpy),
  TOPOGUARD_BENCH_LLAMA_KEY (the endpoint's key)`;

export interface Command {
  suites: Suite[];
  folder: string;
  options: Omit<BenchOptions, 'progress'>;
}

/**
 * Reads the command line.
 *
 * @throws Error that says what is wrong with it
 */
export function readCommand(
  args: readonly string[],
  suites: readonly Suite[],
  environment: NodeJS.ProcessEnv,
): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      out: { type: 'string' },
      contexts: { type: 'string' },
      requests: { type: 'string' },
      'llama-guard-url': { type: 'string' },
      'llama-guard-model': { type: 'string' },
      'llama-guard-api': { type: 'string', default: 'completions' },
    },
  });
  const wanted = values.only?.flatMap((names) => names.split(','));
  const unknown = wanted?.find((name) => !suites.some((s) => s.name === name));
  if (unknown !== undefined) throw new Error(`there is no suite ${unknown}: ${suites.map((s) => s.name).join(', ')}`);
  const contexts = wholeNumber('contexts', values.contexts, 1000);
  const requests = wholeNumber('requests', values.requests, 1);
  const llamaGuard = endpointOf(values, environment);
  return {
    suites: suites.filter((s) => wanted === undefined || wanted.includes(s.name)),
    folder: values.out ?? join(packageRoot(), 'build', 'bench'),
    options: {
      quick: values.quick,
      ...(contexts === undefined ? {} : { contexts }),
      ...(requests === undefined ? {} : { requests }),
      ...(llamaGuard === undefined ? {} : { llamaGuard }),
      ...given('python', environment.TOPOGUARD_BENCH_PYTHON),
      ...given('llamaPython', environment.TOPOGUARD_BENCH_LLAMA_PYTHON),
    },
  };
}

function wholeNumber(name: string, value: string | undefined, least: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new Error(`--${name} ${value}: give a whole number of at least ${least}`);
}

function endpointOf(values: Record<string, unknown>, environment: NodeJS.ProcessEnv): BenchOptions['llamaGuard'] {
  const url = values['llama-guard-url'] as string | undefined;
  const model = values['llama-guard-model'] as string | undefined;
  const api = values['llama-guard-api'];
  if (api !== 'completions' && api !== 'chat') throw new Error(`--llama-guard-api ${api}: give completions or chat`);
  if (url === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined)
    throw new Error('--llama-guard-url and --llama-guard-model go together');
  return { url, model, api, ...given('key', environment.TOPOGUARD_BENCH_LLAMA_KEY) };
}

function given<K extends string>(key: K, value: string | undefined): { [k in K]?: string } {
  return (value === undefined || value === '' ? {} : { [key]: value }) as { [k in K]?: string };
}
