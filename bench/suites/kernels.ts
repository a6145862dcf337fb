import { analyzeBatch } from '../../src/graph/index.ts';
import { loadNative } from '../../src/linalg/native/index.ts';
import { alternate, type Measured, timeLoop } from '../harness/alternate.ts';
import { buildKernelProgram } from '../harness/kernels-build.ts';
import { LineChild } from '../harness/line-child.ts';
import { bytesOf, scratchFile } from '../harness/scratch.ts';
import { type BenchOptions, ratioFigure, type Suite, short, timeFigure, withQuartiles } from '../harness/suite.ts';
import { vectorBatch } from '../harness/vectors.ts';

const K = 4;
const D = 768;

interface Case {
  n: number;
  contexts: number;
}
const CASES: readonly Case[] = [1, 4, 16, 64, 256, 1024]
  .map((contexts) => ({ n: 6, contexts }))
  .concat([
    { n: 16, contexts: 64 },
    { n: 64, contexts: 8 },
    { n: 256, contexts: 2 },
  ]);
const QUICK: readonly Case[] = [
  { n: 6, contexts: 64 },
  { n: 64, contexts: 8 },
];

/** The addon, with checking and allocation, beside the same C++ as a plain program. */
export const kernelsSuite: Suite = {
  name: 'kernels',
  title: 'The addon beside the same C++ without Node',
  async run(options) {
    const basis =
      `The same batch of made-up float32 vectors, d = ${D}, k = 4: one analyzeBatch call of this process (checks, allocation of what it returns, ` +
      'N-API, kernels), and a child process that calls the kernels with everything allocated beforehand; processor time, in turn, ratios inside each round.';
    const { backend: native, reason } = loadNative();
    const built = buildKernelProgram('kernels_side');
    const missing = [
      ...(native ? [] : [{ what: 'the addon', why: reason ?? 'not here' }]),
      ...(built.path === undefined ? [{ what: 'the kernels as a plain program', why: built.reason }] : []),
    ];
    if (!native || built.path === undefined) return { basis, exhibits: [], figures: [], leftOut: missing };
    const found: (Case & { measured: Measured[] })[] = [];
    for (const each of options.quick ? QUICK : CASES) {
      options.progress(`n = ${each.n}, ${each.contexts} contexts`);
      found.push({ ...each, measured: await compare(each, built.path, native, options) });
    }
    const name = (c: Case): string => `n=${c.n}/d=${D}/batch=${c.contexts}`;
    return {
      basis,
      leftOut: [],
      figures: found.flatMap((c) => [
        ratioFigure(`kernels/addon÷kernels/${name(c)}`, c.measured[1].ratio),
        timeFigure(`kernels/alone/${name(c)}`, c.measured[0].microseconds),
        timeFigure(`kernels/addon/${name(c)}`, c.measured[1].microseconds),
      ]),
      exhibits: [
        {
          type: 'table',
          title: 'What Node costs',
          columns: ['n', 'Contexts a call', 'C++ alone, µs a context', 'Addon, µs a context', 'Addon ÷ C++ alone'],
          rows: found.map((c) => [
            c.n,
            c.contexts,
            ...c.measured.map((m) => short(m.microseconds.median)),
            withQuartiles(c.measured[1].ratio),
          ]),
        },
        {
          type: 'points',
          title: 'Addon ÷ C++ alone over the batch, n = 6',
          xLabel: 'Contexts a call',
          yLabel: 'Ratio of times',
          series: [
            {
              name: 'addon ÷ C++ alone',
              points: found
                .filter((c) => c.n === 6)
                .map((c) => ({
                  x: c.contexts,
                  y: c.measured[1].ratio.median,
                  error: c.measured[1].ratio.standardError,
                })),
            },
          ],
        },
      ],
    };
  },
};

async function compare(
  { n, contexts }: Case,
  program: string,
  native: NonNullable<ReturnType<typeof loadNative>['backend']>,
  options: BenchOptions,
): Promise<Measured[]> {
  const batch = vectorBatch(contexts, n, D);
  const milliseconds = options.quick ? 10 : 25;
  const file = scratchFile(`batch-${n}-${contexts}.f32`, bytesOf(batch.vectors));
  const child = new LineChild(program, [file, contexts, n, D].map(String));
  try {
    return await alternate(
      [
        { name: 'C++ alone', measure: async () => Number(await child.ask(String(milliseconds))) },
        { name: 'addon', measure: () => timeLoop(() => analyzeBatch(native, batch, K), contexts, milliseconds) },
      ],
      { warmUp: 3, rounds: options.quick ? 11 : 21 },
    );
  } finally {
    await child.close();
  }
}
