export { type CalibrateOptions, type Calibration, calibrateAllIn, calibrateIn } from './calibrate.ts';
export { createGuardIn, DEFAULT_DETECTORS } from './create.ts';
export { type GuardEnvironment, genericProfileName } from './environment.ts';
export type { EmbeddedContext, EmbeddedDocument, Guard } from './guard.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type { SkippedContext } from './observe.ts';
export type { Coverage, GuardOptions, ScreeningOptions } from './options.ts';
export * from './policies/index.ts';
export { loadScreener } from './resources.ts';
export type {
  BatchEntry,
  ContextGraph,
  ContextPart,
  ResultFinding,
  ScreenResult,
  SentenceRef,
  Verdict,
} from './result.ts';
export type { Screener } from './screener.ts';
