import type { BackendName } from '../../src/linalg/backend.ts';
import { loadNative } from '../../src/linalg/native/index.ts';
import { runOwnChild } from '../harness/own-child.ts';
import { type Figure, type LeftOut, type Suite, type SuiteExhibit, short } from '../harness/suite.ts';
import type { Trend } from '../harness/trend.ts';
import { FLAT_BELOW, growthOf, heldOf, LEAST_SAMPLES, STILL_FILLING, WARM_UP } from '../memory/growth.ts';
import { MEMORY_TASK, type MemorySample, type MemoryTask } from '../memory/task.ts';

const CONTEXTS = 1_000_000;
const QUICK_CONTEXTS = 20_000;
const SAMPLES = 100;
const MIB = 2 ** 20;

/** Resident set over very many contexts. */
export const memorySuite: Suite = {
  name: 'memory',
  title: 'Memory over many contexts',
  async run(options) {
    const contexts = options.contexts ?? (options.quick ? QUICK_CONTEXTS : CONTEXTS);
    const samples = options.quick ? LEAST_SAMPLES : SAMPLES;
    const leftOut: LeftOut[] = [];
    const { backend: native, reason } = loadNative();
    if (!native) leftOut.push({ what: 'the addon', why: reason ?? 'not here' });
    const runs: { backend: BackendName; samples: MemorySample[] }[] = [];
    for (const backend of native ? (['native', 'js'] as const) : (['js'] as const)) {
      options.progress(`${contexts} contexts, ${backend}`);
      const given: MemoryTask = { backend, contexts, samples };
      const taken = await runOwnChild<MemorySample[]>({ task: MEMORY_TASK, given }, ['--expose-gc'], options.progress);
      runs.push({ backend, samples: taken });
    }
    const grown = runs.map((run) => ({ ...run, growth: growthOf(run.samples) }));
    for (const { backend, growth } of grown) {
      if (growth.verdict !== STILL_FILLING) continue;
      leftOut.push({ what: `the trend, ${backend}`, why: 'too few contexts: caches were still filling' });
    }
    return {
      basis:
        `Each backend in a child process of its own: ${contexts.toLocaleString('en')} contexts, screenBatch, static encoder. Of the two documents of a context one is new, ` +
        'with words that no text had before, and one came lately, so that every cache fills to its bound and forgets. ' +
        `Measured ${samples} times, after forced collections and when the pages they freed have gone back to the system (the least of three readings); trend by least squares over the medians of ` +
        `six blocks of samples after the first ${100 * WARM_UP} %, when caches are full.`,
      leftOut,
      figures: grown.flatMap(({ backend, samples, growth: { resident, held, verdict } }): Figure[] => [
        { id: `memory/peak/${backend}`, unit: 'MiB', value: peakOf(samples) },
        // While caches fill, memory grows, and a slope would tell nothing.
        ...(verdict === STILL_FILLING
          ? []
          : [...trendFigures(`memory/resident/${backend}`, resident), ...trendFigures(`memory/held/${backend}`, held)]),
      ]),
      exhibits: [
        {
          type: 'table',
          title: 'Growth',
          note:
            'Bytes a context, with the 95 % confidence interval. Held: the resident set without the room that is free inside the JavaScript heap. Flat: the interval of what ' +
            `is held ends below ${FLAT_BELOW} bytes, and that of the resident set holds 0 or ends there too. The smallest object that can be left behind takes 16 bytes on the heap ` +
            'and 32 outside it, so that not one context in four leaves even that.',
          columns: [
            'Backend',
            'Resident set, bytes a context',
            'Held, bytes a context',
            'Resident after warm-up, MiB',
            'At the end, MiB',
            'Highest, MiB',
            'Verdict',
          ],
          rows: grown.map(({ backend, samples, growth: { resident, held, settled, verdict } }) => [
            backend,
            `${resident.slope.toFixed(2)} (${resident.low.toFixed(2)} to ${resident.high.toFixed(2)})`,
            `${held.slope.toFixed(2)} (${held.low.toFixed(2)} to ${held.high.toFixed(2)})`,
            short(settled[0].resident / MIB),
            short(settled.at(-1)!.resident / MIB),
            short(peakOf(samples)),
            verdict,
          ]),
        },
        ...runs.map(curves),
      ],
    };
  },
};

function trendFigures(id: string, { slope, slopeError, high }: Trend): Figure[] {
  return [
    { id: `${id}/slope`, unit: 'bytes/context', value: slope },
    { id: `${id}/slope-error`, unit: 'bytes/context', value: slopeError },
    { id: `${id}/at-most`, unit: 'bytes/context', value: high },
  ];
}

function peakOf(samples: readonly MemorySample[]): number {
  return Math.max(...samples.map((s) => s.resident)) / MIB;
}

function curves({ backend, samples }: { backend: BackendName; samples: readonly MemorySample[] }): SuiteExhibit {
  const series = (name: string, of: (sample: MemorySample) => number) => ({
    name,
    points: samples.map((s) => ({ x: s.contexts, y: of(s) / MIB })),
  });
  return {
    type: 'lines',
    title: `Memory, ${backend}`,
    xLabel: 'Contexts screened',
    yLabel: 'MiB',
    series: [
      series('resident set', (s) => s.resident),
      series('resident set without free room in the heap', heldOf),
      series('JavaScript heap, committed', (s) => s.committed),
      series('JavaScript heap, in use', (s) => s.heap),
      series('buffers', (s) => s.buffers),
    ],
  };
}
