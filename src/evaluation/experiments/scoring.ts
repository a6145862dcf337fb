import { thresholdRank } from '../../calibration/index.ts';
import { type Detector, lowerBound, type ReferenceSample, referenceValues } from '../../detectors/index.ts';
import type { Observation } from './observe.ts';

/** More values than any development part has: the reference is never thinned. */
const KEEP_ALL = Number.MAX_SAFE_INTEGER;

/**
 * Scores of observations against benign ones. A detector that fuses p-values gets `benign` as its reference; an observation
 * that is itself in the reference is scored against the others only, so that its p-values are those of a new context.
 */
export class Scorer {
  readonly #detector: Detector;
  readonly #reference: ReferenceSample | null;
  readonly #members: ReadonlySet<Observation>;

  constructor(detector: Detector, benign: readonly Observation[]) {
    this.#detector = detector;
    this.#members = new Set(detector.fitted ? benign : []);
    this.#reference = detector.fitted
      ? {
          signals: valuesByName(detector.signals, (name) => benign.map((o) => o.values.signals[name])),
          documents: valuesByName(detector.documentSignals, (name) =>
            benign.flatMap((o) => [...o.values.documents[name]]),
          ),
        }
      : null;
  }

  score(observation: Observation): number {
    const reference =
      this.#reference !== null && this.#members.has(observation)
        ? without(this.#reference, observation)
        : this.#reference;
    return this.#detector.score(observation.values, reference).score;
  }
}

/**
 * Threshold of the split conformal rule (docs/calibration.md), the ⌈(m + 1)(1 − β)⌉-th smallest score, as calibration sets it; +∞
 * where there are too few scores to promise the rate.
 */
export function thresholdOf(scores: readonly number[], fpr: number): number {
  const rank = thresholdRank(scores.length, fpr, 'marginal');
  return rank > scores.length ? Number.POSITIVE_INFINITY : Float64Array.from(scores).sort()[rank - 1];
}

function valuesByName(names: readonly string[], values: (name: string) => number[]): Record<string, number[]> {
  return Object.fromEntries(names.map((name) => [name, referenceValues(values(name), KEEP_ALL)]));
}

function without(reference: ReferenceSample, { values }: Observation): ReferenceSample {
  const signals = Object.fromEntries(
    Object.entries(reference.signals).map(([name, sorted]) => [name, removed(sorted, [values.signals[name]])]),
  );
  const documents = Object.fromEntries(
    Object.entries(reference.documents).map(([name, sorted]) => [name, removed(sorted, values.documents[name])]),
  );
  return { signals, documents };
}

function removed(sorted: readonly number[], values: Iterable<number>): number[] {
  const rest = sorted.slice();
  for (const value of values) rest.splice(lowerBound(rest, value), 1);
  return rest;
}
