import type { Comparison } from '../types.ts';
import type { Estimate } from './performance.ts';
import type { Study } from './study.ts';

/** The paper's data sets; what it states holds for one of them. */
export type PaperDataset = 'hotpotqa' | 'musique';

/** Test contexts the paper rests on (section 4.2), and its benign multi-hop questions (section 4.3). */
export const PAPER_CONTEXTS: Readonly<Record<PaperDataset, { test: number; benign: number; development: number }>> = {
  hotpotqa: { test: 10_000, benign: 2474, development: 1000 },
  musique: { test: 3000, benign: 1180, development: 500 },
};

/** Which of the paper's data sets a study is on, by its name; null for any other. */
export function paperDataset(study: Study): PaperDataset | null {
  const name = study.dataset.toLowerCase();
  return name.includes('hotpot') ? 'hotpotqa' : name.includes('musique') ? 'musique' : null;
}

/** Whether the encoder is the paper's main one. Its numbers for other encoders are compared in the encoder experiment only. */
export function isPaperEncoder(study: Study): boolean {
  return /mpnet/i.test(study.encoder.id);
}

/** Collects comparisons with numbers that the paper states in prose, for the data set and encoder they were stated for. */
export class Comparisons {
  readonly list: Comparison[] = [];
  readonly #dataset: PaperDataset | null;
  readonly #note: string;

  constructor(study: Study) {
    this.#dataset = paperDataset(study);
    this.#note = isPaperEncoder(study)
      ? ''
      : ` (the paper's encoder is all-mpnet-base-v2, this run's ${study.encoder.id})`;
  }

  /**
   * @param contexts how many contexts ours rests on
   * @param paperContexts how many the paper's, where it says
   */
  add(
    dataset: PaperDataset,
    what: string,
    paper: number,
    ours: Estimate | null | undefined,
    contexts: number,
    paperContexts?: number,
  ): void {
    if (this.#dataset !== dataset || !ours || !Number.isFinite(ours.mean)) return;
    this.list.push({
      what: what + this.#note,
      paper,
      ours: ours.mean,
      standardError: ours.sd,
      contexts,
      ...(paperContexts === undefined ? {} : { paperContexts }),
    });
  }
}

/** ×100, for what the report shows in percent. */
export function inPercent(value: Estimate | null | undefined): Estimate | null {
  return value ? { mean: 100 * value.mean, sd: 100 * value.sd } : null;
}
