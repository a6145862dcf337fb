import type { Comparison, Exhibit, ExperimentResult } from '../types.ts';
import type { Performance } from './performance.ts';
import type { Study } from './study.ts';

/** One row of the flat list of results in the JSON file. Rates and AUROC are in [0, 1]; null where there is none. */
export interface Measurement {
  dataset: string;
  encoder: string;
  experiment: string;
  detector: string;
  attack: string | null;
  contexts: number;
  auroc: number | null;
  aurocSd: number | null;
  recall1: number | null;
  recall1Sd: number | null;
  recall5: number | null;
  fpr: number | null;
  params: Record<string, number | string>;
}

/** What an experiment finds. */
export interface Findings {
  /** What it rests on. */
  basis: string;
  exhibits: Exhibit[];
  comparisons: Comparison[];
  measurements: Omit<Measurement, 'dataset' | 'experiment'>[];
}

/** A table or figure of the paper, or a measurement of our own. */
export interface Experiment {
  /** What it is called on the command line. */
  name: string;
  /** The paper's tables and figures that it holds, as other names. */
  aliases: readonly string[];
  title: string;
  run(study: Study): Promise<Findings>;
}

/** A finished experiment as it is kept on disk. */
export interface FinishedExperiment {
  result: ExperimentResult;
  measurements: Measurement[];
}

/** A performance as a row of the flat list; recall and FPR at the rates of the study. */
export function measurementOf(
  study: Study,
  p: Performance,
  params: Record<string, number | string> = {},
): Findings['measurements'][number] {
  const at = (rate: number) => study.options.fpr.indexOf(rate);
  const recall1 = p.recall[at(0.01)] ?? null;
  const recall5 = p.recall[at(0.05)] ?? null;
  const number = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  return {
    encoder: study.encoder.id,
    detector: p.detector,
    attack: p.attack,
    contexts: p.contexts,
    auroc: number(p.auroc.mean),
    aurocSd: number(p.auroc.sd),
    recall1: number(recall1?.mean),
    recall1Sd: number(recall1?.sd),
    recall5: number(recall5?.mean),
    fpr: number((p.fpr[at(0.01)] ?? p.fpr[0])?.mean),
    params,
  };
}
