/** What both entry points export alike. */
export {
  clopperPearsonUpper,
  conformalThreshold,
  minimumCount,
  type Profile,
  parseProfile,
  type ScoreSample,
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
export { DEFAULT_DETECTORS, DEFAULT_LIMITS } from './guard/index.ts';
export type { BackendInfo, BackendName } from './linalg/backend.ts';
export type { Context, ContextDocument } from './text/index.ts';
export { VERSION } from './version.ts';
