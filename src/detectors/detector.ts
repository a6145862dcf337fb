import type { Requirement } from './features.ts';
import type { ReferenceSample } from './reference-sample.ts';

/** Values of one context: signals by name, document signals as one number per document. */
export interface SignalValues {
  signals: Record<string, number>;
  documents: Record<string, Float64Array>;
}

/** A detector's opinion of one context. */
export interface DetectorScore {
  /** Higher = more attack-like; NaN where a signal it rests on is not defined for this shape. */
  score: number;
  /** Index of the document to look at first. */
  suspect?: number;
}

/** A named way from signals to one score. */
export interface Detector {
  readonly name: string;
  /** Signals and document signals to compute for it. */
  readonly signals: readonly string[];
  readonly documentSignals: readonly string[];
  /** Document signal that names the document to look at first, where it is not among those the score rests on. */
  readonly blame?: string;
  /** Union of what those need. */
  readonly requires: readonly Requirement[];
  /** Whether scoring needs p-values, and so a reference fitted on benign contexts. */
  readonly fitted: boolean;
  /** @throws TopoGuardError PROFILE_MISSING when `fitted` and no reference is given */
  score(values: SignalValues, reference: ReferenceSample | null): DetectorScore;
}
