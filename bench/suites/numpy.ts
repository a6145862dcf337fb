import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeBatch, type BatchAnalysis, knnGraph, modularity } from '../../src/graph/index.ts';
import { type Backend, MEASURE_COUNT, MEASURES } from '../../src/linalg/backend.ts';
import { resolveBackend } from '../../src/linalg/index.ts';
import { packageRoot } from '../../src/package-files/index.ts';
import { alternate, type Measured, type Side, timeLoop } from '../harness/alternate.ts';
import { LineChild } from '../harness/line-child.ts';
import { bytesOf, scratchFile } from '../harness/scratch.ts';
import { type BenchOptions, ratioFigure, type Suite, short, timeFigure, withQuartiles } from '../harness/suite.ts';
import { vectorBatch } from '../harness/vectors.ts';

const K = 4;
const D = 768;
const LAMBDA2 = MEASURES.indexOf('lambda2');
/** The sums that two sides give of the same contexts may differ by this much, relatively. */
const TOLERANCE = 1e-9;

/** Sides of the child, with what they are in words; those with networkx also find communities. */
const PYTHON_SIDES = [
  { key: 'batched', name: 'numpy, whole batch in each call', communities: false },
  { key: 'single', name: 'numpy, context by context', communities: false },
  { key: 'plain', name: 'plain reference', communities: false },
  { key: 'single+networkx', name: 'numpy + networkx', communities: true },
  { key: 'plain+networkx', name: 'plain reference + networkx', communities: true },
] as const;

/** The same analysis in Python: as fast as numpy allows, and as plain as the formulas. */
export const numpySuite: Suite = {
  name: 'numpy',
  title: 'Beside numpy and networkx',
  async run(options) {
    const basis =
      `The same batches of made-up float32 vectors, d = ${D}, k = 4, in this process and in a Python child in turn, one thread each ` +
      '(BLAS as well), by processor time: similarities in double, k-NN graph, spectrum, sign, sweep and exact cut. With networkx also communities by Louvain ' +
      '(ours: graphology’s). Ratios are to ours with the same outputs, inside each round.';
    const reference = join(packageRoot(), '..', 'shared', 'reference', 'topoguard_reference.py');
    const left = (why: string) => ({
      basis,
      exhibits: [],
      figures: [],
      leftOut: [{ what: 'numpy and networkx', why }],
    });
    if (!existsSync(reference)) return left('../shared/reference is not beside this checkout');
    const python = options.python ?? 'python3';
    const { backend } = resolveBackend();
    const found: { n: number; versions: string; measured: Measured[] }[] = [];
    for (const [n, contexts] of options.quick
      ? [[6, 64]]
      : [
          [6, 256],
          [16, 64],
          [64, 16],
        ]) {
      options.progress(`n = ${n}`);
      try {
        found.push({ n, ...(await compare(backend, python, reference, n, contexts, options)) });
      } catch (thrown) {
        return left(`${python}: ${(thrown as Error).message}`);
      }
    }
    const rows = found.flatMap(({ n, measured }) => measured.map((m) => ({ n, ...m })));
    return {
      basis: `${basis} ${found[0].versions}.`,
      leftOut: [],
      figures: rows.flatMap((row) => [
        ratioFigure(`numpy/${row.name}÷${backend.name}/n=${row.n}`, row.ratio),
        timeFigure(`numpy/${row.name}/n=${row.n}`, row.microseconds),
      ]),
      exhibits: [
        {
          type: 'table',
          title: `Python ÷ ${backend.name}`,
          columns: ['n', 'Side', 'µs a context', 'Ratio to ours'],
          rows: rows.map((row) => [row.n, row.name, short(row.microseconds.median), withQuartiles(row.ratio)]),
        },
        {
          type: 'bars',
          title: `Times ours at n = ${found[0].n}`,
          xLabel: 'Side',
          yLabel: 'Ratio of times',
          bars: found[0].measured
            .filter((m) => !m.name.startsWith('ours'))
            .map((m) => ({ name: m.name, value: m.ratio.median, error: m.ratio.standardError })),
        },
      ],
    };
  },
};

async function compare(
  backend: Backend,
  python: string,
  reference: string,
  n: number,
  contexts: number,
  options: BenchOptions,
): Promise<{ versions: string; measured: Measured[] }> {
  const batch = vectorBatch(contexts, n, D);
  const file = scratchFile(`python-${n}.f32`, bytesOf(batch.vectors));
  const script = join(packageRoot(), 'bench', 'python', 'pipeline.py');
  const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };
  const child = new LineChild(python, [script, file, ...[contexts, n, D].map(String), reference], oneThread);
  const milliseconds = options.quick ? 15 : 60;
  const rounds = { warmUp: 2, rounds: options.quick ? 7 : 11 };
  try {
    const versions = await child.next();
    const measured: Measured[] = [];
    for (const communities of [false, true]) {
      const expected = lambda2Sum(ours(backend, batch, n, communities), contexts);
      const sides: Side[] = [
        {
          name: communities ? 'ours with communities' : 'ours',
          measure: () => timeLoop(() => ours(backend, batch, n, communities), contexts, milliseconds),
        },
        ...PYTHON_SIDES.filter((side) => side.communities === communities).map(({ key, name }) => ({
          name,
          async measure() {
            const [time, sum] = (await child.ask(`${key} ${milliseconds}`)).split(' ').map(Number);
            // Louvain breaks ties in an order of its own, so only spectra have to be the same.
            if (!communities && Math.abs(sum - expected) > TOLERANCE * expected) {
              throw new Error(`${name} gives ${sum} where ours gives ${expected}: not the same work`);
            }
            return time;
          },
        })),
      ];
      measured.push(...(await alternate(sides, rounds)));
    }
    return { versions, measured };
  } finally {
    await child.close();
  }
}

const scratch = { weights: new Float64Array(0) };

function ours(backend: Backend, batch: ReturnType<typeof vectorBatch>, n: number, communities: boolean): BatchAnalysis {
  const analysis = analyzeBatch(backend, batch, K);
  if (communities) {
    if (scratch.weights.length !== n * n) scratch.weights = new Float64Array(n * n);
    for (let c = 0; c < batch.contextOffsets.length - 1; c++) {
      const start = analysis.similarityOffsets[c];
      modularity(knnGraph(analysis.similarities.subarray(start, start + n * n), n, K, scratch.weights), n);
    }
  }
  return analysis;
}

/** Σ λ₂ over the batch. */
function lambda2Sum({ graphs }: BatchAnalysis, contexts: number): number {
  let sum = 0;
  for (let c = 0; c < contexts; c++) sum += graphs[c * MEASURE_COUNT + LAMBDA2];
  return sum;
}
