import { thresholdRank } from '../../calibration/index.ts';
import type { Detector, DetectorScore, ReferenceSample, SignalValues } from '../../detectors/index.ts';
import type { Observation } from './observe.ts';

/** More values than any development part has: the reference is never thinned. */
const KEEP_ALL = Number.MAX_SAFE_INTEGER;

/**
 * A reference without a member is fitted for so many parts of the members at most; small samples lose one member each. P-values by
 * rank shift with the size of the reference, so it loses little; scales and tails do not, and take longer to fit.
 */
const MOST_PARTS = { ranks: 64, scales: 8 } as const;

/**
 * Scores of observations against benign ones. A detector that fuses p-values gets `benign` as its reference; an observation
 * that is itself in the reference is scored against others only, without the part of them that it is in, so that its p-values are
 * those of a new context.
 */
export class Scorer {
  readonly #detector: Detector;
  readonly #benign: readonly Observation[];
  readonly #reference: ReferenceSample | null;
  /** Place of each member of the reference. */
  readonly #members: ReadonlyMap<Observation, number>;
  readonly #parts: number;
  readonly #withoutPart: (ReferenceSample | undefined)[] = [];

  constructor(detector: Detector, benign: readonly Observation[]) {
    this.#detector = detector;
    this.#benign = detector.fitted ? benign : [];
    this.#members = new Map(this.#benign.map((o, i) => [o, i]));
    const most = detector.windowSignals.length > 0 ? MOST_PARTS.scales : MOST_PARTS.ranks;
    this.#parts = Math.min(most, this.#benign.length);
    this.#reference = detector.fitted ? this.#fit(() => true) : null;
  }

  score(observation: Observation): number {
    return this.judge(observation).score;
  }

  /** The score, and the document to look at first where the detector names one. */
  judge(observation: Observation): DetectorScore {
    return this.#detector.score(observation.values, this.#referenceFor(observation));
  }

  /** The same of a new context's values. */
  judgeValues(values: SignalValues): DetectorScore {
    return this.#detector.score(values, this.#reference);
  }

  #referenceFor(observation: Observation): ReferenceSample | null {
    const member = this.#members.get(observation);
    if (member === undefined) return this.#reference;
    const part = member % this.#parts;
    const known = this.#withoutPart[part];
    if (known) return known;
    const fitted = this.#fit((place) => place % this.#parts !== part);
    this.#withoutPart[part] = fitted;
    return fitted;
  }

  #fit(accept: (place: number) => boolean): ReferenceSample {
    const values = this.#benign.filter((_, place) => accept(place)).map((o) => o.values);
    return this.#detector.fit!(values, KEEP_ALL);
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
