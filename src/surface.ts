/** What both entry points export alike. */
export {
  type Certificate,
  type CertificateInput,
  certificate,
  clopperPearsonUpper,
  conformalThreshold,
  createDriftMonitor,
  currentFingerprint,
  type DriftAdvice,
  type DriftCause,
  type DriftEvidence,
  type DriftFinding,
  type DriftMonitor,
  type DriftOptions,
  type DriftReport,
  type DriftState,
  type LiveScore,
  minimumCount,
  type Profile,
  parseProfile,
  type SampleComplexity,
  type SampleComplexityInput,
  type ScoreSample,
  sampleComplexity,
  scoreSample,
} from './calibration/index.ts';
export { DETECTOR_NAMES, SIGNALS } from './detectors/index.ts';
export type { Encoder } from './encoders/encoder.ts';
export { createEntityExtractor, DocumentFrequencies, type EntityExtractor } from './entities/index.ts';
export { type ErrorLocation, TopoGuardError, type TopoGuardErrorCode } from './errors/index.ts';
export type {
  BatchEntry,
  CalibrateOptions,
  Calibration,
  ContextGraph,
  ContextPart,
  EmbeddedContext,
  EmbeddedDocument,
  Guard,
  GuardOptions,
  Limits,
  ScreeningOptions,
  ScreenResult,
  SentenceRef,
  Verdict,
} from './guard/index.ts';
export {
  type ApplyPolicyOptions,
  applyPolicy,
  type BlockPolicy,
  type Check,
  DEFAULT_DETECTORS,
  DEFAULT_LIMITS,
  DEFAULT_WARNING,
  type Decision,
  type DiversifyPolicy,
  EMPTY_TALLY,
  type EscalatePolicy,
  type FinalPolicy,
  type ObservePolicy,
  type Policy,
  type PolicyOutcome,
  type PolicyTally,
  type RetrievalRequest,
  tallied,
  type WarnPolicy,
} from './guard/index.ts';
export type { BackendInfo, BackendName } from './linalg/backend.ts';
export type { Context, ContextDocument } from './text/index.ts';
export { VERSION } from './version.ts';
