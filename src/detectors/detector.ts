import type { Requirement } from './features.ts';
import type { ReferenceSample } from './reference-sample.ts';

/** Values of one context: signals by name, document signals as one number per document. */
export interface SignalValues {
  signals: Record<string, number>;
  documents: Record<string, Float64Array>;
  /** One number per window, where a detector asks for them. */
  windows?: WindowValues;
}

/** Window signals of one context. */
export interface WindowValues {
  /** Index of the document each window belongs to. */
  document: readonly number[];
  /** Number of sentences of each window. */
  size: readonly number[];
  values: Record<string, readonly number[]>;
}

/** A detector's opinion of one context. */
export interface DetectorScore {
  /** Higher = more attack-like; NaN where a signal it rests on is not defined for this shape. */
  score: number;
  /** Index of the document to look at first. */
  suspect?: number;
  /** What made the score, where the detector looks for several kinds of attack. */
  cause?: { group: string; window: number };
}

/** A named way from signals to one score. */
export interface Detector {
  readonly name: string;
  /** Signals and document signals to compute for it. */
  readonly signals: readonly string[];
  readonly documentSignals: readonly string[];
  readonly windowSignals: readonly string[];
  /** Those of them that a context with this number of documents needs; all where absent. */
  windowSignalsFor?(documents: number, reference: ReferenceSample | null): readonly string[];
  /** Document signal that names the document to look at first, where it is not among those the score rests on. */
  readonly blame?: string;
  /** Union of what those need. */
  readonly requires: readonly Requirement[];
  /** Whether scoring needs p-values, and so a reference fitted on benign contexts. */
  readonly fitted: boolean;
  /**
   * The reference from benign contexts; only where `fitted`.
   *
   * @param keep values of a signal that are kept
   */
  fit?(benign: readonly SignalValues[], keep: number): ReferenceSample;
  /** Shape by which its scores compare, where that is not documents × sentences of the context. */
  calibratedShape?(values: SignalValues): { documents: number; sentences: number };
  /** @throws TopoGuardError PROFILE_MISSING when `fitted` and no reference is given */
  score(values: SignalValues, reference: ReferenceSample | null): DetectorScore;
}
