import { join } from 'node:path';
import type { Encoder } from '../../encoders/encoder.ts';
import {
  type Dataset,
  type EvaluationFile,
  evaluate,
  experimentsNamed,
  loadDataset,
  loadHeldOutTables,
  loadPoisonedTexts,
  type PoisonedTexts,
  type RunProgress,
} from '../../evaluation/index.ts';
import { EXIT } from '../exit-codes.ts';
import { writeFileAtomically } from '../output/atomic-file.ts';
import { Diagnostics } from '../output/diagnostics.ts';
import { countOf } from '../output/numbers.ts';
import type { Services } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import type { EvaluateFlags } from './evaluate.ts';
import { experimentFiles } from './experiment-files.ts';

/** The bundled encoder, in every comparison of encoders. */
const STATIC = 'static';

/** Random development/test splits; resamples are spread over them. */
const SPLITS = 200;

/**
 * Runs experiments on a data set and writes the report as HTML and JSON, each whole or not at all.
 *
 * @returns the exit code
 * @throws TopoGuardError where the data set, an option or an encoder is wrong, or nothing can be written
 */
export async function runEvaluate(
  experiments: readonly string[],
  flags: EvaluateFlags,
  services: Services,
  terminal: Terminal,
): Promise<number> {
  const diagnostics = new Diagnostics(terminal, { quiet: flags.quiet === true });
  experimentsNamed(experiments);
  const signal = terminal.interrupt;
  const encoders: Encoder[] = [];
  try {
    const store = await experimentFiles(flags.output, flags.fresh === true);
    const data = await loadDataset(flags.data, {
      signal,
      ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    });
    const poisonedTexts =
      flags.poisonedTexts === undefined ? undefined : await loadPoisonedTexts(flags.poisonedTexts, { signal });
    const others: Dataset[] = [];
    for (const file of flags.profileData) others.push(await loadDataset(file, { signal }));
    for (const spec of new Set([flags.encoder, ...flags.compareEncoder, STATIC])) {
      const heldOut = spec === STATIC && flags.heldOutTables !== undefined;
      encoders.push(heldOut ? await loadHeldOutTables(flags.heldOutTables!) : await services.createEncoder(spec));
    }
    const parts = { experiments, flags, data, others, encoders, poisonedTexts, store, diagnostics, signal };
    const file = await evaluateWith(parts);
    const { renderEvaluationReport } = await import('../../report/index.ts');
    const { results: _, ...report } = file;
    await writeFileAtomically(join(flags.output, 'evaluation.html'), renderEvaluationReport(report));
    await writeFileAtomically(join(flags.output, 'evaluation.json'), `${JSON.stringify(file)}\n`);
    for (const line of summary(file, flags)) diagnostics.note(line);
    return EXIT.success;
  } finally {
    diagnostics.clear();
    for (const encoder of encoders) await encoder.close?.();
  }
}

interface Parts {
  experiments: readonly string[];
  flags: EvaluateFlags;
  data: Dataset;
  /** Other data sets, whose profiles are tried on this one's contexts. */
  others: readonly Dataset[];
  encoders: readonly Encoder[];
  poisonedTexts: PoisonedTexts | undefined;
  store: Awaited<ReturnType<typeof experimentFiles>>;
  diagnostics: Diagnostics;
  signal: AbortSignal;
}

async function evaluateWith(parts: Parts): Promise<EvaluationFile> {
  const { experiments, flags, data, others, encoders, poisonedTexts, store, diagnostics, signal } = parts;
  const { nodeEnvironment } = await import('../../node-environment.ts');
  const { seed, k, alpha, sentences, fpr, draws, resamples, titles } = flags;
  const started = performance.now();
  return evaluate({
    dataset: data.name,
    rows: data.rows,
    leftOut: data.leftOut,
    encoders,
    environment: nodeEnvironment,
    options: {
      seed,
      k,
      alpha,
      sentences,
      fpr,
      draws,
      resamples,
      splits: Math.min(SPLITS, resamples),
      ...(titles ? { titles } : {}),
    },
    ...(poisonedTexts ? { poisonedTexts } : {}),
    ...(others.length > 0 ? { otherSources: others.map(({ name, rows }) => ({ dataset: name, rows })) } : {}),
    experiments,
    store,
    signal,
    onEncoded: (done, total) => {
      diagnostics.progress(() => ({ text: `${countOf(done, 'text')} encoded`, fraction: done / total }));
    },
    onProgress: (progress) => tell(progress, diagnostics, started),
  });
}

function tell({ done, total, experiment, finished }: RunProgress, diagnostics: Diagnostics, started: number): void {
  if (finished) {
    const how = finished.kept ? 'kept from an earlier run' : `${finished.seconds.toFixed(1)} s`;
    diagnostics.note(`${finished.name}: ${how} (${done} of ${total})`);
  }
  if (experiment === undefined) return;
  diagnostics.progress(() => {
    const left = done === 0 ? '' : `, about ${Math.ceil(secondsSince(started) * (total / done - 1))} s left`;
    return { text: `${experiment}${left}`, fraction: done / total };
  });
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

function summary({ dataset, encoder, experiments }: EvaluationFile, { output }: EvaluateFlags): string[] {
  const comparisons = experiments.reduce((sum, e) => sum + e.comparisons.length, 0);
  return [
    `${dataset.name}: ${countOf(dataset.used, 'row')} of ${dataset.rows} used, encoder ${encoder.id}`,
    ...dataset.leftOut.map(({ reason, count }) => `  left out: ${reason} (${count})`),
    `${countOf(experiments.length, 'experiment')}, ${countOf(comparisons, 'comparison')} with the paper`,
    `written to ${join(output, 'evaluation.html')} and ${join(output, 'evaluation.json')}`,
  ];
}
