import { createGuard } from '../../src/index.ts';
import type { Context } from '../../src/text/index.ts';
import { type Latencies, latenciesOf } from '../harness/statistics.ts';
import { type BenchOptions, type Figure, type Suite, type SuiteOutcome, short } from '../harness/suite.ts';
import { type Answer, classify, type Endpoint } from '../llama-guard/client.ts';
import { STAND_IN, STAND_IN_NAME, startStandIn } from '../llama-guard/stand-in.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';

const CONCURRENCY = [1, 4, 16];
/** Requests at each concurrency; more than the most that are in flight, so that the queue is full for a while. */
const REQUESTS = 32;
const QUICK_REQUESTS = 16;
/** TopoGuard answers in a fraction of a millisecond, so the same contexts go round this often, each time as new text. */
const TOPOGUARD_ROUNDS = 5;
/** Other contexts that a guard has screened before, so that it is in the state of a service. */
const WARM_UP = 500;

/** From the paper's text, on an NVIDIA L40S; never measured here. */
const PUBLISHED = { name: 'LlamaGuard-3-8B, published (the paper, NVIDIA L40S)', milliseconds: 40 };

/** Latency of a Llama Guard endpoint and of TopoGuard on the same contexts. */
export const llamaGuardSuite: Suite = {
  name: 'llama-guard',
  title: 'Beside Llama Guard',
  async run(options) {
    const requests = options.requests ?? (options.quick ? QUICK_REQUESTS : REQUESTS);
    const contexts = new FreshContexts(material(), 41).make(
      1 + countsOf(requests).reduce((sum, count) => sum + count, 0),
    );
    if (options.llamaGuard) {
      const { url: _, ...named } = options.llamaGuard;
      return measure(options.llamaGuard, `${named.model} at the given endpoint`, '', contexts, requests, options);
    }
    options.progress('starting the stand-in (the first time writes 1.3 GB)');
    let standIn: Awaited<ReturnType<typeof startStandIn>>;
    try {
      standIn = await startStandIn(options.llamaPython ?? 'python3', contexts, Math.max(...CONCURRENCY));
    } catch (thrown) {
      return {
        basis:
          'No endpoint was given (--llama-guard-url URL --llama-guard-model M), and the stand-in does not run here.',
        exhibits: [published([])],
        figures: [],
        leftOut: [{ what: 'Llama Guard', why: (thrown as Error).message }],
      };
    }
    try {
      return await measure(
        standIn.endpoint,
        STAND_IN_NAME,
        ` It is a ${STAND_IN}. Server: ${standIn.server}.`,
        contexts,
        requests,
        options,
      );
    } finally {
      await standIn.close();
    }
  },
};

interface Row {
  name: string;
  inFlight: number;
  latencies: Latencies;
  perSecond: number;
}

async function measure(
  endpoint: Endpoint,
  name: string,
  server: string,
  contexts: readonly Context[],
  requests: number,
  options: BenchOptions,
): Promise<SuiteOutcome> {
  const answers: Answer[] = [];
  // The first request warms the server and leaves the common front of the prompt in its cache.
  try {
    await classify(endpoint, contexts[0]);
  } catch (thrown) {
    return {
      basis: `Llama Guard: ${name}.`,
      exhibits: [published([])],
      figures: [],
      leftOut: [{ what: 'Llama Guard', why: (thrown as Error).message }],
    };
  }
  const rows: Row[] = [];
  const counts = countsOf(requests);
  let at = 1;
  for (const [i, inFlight] of CONCURRENCY.entries()) {
    options.progress(`${inFlight} in flight`);
    const own = contexts.slice(at, at + counts[i]);
    at += counts[i];
    const asked = await underLoad(own, inFlight, async (context) => {
      answers.push(await classify(endpoint, context));
    });
    rows.push({ name, inFlight, ...asked });
    rows.push({ name: 'TopoGuard, static encoder', inFlight, ...(await topoGuard(own, inFlight)) });
  }
  const mean = (of: (a: Answer) => number | undefined): number => {
    const told = answers.map(of).filter((v) => v !== undefined);
    return told.reduce((sum, v) => sum + v, 0) / told.length;
  };
  const prompt = mean((a) => a.promptTokens);
  const cached = mean((a) => a.cachedTokens);
  const tokens = Number.isFinite(prompt)
    ? ` ${Math.round(prompt)} prompt tokens a request${Number.isFinite(cached) ? `, ${Math.round(cached)} of them from the server’s prompt cache` : ''}.`
    : '';
  const figures: Figure[] = rows.flatMap((row) => {
    const side = row.name.startsWith('TopoGuard') ? 'topoguard' : 'llama-guard';
    return (['p50', 'p95', 'p99'] as const).map((p) => ({
      id: `llama-guard/${side}/${p}/in-flight=${row.inFlight}`,
      unit: 'ms' as const,
      value: row.latencies[p],
    }));
  });
  for (const inFlight of CONCURRENCY) {
    const [llama, own] = rows.filter((r) => r.inFlight === inFlight);
    figures.push({
      id: `llama-guard/ratio of medians/in-flight=${inFlight}`,
      unit: 'ratio',
      value: llama.latencies.p50 / own.latencies.p50,
    });
  }
  return {
    basis:
      `Llama Guard: ${name}.${server} Prompt of Llama Guard 3 over the documents one after another, one token with log-probabilities, over HTTP; at least ${requests} ` +
      `requests at each concurrency.${tokens} TopoGuard: guard.screen on the same contexts as new text, ${TOPOGUARD_ROUNDS} times, each with a guard that has screened ${WARM_UP} others before.`,
    leftOut: [],
    figures,
    exhibits: [
      {
        type: 'table',
        title: 'Latency of one request',
        columns: ['In flight', 'What', 'Median, ms', '95 %, ms', '99 %, ms', 'Requests a second'],
        rows: rows.map((r) => [
          r.inFlight,
          r.name,
          ...[r.latencies.p50, r.latencies.p95, r.latencies.p99].map(short),
          short(r.perSecond),
        ]),
      },
      published(rows),
    ],
  };
}

/** Medians with one in flight, the published number beside them as what it is. */
function published(rows: readonly Row[]) {
  const measured = rows.filter((r) => r.inFlight === 1);
  return {
    type: 'table' as const,
    title: 'Milliseconds a context, one at a time',
    note: 'The published number is from other hardware and was not measured here.',
    columns: ['What', 'Source', 'ms'],
    rows: [
      ...measured.map((r) => [r.name, 'measured here', short(r.latencies.p50)]),
      [PUBLISHED.name, 'published', String(PUBLISHED.milliseconds)],
    ],
  };
}

/** So many clients, each with its next context when it has its answer. */
async function underLoad(contexts: readonly Context[], inFlight: number, ask: (context: Context) => Promise<void>) {
  const times: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < contexts.length) {
      const context = contexts[next++];
      const start = performance.now();
      await ask(context);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, client));
  return { latencies: latenciesOf(times), perSecond: (times.length * 1000) / (performance.now() - start) };
}

/** Requests at each concurrency: as many as asked for, and never fewer than are to be in flight. */
function countsOf(requests: number): number[] {
  return CONCURRENCY.map((inFlight) => Math.max(requests, inFlight));
}

async function topoGuard(contexts: readonly Context[], inFlight: number) {
  const rounds: Awaited<ReturnType<typeof underLoad>>[] = [];
  for (let round = 0; round < TOPOGUARD_ROUNDS; round++) {
    const guard = await createGuard({ encoder: 'static' });
    const screen = async (context: Context): Promise<void> => {
      await guard.screen(context);
    };
    await underLoad(new FreshContexts(material(), 43).make(WARM_UP), inFlight, screen);
    rounds.push(await underLoad(contexts, inFlight, screen));
    await guard.close();
  }
  const middle = (of: (r: (typeof rounds)[number]) => number): number =>
    rounds.map(of).sort((a, b) => a - b)[rounds.length >> 1];
  return {
    latencies: {
      ...rounds[0].latencies,
      p50: middle((r) => r.latencies.p50),
      p95: middle((r) => r.latencies.p95),
      p99: middle((r) => r.latencies.p99),
    },
    perSecond: middle((r) => r.perSecond),
  };
}
