import { analyzeBatch } from '../../src/graph/index.ts';
import type { Backend, BackendName } from '../../src/linalg/backend.ts';
import { jsBackend } from '../../src/linalg/js/index.ts';
import { loadNative } from '../../src/linalg/native/index.ts';
import { referenceBackend } from '../../src/linalg/reference/index.ts';
import { alternate, type Measured, timeLoop } from '../harness/alternate.ts';
import { fitLine } from '../harness/statistics.ts';
import {
  type BenchOptions,
  type Figure,
  ratioFigure,
  type Suite,
  type SuiteExhibit,
  type SuiteOutcome,
  short,
  timeFigure,
  withQuartiles,
} from '../harness/suite.ts';
import { batchSizeFor, vectorBatch } from '../harness/vectors.ts';

const K = 4;
const SIZES = [4, 6, 10, 16, 32, 64, 128, 256];
const DIMENSIONS = [64, 384, 768];
const QUICK = { sizes: [6, 16, 64], dimensions: [768] };
const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
/** The exponent is that of large graphs; below this the cost of a call counts. */
const LARGE = 32;

/** The analysis of vectors on every backend, over n, d and the batch. */
export const backendsSuite: Suite = {
  name: 'backends',
  title: 'Backends over sentences, dimension and batch',
  async run(options) {
    const { backend: native, reason } = loadNative();
    const backends: Backend[] = [...(native ? [native] : []), jsBackend, referenceBackend];
    const cells = await grid(backends, options);
    const batches = await overBatches(backends.slice(0, native ? 2 : 1), options);
    return {
      basis:
        'One analyzeBatch call over made-up float32 vectors of two documents, k = 4, one thread: similarities, k-NN graph, spectrum and ' +
        `cuts of every context. Batches of 64 contexts at n ≤ 16, fewer above. Processor time of the process, collector included; ratios are to ${backends[0].name}, inside each round.`,
      ...together(outcomeOfGrid(cells, backends), outcomeOfBatches(batches)),
      leftOut: native ? [] : [{ what: 'native backend', why: reason ?? 'not here' }],
    };
  },
};

interface Cell {
  n: number;
  dimension: number;
  measured: Measured[];
}

async function grid(backends: readonly Backend[], options: BenchOptions): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const dimension of options.quick ? QUICK.dimensions : DIMENSIONS) {
    for (const n of options.quick ? QUICK.sizes : SIZES) {
      options.progress(`n = ${n}, d = ${dimension}`);
      const contexts = batchSizeFor(n);
      const batch = vectorBatch(contexts, n, dimension);
      const sides = backends.map((backend) => ({
        name: backend.name,
        measure: () => timeLoop(() => analyzeBatch(backend, batch, K), contexts, options.quick ? 8 : 20),
      }));
      cells.push({ n, dimension, measured: await alternate(sides, { warmUp: 3, rounds: options.quick ? 9 : 15 }) });
    }
  }
  return cells;
}

function outcomeOfGrid(cells: readonly Cell[], backends: readonly Backend[]): Parts {
  const first = backends[0].name;
  const dimensions = [...new Set(cells.map((c) => c.dimension))];
  const figures: Figure[] = cells.flatMap(({ n, dimension, measured }) =>
    measured.flatMap((side, i) => [
      ...(i === 0 ? [] : [ratioFigure(`backends/${side.name}÷${first}/n=${n}/d=${dimension}`, side.ratio)]),
      timeFigure(`backends/${side.name}/n=${n}/d=${dimension}`, side.microseconds),
    ]),
  );
  const exponents = dimensions.flatMap((dimension) =>
    backends.map((backend, i) => ({ backend: backend.name, dimension, line: exponentOf(cells, dimension, i) })),
  );
  for (const { backend, dimension, line } of exponents) {
    if (line) figures.push({ id: `backends/exponent/${backend}/d=${dimension}`, unit: 'exponent', value: line.slope });
  }
  const curve = (i: number, dimension: number, of: (m: Measured) => { y: number; error?: number }) =>
    cells.filter((c) => c.dimension === dimension).map((c) => ({ x: c.n, ...of(c.measured[i]) }));
  const exhibits: SuiteExhibit[] = [
    {
      type: 'table',
      title: 'Cost of a context',
      note: 'Microseconds a context: medians of this machine. Ratios: median with quartiles over rounds.',
      columns: [
        'n',
        'd',
        ...backends.flatMap((b, i) => [`${b.name}, µs`, ...(i === 0 ? [] : [`${b.name} ÷ ${first}`])]),
      ],
      rows: cells.map(({ n, dimension, measured }) => [
        n,
        dimension,
        ...measured.flatMap((side, i) => [
          short(side.microseconds.median),
          ...(i === 0 ? [] : [withQuartiles(side.ratio)]),
        ]),
      ]),
    },
    ...dimensions.map(
      (dimension): SuiteExhibit => ({
        type: 'logarithmic',
        title: `Cost over sentences, d = ${dimension}`,
        xLabel: 'Sentences n',
        yLabel: 'µs a context',
        series: backends.map((b, i) => ({
          name: b.name,
          points: curve(i, dimension, (m) => ({ y: m.microseconds.median })),
        })),
      }),
    ),
    ...backends.slice(1).map(
      (backend, i): SuiteExhibit => ({
        type: 'logarithmic',
        title: `${backend.name} ÷ ${first}`,
        xLabel: 'Sentences n',
        yLabel: 'Ratio of times',
        series: dimensions.map((dimension) => ({
          name: `d = ${dimension}`,
          points: curve(i + 1, dimension, (m) => ({ y: m.ratio.median, error: m.ratio.standardError })),
        })),
      }),
    ),
  ];
  if (exponents.some((e) => e.line)) {
    exhibits.push({
      type: 'table',
      title: 'Growth with n',
      note: `Slope of log µs over log n by least squares, n ≥ ${LARGE}, with its standard error. Similarities alone grow by 2, a full spectrum by 3.`,
      columns: ['Backend', 'd', 'Exponent'],
      rows: exponents.map(({ backend, dimension, line }) => [
        backend,
        dimension,
        line && `${line.slope.toFixed(2)} ± ${line.slopeError.toFixed(2)}`,
      ]),
    });
  }
  return { exhibits, figures };
}

function exponentOf(cells: readonly Cell[], dimension: number, side: number) {
  const large = cells.filter((c) => c.dimension === dimension && c.n >= LARGE);
  if (large.length < 3) return null;
  return fitLine(
    large.map((c) => Math.log(c.n)),
    large.map((c) => Math.log(c.measured[side].microseconds.median)),
  );
}

interface BatchCell {
  backend: BackendName;
  contexts: number;
  measured: Measured;
}

/** n = 6, d = 768 in batches of every size; the sides are the sizes, the largest first. */
async function overBatches(backends: readonly Backend[], options: BenchOptions): Promise<BatchCell[]> {
  const sizes = options.quick ? [1024, 64, 1] : [...BATCHES].reverse();
  const found: BatchCell[] = [];
  for (const backend of backends) {
    options.progress(`batches of ${sizes.at(-1)} to ${sizes[0]}, ${backend.name}`);
    const sides = sizes.map((contexts) => {
      const batch = vectorBatch(contexts, 6, 768);
      return {
        name: String(contexts),
        measure: () => timeLoop(() => analyzeBatch(backend, batch, K), contexts, options.quick ? 8 : 20),
      };
    });
    const measured = await alternate(sides, { warmUp: 2, rounds: options.quick ? 7 : 11 });
    found.push(...measured.map((m, i) => ({ backend: backend.name, contexts: sizes[i], measured: m })));
  }
  return found.sort((a, b) => a.contexts - b.contexts);
}

function outcomeOfBatches(cells: readonly BatchCell[]): Parts {
  const backends = [...new Set(cells.map((c) => c.backend))];
  const sizes = [...new Set(cells.map((c) => c.contexts))];
  const cell = (backend: BackendName, contexts: number): Measured =>
    cells.find((c) => c.backend === backend && c.contexts === contexts)!.measured;
  return {
    exhibits: [
      {
        type: 'table',
        title: 'Batch size, n = 6, d = 768',
        note: `Microseconds a context, and the ratio to batches of ${sizes.at(-1)}. A batch of 1,024 holds 18.9 MB of vectors, more than a core’s own caches.`,
        columns: ['Contexts a call', ...backends.flatMap((b) => [`${b}, µs`, `÷ ${b} in ${sizes.at(-1)}`])],
        rows: sizes.map((size) => [
          size,
          ...backends.flatMap((b) => [short(cell(b, size).microseconds.median), withQuartiles(cell(b, size).ratio)]),
        ]),
      },
      {
        type: 'logarithmic',
        title: 'Cost over the batch, n = 6, d = 768',
        xLabel: 'Contexts a call',
        yLabel: 'µs a context',
        series: backends.map((b) => ({
          name: b,
          points: sizes.map((size) => ({ x: size, y: cell(b, size).microseconds.median })),
        })),
      },
    ],
    figures: cells.flatMap(({ backend, contexts, measured }) => [
      ratioFigure(`backends/batch/${backend}/${contexts}÷${sizes.at(-1)}`, measured.ratio),
      timeFigure(`backends/batch/${backend}/${contexts}`, measured.microseconds),
    ]),
  };
}

type Parts = Pick<SuiteOutcome, 'exhibits' | 'figures'>;

function together(...parts: readonly Parts[]): Parts {
  return { exhibits: parts.flatMap((p) => p.exhibits), figures: parts.flatMap((p) => p.figures) };
}
