import { createPrecomputedEncoder, type Encoder } from '../../src/encoders/index.ts';
import { loadStaticEncoder } from '../../src/encoders/node.ts';
import { calibrate, createGuard, type Guard } from '../../src/index.ts';
import type { Context } from '../../src/text/index.ts';
import { alternate, type Measured, type Side, timeOnce } from '../harness/alternate.ts';
import {
  type BenchOptions,
  type Figure,
  type LeftOut,
  ratioFigure,
  type Suite,
  timeFigure,
  withQuartiles,
} from '../harness/suite.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';
import { coresExhibits, measureCores } from './cores.ts';
import { RecordingEncoder, transformerHere } from './encoders.ts';

const ROUNDS = { warmUp: 3, rounds: 11 };
const QUICK_ROUNDS = { warmUp: 2, rounds: 5 };
const SEEN = 100;
/** Benign contexts behind a threshold at 5 % for encoders without a generic profile. */
const CALIBRATION = 60;

/** One context from text to verdict, with each encoder and each way to call the guard. */
export const endToEndSuite: Suite = {
  name: 'end-to-end',
  title: 'From text to verdict',
  async run(options) {
    const from = material();
    const rounds = options.quick ? QUICK_ROUNDS : ROUNDS;
    const perRound = options.quick ? 200 : 1000;
    const fresh = new FreshContexts(from, 31);
    const contexts = fresh.make((rounds.warmUp + rounds.rounds) * perRound);
    const staticEncoder = await loadStaticEncoder();
    options.progress('static and precomputed');
    const cheap = [
      ...(await sidesOf('static', () => ({ encoder: staticEncoder }), contexts, perRound)),
      ...(await precomputedSides(staticEncoder, contexts, perRound)),
    ];
    const measured = await alternate(cheap, rounds);
    const { measured: transformed, leftOut } = await transformers(staticEncoder, contexts, options);
    options.progress('one and two cores');
    const cores = await measureCores(options);
    const figures: Figure[] = [...measured, ...transformed].flatMap((m) => [
      ratioFigure(`end-to-end/${m.name}÷static, screenSync, new text`, m.ratio),
      timeFigure(`end-to-end/${m.name}`, m.microseconds),
    ]);
    return {
      basis:
        `Contexts of two documents with three sentences of about 25 words each and a query (${from.source}); detector as by default. Times are of the processor, all threads of the process together: what one core takes. ` +
        `“New text” was never seen before, “seen” are ${SEEN} contexts again and again, so that the sentence cache answers. Ratios are to the static encoder ` +
        'with screenSync on new text, inside each round.',
      leftOut: [...leftOut, ...cores.leftOut],
      figures: [...figures, ...cores.figures],
      exhibits: [
        {
          type: 'table',
          title: 'One context',
          columns: ['Encoder and call', 'µs a context', 'Contexts a second and core', 'Ratio'],
          rows: [...measured, ...transformed].map((m) => [
            m.name,
            withQuartiles(m.microseconds),
            Math.round(1e6 / m.microseconds.median),
            withQuartiles(m.ratio),
          ]),
        },
        {
          type: 'bars',
          title: 'One context, without a transformer',
          xLabel: 'Encoder and call',
          yLabel: 'µs a context',
          bars: measured.map((m) => ({
            name: m.name,
            value: m.microseconds.median,
            error: m.microseconds.standardError,
          })),
        },
        ...coresExhibits(cores),
      ],
    };
  },
};

/** Guards of their own, so that each call sees every text for the first time. */
async function sidesOf(
  name: string,
  options: () => Parameters<typeof createGuard>[0],
  contexts: readonly Context[],
  perRound: number,
): Promise<Side[]> {
  const [sync, single, batch, again] = await Promise.all(Array.from({ length: 4 }, () => createGuard(options())));
  const seen = contexts.slice(0, SEEN);
  return [
    newText(`${name}, screenSync, new text`, contexts, perRound, (slice) => {
      for (const context of slice) sync.screenSync(context);
    }),
    newText(`${name}, screen, new text`, contexts, perRound, async (slice) => {
      for (const context of slice) await single.screen(context);
    }),
    newText(`${name}, screenBatch, new text`, contexts, perRound, async (slice) => {
      requireJudged(await batch.screenBatch(slice));
    }),
    newText(`${name}, screenSync, seen`, contexts, perRound, () => {
      for (let i = 0; i < perRound; i++) again.screenSync(seen[i % seen.length]);
    }),
  ];
}

/** Measures one slice of the contexts in each round. */
function newText(
  name: string,
  contexts: readonly Context[],
  perRound: number,
  screen: (slice: readonly Context[]) => void | Promise<void>,
): Side {
  let at = 0;
  return {
    name,
    async measure() {
      const slice = contexts.slice(at, at + perRound);
      if (slice.length === 0) throw new Error(`${name}: no context is left for this round`);
      at += perRound;
      return timeOnce(() => screen(slice), slice.length);
    },
  };
}

function requireJudged(entries: Awaited<ReturnType<Guard['screenBatch']>>): void {
  for (const entry of entries) if (!entry.ok) throw entry.error;
}

async function precomputedSides(
  staticEncoder: Encoder,
  contexts: readonly Context[],
  perRound: number,
): Promise<Side[]> {
  const recording = new RecordingEncoder(staticEncoder);
  const guard = await createGuard({ encoder: recording });
  requireJudged(await guard.screenBatch(contexts));
  const encoder = createPrecomputedEncoder({ id: 'bench', vectors: recording.vectors });
  const profile = await profileFor(encoder, contexts);
  return sidesOf('precomputed', () => ({ encoder, profile }), contexts, perRound);
}

async function profileFor(encoder: Encoder, contexts: readonly Context[]) {
  return (await calibrate(contexts.slice(0, CALIBRATION), { encoder, fpr: 0.05 })).profile;
}

/** A transformer takes milliseconds a context, so it has few contexts a round, beside the static encoder on the same. */
async function transformers(
  staticEncoder: Encoder,
  contexts: readonly Context[],
  options: BenchOptions,
): Promise<{ measured: Measured[]; leftOut: LeftOut[] }> {
  let encoder: Encoder;
  try {
    encoder = await transformerHere();
  } catch (thrown) {
    return { measured: [], leftOut: [{ what: 'transformers encoder', why: (thrown as Error).message }] };
  }
  options.progress('transformers');
  const rounds = { warmUp: 1, rounds: options.quick ? 3 : 7 };
  const perRound = options.quick ? 4 : 16;
  const profile = await profileFor(encoder, contexts);
  const guards = await Promise.all([
    createGuard({ encoder: staticEncoder }),
    createGuard({ encoder, profile }),
    createGuard({ encoder, profile }),
  ]);
  const later = contexts.slice(CALIBRATION);
  const measured = await alternate(
    [
      newText('static, screenSync, new text', later, perRound, (slice) => {
        for (const context of slice) guards[0].screenSync(context);
      }),
      newText('transformers (MiniLM, int8), screen, new text', later, perRound, async (slice) => {
        for (const context of slice) await guards[1].screen(context);
      }),
      newText('transformers (MiniLM, int8), screenBatch, new text', later, perRound, async (slice) => {
        requireJudged(await guards[2].screenBatch(slice));
      }),
    ],
    rounds,
  );
  await encoder.close?.();
  return { measured: measured.slice(1), leftOut: [] };
}
