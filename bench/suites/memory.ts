import { createGuard } from '../../src/index.ts';
import type { BackendName } from '../../src/linalg/backend.ts';
import { loadNative } from '../../src/linalg/native/index.ts';
import { runOwnChild } from '../harness/own-child.ts';
import { fitLine } from '../harness/statistics.ts';
import { type LeftOut, type Suite, short } from '../harness/suite.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';

export const MEMORY_TASK = 'memory';

const CONTEXTS = 1_000_000;
const QUICK_CONTEXTS = 20_000;
const SAMPLES = 100;
const BATCH = 250;
/** Share of the contexts that fill caches and heap to their size before the slope is taken. */
const WARM_UP = 0.2;
const MIB = 2 ** 20;

interface MemoryTask {
  backend: BackendName;
  contexts: number;
}

interface MemorySample {
  contexts: number;
  resident: number;
  heap: number;
  committed: number;
  outside: number;
}

/** Resident set over very many contexts. */
export const memorySuite: Suite = {
  name: 'memory',
  title: 'Memory over many contexts',
  async run(options) {
    const contexts = options.contexts ?? (options.quick ? QUICK_CONTEXTS : CONTEXTS);
    const leftOut: LeftOut[] = [];
    const { backend: native, reason } = loadNative();
    if (!native) leftOut.push({ what: 'the addon', why: reason ?? 'not here' });
    const runs: { backend: BackendName; samples: MemorySample[] }[] = [];
    for (const backend of native ? (['native', 'js'] as const) : (['js'] as const)) {
      options.progress(`${contexts} contexts, ${backend}`);
      const samples = await runOwnChild<MemorySample[]>(
        { task: MEMORY_TASK, given: { backend, contexts } satisfies MemoryTask },
        ['--expose-gc'],
        options.progress,
      );
      runs.push({ backend, samples });
    }
    const lines = runs.map(({ backend, samples }) => {
      const settled = samples.filter((s) => s.contexts >= WARM_UP * contexts);
      const line = fitLine(
        settled.map((s) => s.contexts),
        settled.map((s) => s.resident),
      );
      return { backend, settled, line, peak: Math.max(...samples.map((s) => s.resident)) };
    });
    return {
      basis:
        `Each backend in a child process of its own: ${contexts.toLocaleString('en')} contexts never seen before, screenBatch in batches of ${BATCH}, static encoder. ` +
        `Resident set after a forced collection, ${SAMPLES} times; slope by least squares after the first ${100 * WARM_UP} %, when caches are full.`,
      leftOut,
      figures: lines.flatMap(({ backend, line, peak }) => [
        { id: `memory/slope/${backend}`, unit: 'bytes/context' as const, value: line.slope },
        { id: `memory/slope-error/${backend}`, unit: 'bytes/context' as const, value: line.slopeError },
        { id: `memory/peak/${backend}`, unit: 'bytes/context' as const, value: peak / contexts },
      ]),
      exhibits: [
        {
          type: 'table',
          title: 'Growth',
          note:
            'Bytes a context ± standard error. A leak of one object a context would be some tens of bytes. The standard error takes the samples for ' +
            'independent, which a heap that grows and shrinks is not quite.',
          columns: [
            'Backend',
            'Slope, bytes a context',
            'At the start of the fit, MiB',
            'At the end, MiB',
            'Highest, MiB',
          ],
          rows: lines.map(({ backend, settled, line, peak }) => [
            backend,
            `${line.slope.toFixed(2)} ± ${line.slopeError.toFixed(2)}`,
            short(settled[0].resident / MIB),
            short(settled.at(-1)!.resident / MIB),
            short(peak / MIB),
          ]),
        },
        ...runs.map(({ backend, samples }) => ({
          type: 'lines' as const,
          title: `Memory, ${backend}`,
          xLabel: 'Contexts screened',
          yLabel: 'MiB',
          series: [
            { name: 'resident set', points: samples.map((s) => ({ x: s.contexts, y: s.resident / MIB })) },
            {
              name: 'JavaScript heap, committed',
              points: samples.map((s) => ({ x: s.contexts, y: s.committed / MIB })),
            },
            { name: 'JavaScript heap, in use', points: samples.map((s) => ({ x: s.contexts, y: s.heap / MIB })) },
            { name: 'buffers', points: samples.map((s) => ({ x: s.contexts, y: s.outside / MIB })) },
          ],
        })),
      ],
    };
  },
};

/** The child's part: prints one line of JSON. */
export async function runMemoryTask({ backend, contexts }: MemoryTask): Promise<void> {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (!collect) throw new Error('the memory task needs --expose-gc');
  const guard = await createGuard({ encoder: 'static', backend });
  const fresh = new FreshContexts(material(), 5);
  const samples: MemorySample[] = [];
  const sample = (done: number): void => {
    collect();
    const { rss, heapUsed, heapTotal, arrayBuffers, external } = process.memoryUsage();
    samples.push({
      contexts: done,
      resident: rss,
      heap: heapUsed,
      committed: heapTotal,
      outside: Math.max(arrayBuffers, external),
    });
    if (samples.length % 20 === 0) console.log(`${backend}: ${done} contexts, ${(rss / MIB).toFixed(0)} MiB`);
  };
  sample(0);
  let next = contexts / SAMPLES;
  for (let done = 0; done < contexts; ) {
    const entries = await guard.screenBatch(fresh.make(Math.min(BATCH, contexts - done)));
    const failed = entries.find((entry) => !entry.ok);
    if (failed && !failed.ok) throw failed.error;
    done += entries.length;
    if (done >= next || done === contexts) {
      sample(done);
      next = done + contexts / SAMPLES;
    }
  }
  await guard.close();
  console.log(JSON.stringify(samples));
}
