import {
  analyzeBatch,
  connectedComponents,
  knnGraph,
  normalizedLaplacian,
  spectralGap,
} from '../../src/graph/index.ts';
import { createGuard } from '../../src/index.ts';
import type { Backend } from '../../src/linalg/backend.ts';
import { jsBackend } from '../../src/linalg/js/index.ts';
import { loadNative } from '../../src/linalg/native/index.ts';
import { referenceBackend } from '../../src/linalg/reference/index.ts';
import { alternate, type Measured, timeLoop } from '../harness/alternate.ts';
import { microSide } from '../harness/micro.ts';
import { spreadOf } from '../harness/statistics.ts';
import {
  type BenchOptions,
  type Figure,
  ratioFigure,
  type Suite,
  type SuiteExhibit,
  short,
  timeFigure,
  withQuartiles,
} from '../harness/suite.ts';
import { vectorBatch } from '../harness/vectors.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';

const K = 4;
const D = 768;
const TEXT_STAGES = ['text', 'encode', 'graph', 'signals'] as const;

/** Where the time goes: the steps of an analysis one by one, and the stages from text to verdict. */
export const stagesSuite: Suite = {
  name: 'stages',
  title: 'Where the time goes',
  async run(options) {
    const { backend: native, reason } = loadNative();
    const backends: Backend[] = [...(native ? [native] : []), jsBackend, referenceBackend];
    const exhibits: SuiteExhibit[] = [];
    const figures: Figure[] = [];
    for (const n of options.quick ? [6] : [6, 16, 64]) {
      const found: { backend: Backend; measured: Measured[] }[] = [];
      for (const backend of backends) {
        options.progress(`steps, n = ${n}, ${backend.name}`);
        found.push({ backend, measured: await stepsOf(backend, n, options) });
      }
      exhibits.push(stepTable(found, n));
      for (const { backend, measured } of found) {
        for (const m of measured.slice(1))
          figures.push(timeFigure(`stages/${backend.name}/${m.name}/n=${n}`, m.microseconds));
        figures.push(ratioFigure(`stages/${backend.name}/whole÷similarity/n=${n}`, measured[0].ratio));
      }
    }
    if (native) {
      options.progress('n = 256 beside its similarity matrix');
      const large = await wholeBesideSimilarity(native, 256, options);
      figures.push(ratioFigure(`stages/whole÷similarity/n=256/d=${D}`, large[1].ratio));
      exhibits.push({
        type: 'table',
        title: `Large graphs: the whole analysis beside the similarity matrix alone, n = 256, d = ${D}, native`,
        columns: ['', 'µs', 'Ratio'],
        rows: large.map((m) => [m.name, short(m.microseconds.median), withQuartiles(m.ratio)]),
      });
    }
    options.progress('from text to verdict');
    const text = await textStages(options);
    return {
      basis:
        `Steps: single calls over one made-up context of two documents, d = ${D}, k = 4, timed by the benchmark package in turn (the fastest sample of each measurement, the median of those over rounds); the whole is ` +
        'the fused call where the backend has one, which also finds what the steps leave out (parts, document relations), so steps need not add up. ' +
        `Text: ${text.basis}`,
      exhibits: [...exhibits, ...text.exhibits],
      figures: [...figures, ...text.figures],
      leftOut: native ? [] : [{ what: 'native backend', why: reason ?? 'not here' }],
    };
  },
};

/** The whole first, then each step by itself. */
async function stepsOf(backend: Backend, n: number, options: BenchOptions): Promise<Measured[]> {
  const batch = vectorBatch(1, n, D);
  const vectors = batch.vectors;
  const similarities = backend.similarity(vectors, n, D);
  const weights = knnGraph(similarities, n, K);
  const laplacian = normalizedLaplacian(weights, n);
  const fiedler = new Float64Array(n);
  spectralGap(backend, weights, n, fiedler);
  const out = new Float64Array(n * n);
  const labels = new Int32Array(n);
  return alternate(
    [
      microSide('whole analysis', () => analyzeBatch(backend, batch, K)),
      microSide('similarity', () => backend.similarity(vectors, n, D, out)),
      microSide('k-NN graph and components', () => {
        knnGraph(similarities, n, K, weights);
        return connectedComponents(weights, n, labels);
      }),
      microSide('Laplacian', () => normalizedLaplacian(weights, n, laplacian)),
      microSide('eigendecomposition', () => backend.eigendecomposition(laplacian, n)),
      microSide('cuts', () => backend.cuts(weights, n, fiedler)),
    ],
    { warmUp: 1, rounds: options.quick ? 5 : 9 },
  );
}

function stepTable(found: readonly { backend: Backend; measured: Measured[] }[], n: number): SuiteExhibit {
  return {
    type: 'table',
    title: `Steps of one analysis, n = ${n}, d = ${D}, µs`,
    note: 'k-NN graph and Laplacian as a step are the same TypeScript for every backend; the fused native call has its own.',
    columns: ['Step', ...found.map((f) => f.backend.name)],
    rows: found[0].measured.map((m, step) => [
      m.name,
      ...found.map((f) => short(f.measured[step].microseconds.median)),
    ]),
  };
}

async function wholeBesideSimilarity(native: Backend, n: number, options: BenchOptions): Promise<Measured[]> {
  const batch = vectorBatch(1, n, D);
  const out = new Float64Array(n * n);
  const milliseconds = options.quick ? 10 : 30;
  return alternate(
    [
      {
        name: 'similarity matrix',
        measure: () => timeLoop(() => native.similarity(batch.vectors, n, D, out), 1, milliseconds),
      },
      { name: 'whole analysis', measure: () => timeLoop(() => analyzeBatch(native, batch, K), 1, milliseconds) },
    ],
    { warmUp: 3, rounds: options.quick ? 9 : 21 },
  );
}

/** Stages as the results tell them, one context at a time. */
async function textStages(options: BenchOptions) {
  const from = material();
  const guard = await createGuard({ encoder: 'static' });
  const fresh = new FreshContexts(from, 11);
  const perRound = options.quick ? 400 : 2000;
  const samples: Record<(typeof TEXT_STAGES)[number], number>[] = [];
  for (let round = -4; round < (options.quick ? 7 : 15); round++) {
    const sums = { text: 0, encode: 0, graph: 0, signals: 0 };
    for (const context of fresh.make(perRound)) {
      const { timings } = guard.screenSync(context);
      for (const stage of TEXT_STAGES) sums[stage] += (timings[stage] * 1000) / perRound;
    }
    if (round >= 0) samples.push(sums);
  }
  await guard.close();
  const spreads = TEXT_STAGES.map((stage) => spreadOf(samples.map((s) => s[stage])));
  const total = spreads.reduce((sum, s) => sum + s.median, 0);
  const exhibits: SuiteExhibit[] = [
    {
      type: 'table',
      title: 'From text to verdict, by stage',
      columns: ['Stage', 'µs a context', 'Share'],
      rows: TEXT_STAGES.map((stage, i) => [
        stage,
        withQuartiles(spreads[i]),
        `${((100 * spreads[i].median) / total).toFixed(0)} %`,
      ]),
    },
    {
      type: 'bars',
      title: 'From text to verdict',
      xLabel: 'Stage',
      yLabel: 'µs a context',
      bars: TEXT_STAGES.map((stage, i) => ({ name: stage, value: spreads[i].median, error: spreads[i].standardError })),
    },
  ];
  return {
    basis: `contexts of two documents of three new sentences each (${from.source}), screenSync, static encoder, ${guard.backendInfo.backend} backend.`,
    exhibits,
    figures: TEXT_STAGES.map((stage, i) => timeFigure(`stages/text/${stage}`, spreads[i])),
  };
}
