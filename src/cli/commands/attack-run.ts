import { setImmediate } from 'node:timers/promises';
import type { Encoder } from '../../encoders/encoder.ts';
import { TopoGuardError } from '../../errors/index.ts';
import {
  ATTACKS,
  type Attack,
  attackNamed,
  buildMaterial,
  type EvaluationMaterial,
  loadDataset,
  loadPoisonedTexts,
  startOf,
} from '../../evaluation/index.ts';
import { EXIT } from '../exit-codes.ts';
import { AtomicFile } from '../output/atomic-file.ts';
import { Diagnostics } from '../output/diagnostics.ts';
import { countOf } from '../output/numbers.ts';
import { FileSink, type Sink, StreamSink } from '../output/sink.ts';
import type { Services } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import type { AttackFlags } from './attack.ts';
import { type AttackTally, attackedLines } from './attacked-lines.ts';
import { refuseOverwriting, screeningFiles } from './refuse-overwriting.ts';

/** Rows between two looks at the interrupt and the progress. */
const ROWS_AT_ONCE = 32;

/**
 * Writes attacked contexts of a data set as JSON Lines. The file appears whole or not at all.
 *
 * @returns the exit code
 * @throws TopoGuardError where the data set or an option is wrong, and where not one context could be made
 */
export async function runAttack(flags: AttackFlags, services: Services, terminal: Terminal): Promise<number> {
  const diagnostics = new Diagnostics(terminal, { quiet: flags.quiet === true });
  const attacks = attacksOf(flags);
  let encoder: Encoder | undefined;
  let output: AtomicFile | undefined;
  try {
    await refuseOverwriting(
      [
        ['--data', flags.data],
        ['--poisoned-texts', flags.poisonedTexts],
        ...screeningFiles({ encoder: flags.encoder }),
      ],
      [['--output', flags.output]],
    );
    if (flags.output !== '-') output = await AtomicFile.create(flags.output);
    encoder = await services.createEncoder(flags.encoder);
    const material = await materialOf(flags, attacks, encoder, diagnostics, terminal);
    const sink = output ? new FileSink(output) : new StreamSink(terminal.stdout);
    const tally = await writeContexts(material, attacks, flags, sink, diagnostics, terminal.interrupt);
    if (tally.attacked === 0) {
      const reasons = [...tally.reasons(), ...material.leftOut.map(({ reason }) => reason)];
      throw new TopoGuardError('CONTEXT_INVALID', `no context could be made (${[...new Set(reasons)].join('; ')})`, {
        location: { file: flags.data },
        remedy: 'Use another data set or encoder, or fewer --sentences or --documents',
      });
    }
    await output?.commit();
    for (const line of tally.lines()) diagnostics.note(line);
    if (output) diagnostics.note(`written to ${flags.output}`);
    return EXIT.success;
  } finally {
    diagnostics.clear();
    await output?.discard();
    await encoder?.close?.();
  }
}

const NEEDS_TEXTS = 'poisonedrag-';

function attacksOf(flags: AttackFlags): Attack[] {
  const hasTexts = flags.poisonedTexts !== undefined;
  if (flags.strategy.includes('all')) return ATTACKS.filter(({ name }) => hasTexts || !name.startsWith(NEEDS_TEXTS));
  const attacks = [...new Set(flags.strategy)].map(attackNamed);
  const lacking = attacks.find(({ name }) => name.startsWith(NEEDS_TEXTS));
  if (!lacking || hasTexts) return attacks;
  throw new TopoGuardError('OPTION_INVALID', `${lacking.name} needs adversarial texts`, {
    location: { field: 'strategy' },
    remedy: 'Give the file released with PoisonedRAG as --poisoned-texts',
  });
}

async function materialOf(
  flags: AttackFlags,
  attacks: readonly Attack[],
  encoder: Encoder,
  diagnostics: Diagnostics,
  { interrupt }: Terminal,
): Promise<EvaluationMaterial> {
  const dataset = await loadDataset(flags.data, {
    signal: interrupt,
    onRead: (fraction) => diagnostics.progress(() => ({ text: 'reading the data set', fraction })),
  });
  const texts = flags.poisonedTexts;
  const material = await buildMaterial(dataset.rows, encoder, {
    sentences: flags.sentences,
    // Distractors are most of the texts: they are encoded only where a context can hold one.
    distractors: attacks.some((attack) => attack.name === 'distractor' || startOf(flags, attack).kind !== 'supporting'),
    ...(texts === undefined ? {} : { poisonedTexts: await loadPoisonedTexts(texts, { signal: interrupt }) }),
    signal: interrupt,
    onProgress: (done, total) =>
      diagnostics.progress(() => ({ text: `${countOf(done, 'text')} encoded`, fraction: done / total })),
  });
  for (const { reason, count } of [...dataset.leftOut, ...material.leftOut]) {
    diagnostics.note(`${countOf(count, 'row')} left out: ${reason}`);
  }
  return material;
}

async function writeContexts(
  material: EvaluationMaterial,
  attacks: readonly Attack[],
  flags: AttackFlags,
  sink: Sink,
  diagnostics: Diagnostics,
  interrupt: AbortSignal,
): Promise<AttackTally> {
  const { tally, linesOf } = attackedLines(material, attacks, flags);
  for (const [at, row] of material.rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) {
      await setImmediate();
      interrupt.throwIfAborted();
      diagnostics.progress(() => ({
        text: `${countOf(tally.attacked, 'context')} made`,
        fraction: at / material.rows.length,
      }));
    }
    if (tally.full()) break;
    for (const line of linesOf(row)) await sink.write(line);
  }
  await sink.flush();
  return tally;
}
