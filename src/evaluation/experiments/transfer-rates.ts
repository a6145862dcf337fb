import { minimumCount, type Shape, scoreSample, shapeThreshold } from '../../calibration/index.ts';
import { developmentSize, type Split } from '../metrics/index.ts';
import type { Observation } from './observe.ts';
import { type Estimate, estimate } from './performance.ts';
import { thresholdOf } from './scoring.ts';

/** One system: benign contexts of one configuration. */
export interface System {
  name: string;
  benign: readonly Observation[];
}

/** How a threshold for the target is had from development rows of both systems. */
export type ThresholdPolicy = (source: DevelopmentScores, target: DevelopmentScores, fpr: number) => number;

export interface DevelopmentScores extends Shape {
  scores: number[];
}

/** The source's threshold as it is: the paper's zero-shot transfer. */
export const frozen: ThresholdPolicy = (source, _, fpr) => thresholdOf(source.scores, fpr);

/** One profile over both, which gives each shape a threshold of its own. */
export const perShape: ThresholdPolicy = (source, target, fpr) => {
  const groups = [source, target].map((s) => ({
    documents: s.documents,
    sentences: s.sentences,
    ...scoreSample(s.scores),
  }));
  return shapeThreshold(groups, target, fpr).threshold;
};

/** The threshold of the target itself. */
export const recalibrated: ThresholdPolicy = (_, target, fpr) => thresholdOf(target.scores, fpr);

/** The smallest of some rates that development parts of so many rows can promise; undefined where none. */
export function promisableRate(rows: number, rates: readonly number[]): number | undefined {
  return rates.find((rate) => developmentSize(rows, rate) >= minimumCount(rate));
}

/** Leaves of each system what belongs to rows that all have. */
export function commonRows(systems: readonly System[]): System[] {
  const rowSets = systems.map((s) => new Set(s.benign.map((o) => o.row)));
  const everywhere = (o: Observation) => rowSets.every((rows) => rows.has(o.row));
  return systems.map((s) => ({ name: s.name, benign: s.benign.filter(everywhere) }));
}

/** Realized FPR on the target's test rows for every source (outer) and target (inner). */
export function transferMatrix(
  systems: readonly System[],
  signal: string,
  policy: ThresholdPolicy,
  splits: readonly Split[],
  fpr: number,
): Estimate[][] {
  const byRow = systems.map((s) => new Map(s.benign.map((o) => [o.row, o.values.signals[signal]])));
  const shapes = systems.map((s) => ({ documents: s.benign[0].documents, sentences: s.benign[0].sentences }));
  return systems.map((_, s) =>
    systems.map((__, t) => {
      const rates: number[] = [];
      for (const { development, resamples } of splits) {
        const scores = (of: number) => ({
          ...shapes[of],
          scores: Array.from(development, (row) => byRow[of].get(row)!),
        });
        const threshold = policy(scores(s), scores(t), fpr);
        for (const rows of resamples) {
          let above = 0;
          for (const row of rows) if (byRow[t].get(row)! > threshold) above++;
          rates.push(above / rows.length);
        }
      }
      return estimate(rates);
    }),
  );
}
