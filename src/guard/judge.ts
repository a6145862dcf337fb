import {
  conformalMidRankPValue,
  conformalPValue,
  type Profile,
  type Shape,
  type ShapeThreshold,
  shapeKey,
  shapeThreshold,
} from '../calibration/index.ts';
import type { Detector, DetectorScore, SignalValues } from '../detectors/index.ts';
import { undefinedFor } from './observe.ts';

/** A score held against a profile. */
export interface Judgement extends DetectorScore {
  threshold: number;
  pValue: number;
  pValueMidRank: number;
  flagged: boolean;
  extrapolated: boolean;
  /** Shape whose threshold this is. */
  shape: Shape;
}

/** A detector with the profile that was calibrated for it. Thresholds of shapes are found once and kept. */
export class Judge {
  readonly detector: Detector;
  readonly profile: Profile;
  readonly fpr: number;
  readonly #thresholds = new Map<string, ShapeThreshold>();

  constructor(detector: Detector, profile: Profile, fpr: number) {
    this.detector = detector;
    this.profile = profile;
    this.fpr = fpr;
    const first = profile.groups[0];
    // Too small a sample for this rate must fail when the guard is made, not at the first context.
    this.threshold({ documents: first.documents, sentences: first.sentences });
  }

  threshold(shape: Shape): ShapeThreshold {
    const key = shapeKey(shape);
    let known = this.#thresholds.get(key);
    if (!known) {
      known = shapeThreshold(this.profile.groups, shape, this.fpr, this.profile);
      this.#thresholds.set(key, known);
    }
    return known;
  }

  /** @throws TopoGuardError CONTEXT_TOO_LARGE where the detector is not defined for this shape */
  judge(values: SignalValues, shape: Shape): Judgement {
    const score = this.detector.score(values, this.profile.reference);
    if (Number.isNaN(score.score)) {
      throw undefinedFor(this.detector, shape);
    }
    const { threshold, pool, extrapolated } = this.threshold(shape);
    return {
      ...score,
      threshold,
      pValue: conformalPValue(pool, score.score, this.profile.contamination),
      pValueMidRank: conformalMidRankPValue(pool, score.score, this.profile.contamination),
      flagged: score.score > threshold,
      extrapolated,
      shape,
    };
  }
}
