/**
 * Raw text to verdict with the static encoder: microseconds a context of two documents with three sentences each and a
 * query, in steady state, by stage.
 *
 *   node scripts/run-ts.mjs bench/text-path.ts [--rounds N] [--detector NAME] [--json]
 *
 * Fresh texts were never seen before, so that only what is remembered of words helps; repeated ones are the same contexts
 * over and over; with `more text` each document goes on behind the three sentences that are screened. The kinds alternate, so
 * that a change in the machine's speed meets all of them. Times are taken of five contexts at a time: the 5th percentile is
 * what the code takes where nothing else runs, the median what it takes here and now. CPU time counts every thread of the
 * process, the garbage collector's too.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Context, createGuard } from '../src/index.ts';
import { FreshContexts, material } from './text-path/fresh-contexts.ts';

const CONTEXTS = 2000;
const TIMED_TOGETHER = 5;
const WARM_ROUNDS = 4;
const FIELDS = ['text', 'encode', 'graph', 'signals', 'wall'] as const;
type Field = (typeof FIELDS)[number];

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    detector: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const from = material();
const guard = await createGuard({
  encoder: 'static',
  ...(options.detector === undefined ? {} : { detector: options.detector }),
});

interface Kind {
  name: string;
  contexts: () => Context[];
  /** Microseconds a context, one entry for every few. */
  times: Record<Field, number[]>;
  /** The same of CPU time, one entry a round. */
  cpu: number[];
}

function kind(name: string, contexts: () => Context[]): Kind {
  return { name, contexts, times: { text: [], encode: [], graph: [], signals: [], wall: [] }, cpu: [] };
}

const fresh = new FreshContexts(from, 1);
const longer = new FreshContexts(from, 2, 5);
const repeated = new FreshContexts(from, 3).make(200);
const kinds = [
  kind('fresh', () => fresh.make(CONTEXTS)),
  kind('fresh, more text', () => longer.make(CONTEXTS)),
  kind('repeated', () => Array.from({ length: CONTEXTS }, (_, i) => repeated[i % repeated.length])),
];

for (let round = -WARM_ROUNDS; round < rounds; round++) {
  for (const { contexts, times, cpu } of kinds) {
    const given = contexts();
    const before = process.cpuUsage();
    for (let at = 0; at < CONTEXTS; at += TIMED_TOGETHER) {
      const start = performance.now();
      const results = given.slice(at, at + TIMED_TOGETHER).map((context) => guard.screenSync(context));
      const wall = performance.now() - start;
      if (round < 0) continue;
      for (const field of FIELDS) {
        const total = field === 'wall' ? wall : results.reduce((sum, { timings }) => sum + timings[field], 0);
        times[field].push((1000 * total) / TIMED_TOGETHER);
      }
    }
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) cpu.push((user + system) / CONTEXTS);
  }
}

function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(q * (sorted.length - 1))];
}

const rows = kinds.map(({ name, times, cpu }) => ({
  name,
  undisturbed: Object.fromEntries(FIELDS.map((field) => [field, quantile(times[field], 0.05)])),
  median: Object.fromEntries(FIELDS.map((field) => [field, quantile(times[field], 0.5)])),
  cpu: quantile(cpu, 0.5),
}));

if (options.json) {
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const settings = { texts: from.source, rounds, backend: guard.backendInfo.backend, encoder: guard.encoder.id };
  console.log(JSON.stringify({ machine, settings, rows, caches: guard.cacheStatistics() }));
} else {
  const where = `${cpus()[0]?.model}, node ${process.version}, backend ${guard.backendInfo.backend}`;
  console.log(`${where}, ${guard.profileFor(true).detector.name}, texts: ${from.source}`);
  console.log(`${'µs a context: p5 / median'.padEnd(26)}${FIELDS.map((field) => field.padEnd(16)).join('')}cpu`);
  for (const { name, undisturbed, median, cpu } of rows) {
    const shown = FIELDS.map((field) => `${undisturbed[field].toFixed(1)} / ${median[field].toFixed(1)}`.padEnd(16));
    console.log(`${name.padEnd(26)}${shown.join('')}${cpu.toFixed(1)}`);
  }
  console.log(`caches: ${JSON.stringify(guard.cacheStatistics())}`);
}
await guard.close();
