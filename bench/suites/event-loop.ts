import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Context, createGuard, type Guard } from '../../src/index.ts';
import { latenciesOf } from '../harness/statistics.ts';
import { type BenchOptions, type Figure, type Suite, type SuiteExhibit, short } from '../harness/suite.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';

const CONTEXTS = 100_000;
const QUICK_CONTEXTS = 5_000;
const BATCH = 10_000;
const QUICK_BATCH = 1_000;
/** Contexts of one request. */
const ARRIVING = 50;
const RESOLUTION_MS = 1;
const PERCENTILES = [50, 75, 90, 95, 99, 99.9, 99.99, 100];

/** How long everything else in the process waits while contexts are screened. */
export const eventLoopSuite: Suite = {
  name: 'event-loop',
  title: 'The event loop under load',
  async run(options) {
    const guard = await createGuard({ encoder: 'static' });
    const contexts = options.contexts ?? (options.quick ? QUICK_CONTEXTS : CONTEXTS);
    const from = material();
    const fresh = new FreshContexts(from, 21);
    await guard.screenBatch(fresh.make(2000));
    const idle = await delaysDuring(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    options.progress(`screenBatch, ${contexts} contexts`);
    const batches = await duringBatches(guard, fresh, contexts, options.quick ? QUICK_BATCH : BATCH);
    const concurrent = [];
    for (const inFlight of options.quick ? [1, 16] : [1, 4, 16, 64, 256]) {
      options.progress(`${inFlight} in flight`);
      concurrent.push(await underConcurrency(guard, fresh, inFlight, options));
    }
    await guard.close();
    const kinds = [
      { name: 'idle process', delays: idle },
      { name: 'while screening', delays: batches.delays },
    ];
    const exhibits: SuiteExhibit[] = [
      {
        type: 'table',
        title: 'Delay of the event loop, ms',
        note:
          `From perf_hooks.monitorEventLoopDelay at ${RESOLUTION_MS} ms resolution, less that resolution: how late a timer fires. Contexts come as JSON, ${ARRIVING} at a time, ` +
          'and are parsed in between.',
        columns: ['', '50 %', '95 %', '99 %', 'Largest'],
        rows: kinds.map(({ name, delays }) => [name, ...[50, 95, 99, 100].map((p) => short(delays.at(p)))]),
      },
      {
        type: 'logarithmic',
        title: 'Delay of the event loop',
        xLabel: '1 in so many delays is longer',
        yLabel: 'ms',
        series: kinds.map(({ name, delays }) => ({
          name,
          points: PERCENTILES.filter((p) => p < 100)
            .map((p) => ({ x: 100 / (100 - p), y: delays.at(p) }))
            .filter((p) => p.y > 0),
        })),
      },
      {
        type: 'table',
        title: 'Calls of screen in flight',
        note: 'Each ends when its own context is judged, then the next begins: what a server sees under so many clients.',
        columns: ['In flight', 'Contexts a second', 'Median, ms', '95 %, ms', '99 %, ms', 'Largest, ms'],
        rows: concurrent.map(({ inFlight, perSecond, latencies: l }) => [
          inFlight,
          Math.round(perSecond),
          ...[l.p50, l.p95, l.p99, l.max].map(short),
        ]),
      },
    ];
    const figures: Figure[] = [
      ...([50, 99, 100] as const).map((p) => ({
        id: `event-loop/delay/p${p}`,
        unit: 'ms' as const,
        value: batches.delays.at(p),
      })),
      { id: 'event-loop/throughput', unit: 'contexts/s', value: batches.perSecond },
      ...concurrent.map(({ inFlight, latencies }) => ({
        id: `event-loop/screen/p99/in-flight=${inFlight}`,
        unit: 'ms' as const,
        value: latencies.p99,
      })),
    ];
    return {
      basis:
        `${contexts.toLocaleString('en')} contexts never seen before (${from.source}), screenBatch with ${options.quick ? QUICK_BATCH : BATCH} at a time, static encoder, ` +
        `${guard.backendInfo.backend} backend; ${Math.round(batches.perSecond)} contexts a second.`,
      exhibits,
      figures,
      leftOut: [],
    };
  },
};

interface Delays {
  /** Milliseconds that p per cent of the delays are not above. */
  at(p: number): number;
}

async function delaysDuring(work: () => Promise<unknown>): Promise<Delays> {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  await work();
  monitor.disable();
  return { at: (p) => Math.max(0, (p === 100 ? monitor.max : monitor.percentile(p)) / 1e6 - RESOLUTION_MS) };
}

/**
 * Contexts are kept as JSON outside the heap and parsed a few at a time, with a turn of the loop between, as requests come in;
 * so the heap is that of a service, and the monitor runs all the while.
 */
async function duringBatches(guard: Guard, fresh: FreshContexts, contexts: number, size: number) {
  const requests: Buffer[] = [];
  for (let made = 0; made < contexts; made += ARRIVING) {
    requests.push(Buffer.from(JSON.stringify(fresh.make(Math.min(ARRIVING, contexts - made)))));
  }
  let screening = 0;
  const delays = await delaysDuring(async () => {
    let batch: Context[] = [];
    for (const [i, request] of requests.entries()) {
      batch.push(...(JSON.parse(request.toString()) as Context[]));
      await new Promise(setImmediate);
      if (batch.length < size && i < requests.length - 1) continue;
      const start = performance.now();
      const entries = await guard.screenBatch(batch);
      screening += performance.now() - start;
      batch = [];
      for (const entry of entries) if (!entry.ok) throw entry.error;
    }
  });
  return { delays, perSecond: (contexts / screening) * 1000 };
}

async function underConcurrency(guard: Guard, fresh: FreshContexts, inFlight: number, options: BenchOptions) {
  const contexts = fresh.make(options.quick ? 1000 : 5000);
  const times: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < contexts.length) {
      const context = contexts[next++];
      const start = performance.now();
      await guard.screen(context);
      times.push(performance.now() - start);
      // As a request of its own would come: not before the loop has turned.
      await new Promise(setImmediate);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, client));
  const elapsed = performance.now() - start;
  return { inFlight, perSecond: (times.length / elapsed) * 1000, latencies: latenciesOf(times) };
}
