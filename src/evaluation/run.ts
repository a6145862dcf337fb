import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { TopoGuardError } from '../errors/index.ts';
import { VERSION } from '../version.ts';
import {
  EXPERIMENTS,
  type Experiment,
  type FinishedExperiment,
  type Measurement,
  Study,
  type StudyInput,
} from './experiments/index.ts';
import { ReasonCounts } from './reason-counts.ts';
import type { EvaluationReport } from './types.ts';

/** The file that `topoguard evaluate` writes: the report, and its numbers as one flat list. */
export interface EvaluationFile extends EvaluationReport {
  results: Measurement[];
}

/** Where finished experiments are kept, so that an interrupted run goes on where it was. */
export interface ExperimentStore {
  /** What was kept under this name and key; null where there is nothing, or another key. */
  load(name: string, key: string): Promise<FinishedExperiment | null>;
  save(name: string, key: string, finished: FinishedExperiment): Promise<void>;
}

/** How far a run is; told before each experiment and at the end. */
export interface RunProgress {
  /** Experiments done, out of `total`. */
  done: number;
  total: number;
  /** The one that runs now; undefined at the end. */
  experiment?: string;
  /** The one that just ended, how long it took, and whether it was taken from the store. */
  finished?: { name: string; seconds: number; kept: boolean };
}

export interface EvaluationRun extends StudyInput {
  /** Rows of the data set that could not be read, by reason. */
  leftOut: readonly { reason: string; count: number }[];
  /** Names or aliases of experiments; `all` or none: every one. */
  experiments: readonly string[];
  store?: ExperimentStore;
  onProgress?: (progress: RunProgress) => void;
}

/**
 * Runs experiments and gathers what they find.
 *
 * @throws TopoGuardError OPTION_INVALID for an unknown experiment, CONTEXT_INVALID where no row of the data set can be used, and
 *   what the encoder throws; the reason of `signal` where it is aborted
 */
export async function evaluate(run: EvaluationRun): Promise<EvaluationFile> {
  const experiments = experimentsNamed(run.experiments);
  const study = new Study(run);
  const key = keyOf(run);
  const finished: FinishedExperiment[] = [];
  let last: RunProgress['finished'];
  for (const [done, experiment] of experiments.entries()) {
    run.onProgress?.({
      done,
      total: experiments.length,
      experiment: experiment.name,
      ...(last ? { finished: last } : {}),
    });
    // Lets an interrupt be noticed between stretches of computing.
    await setImmediate();
    run.signal?.throwIfAborted();
    const kept = (await run.store?.load(experiment.name, key)) ?? null;
    const one = kept ?? (await finish(experiment, study));
    if (!kept) await run.store?.save(experiment.name, key, one);
    finished.push(one);
    last = { name: experiment.name, seconds: one.result.seconds, kept: kept !== null };
  }
  run.onProgress?.({ done: experiments.length, total: experiments.length, ...(last ? { finished: last } : {}) });
  return reportOf(run, study, finished);
}

/**
 * Experiments by name or alias, in the order of the paper, each once.
 *
 * @throws TopoGuardError OPTION_INVALID that lists the names
 */
export function experimentsNamed(names: readonly string[]): Experiment[] {
  if (names.length === 0 || names.includes('all')) return [...EXPERIMENTS];
  const matches = (e: Experiment, name: string) => e.name === name || e.aliases.includes(name);
  const unknown = names.find((name) => !EXPERIMENTS.some((e) => matches(e, name)));
  if (unknown !== undefined) {
    throw new TopoGuardError('OPTION_INVALID', `${JSON.stringify(unknown)} names no experiment`, {
      location: { field: 'experiment' },
      remedy: `Use all, or some of: ${EXPERIMENTS.flatMap((e) => [e.name, ...e.aliases]).join(', ')}`,
    });
  }
  return EXPERIMENTS.filter((e) => names.some((name) => matches(e, name)));
}

async function finish(experiment: Experiment, study: Study): Promise<FinishedExperiment> {
  const { rows, leftOut } = await usable(study);
  if (rows < MIN_ROWS) {
    const reasons = leftOut.map(({ reason, count }) => `${reason} (${count})`).join('; ');
    throw new TopoGuardError(
      'CONTEXT_INVALID',
      `${rows} rows can be used, fewer than ${MIN_ROWS}${reasons ? `: ${reasons}` : ''}`,
      { remedy: 'Give more rows, an encoder that has vectors for them, or fewer --sentences' },
    );
  }
  const start = performance.now();
  const { basis, exhibits, comparisons, measurements } = await experiment.run(study);
  const seconds = (performance.now() - start) / 1000;
  const { name, title } = experiment;
  return {
    result: { name, title, basis, exhibits, comparisons, seconds },
    measurements: measurements.map((m) => ({ dataset: study.dataset, experiment: name, ...m })),
  };
}

/** Fewer rows make neither splits nor quartiles. */
const MIN_ROWS = 12;

async function reportOf(
  run: EvaluationRun,
  study: Study,
  finished: readonly FinishedExperiment[],
): Promise<EvaluationFile> {
  const used = await usable(study);
  const { seed, k, alpha, sentences, fpr } = run.options;
  return {
    format: 'topoguard-evaluation',
    version: 1,
    created: new Date().toISOString(),
    dataset: {
      name: run.dataset,
      rows: run.rows.length,
      used: used.rows,
      leftOut: [...run.leftOut, ...used.leftOut, ...study.notScreened.list()],
    },
    encoder: { id: study.encoder.id, dimension: study.encoder.dimension },
    options: { seed, k, alpha, sentences, fpr: [...fpr] },
    experiments: finished.map((f) => f.result),
    results: finished.flatMap((f) => f.measurements),
  };
}

/** Rows that contexts are made of, and those that none can be made of, by reason. */
async function usable(study: Study): Promise<{ rows: number; leftOut: { reason: string; count: number }[] }> {
  const materials = await study.materials();
  const leftOut = new ReasonCounts();
  for (const { reason, count } of materials.flatMap((material) => material.leftOut)) leftOut.add(reason, count);
  return { rows: materials.reduce((sum, material) => sum + material.rows.length, 0), leftOut: leftOut.list() };
}

/** Digest of everything that the numbers depend on. */
function keyOf({ dataset, rows, encoders, options, poisonedTexts, otherSources = [] }: EvaluationRun): string {
  const hash = createHash('sha256');
  const add = (part: unknown) => hash.update(`${JSON.stringify(part)}\n`);
  add([VERSION, dataset, options, poisonedTexts?.questions ?? null]);
  for (const { id, dimension, fingerprint } of encoders) add([id, dimension, fingerprint]);
  for (const row of rows) add(row);
  for (const source of otherSources) {
    add(source.dataset);
    for (const row of source.rows) add(row);
  }
  return hash.digest('hex');
}
