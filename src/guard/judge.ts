import {
  conformalPValues,
  type Profile,
  type Shape,
  type ShapeThreshold,
  shapeThreshold,
} from '../calibration/index.ts';
import type { Detector, DetectorScore, SignalValues } from '../detectors/index.ts';
import { undefinedFor } from './observe.ts';

/** A score held against a profile. */
export interface Judgement {
  opinion: DetectorScore;
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
  /** By documents, then by sentences. */
  readonly #thresholds = new Map<number, Map<number, ShapeThreshold>>();

  constructor(detector: Detector, profile: Profile, fpr: number) {
    this.detector = detector;
    this.profile = profile;
    this.fpr = fpr;
    const first = profile.groups[0];
    // Too small a sample for this rate must fail when the guard is made, not at the first context.
    this.threshold({ documents: first.documents, sentences: first.sentences });
  }

  threshold(shape: Shape): ShapeThreshold {
    let ofDocuments = this.#thresholds.get(shape.documents);
    if (!ofDocuments) {
      ofDocuments = new Map();
      this.#thresholds.set(shape.documents, ofDocuments);
    }
    let known = ofDocuments.get(shape.sentences);
    if (!known) {
      known = shapeThreshold(this.profile.groups, shape, this.fpr, this.profile);
      ofDocuments.set(shape.sentences, known);
    }
    return known;
  }

  /** @throws TopoGuardError CONTEXT_TOO_LARGE where the detector is not defined for this shape */
  judge(values: SignalValues, shape: Shape): Judgement {
    const opinion = this.detector.score(values, this.profile.reference);
    const { score } = opinion;
    if (Number.isNaN(score)) throw undefinedFor(this.detector, shape);
    const { threshold, pool, extrapolated } = this.threshold(shape);
    const { conservative, midRank } = conformalPValues(pool, score, this.profile.contamination);
    return {
      opinion,
      threshold,
      pValue: conservative,
      pValueMidRank: midRank,
      flagged: score > threshold,
      extrapolated,
      shape,
    };
  }
}
