export type { DriftAdvice, DriftCause, DriftEvidence, DriftFinding } from './advice.ts';
export { currentFingerprint } from './encoder-probe.ts';
export { kolmogorovSmirnov, type TwoSampleTest } from './kolmogorov-smirnov.ts';
export { createDriftMonitor, type DriftMonitor, type DriftReport, type LiveScore } from './monitor.ts';
export type { DriftOptions } from './options.ts';
export { RandomStream } from './random.ts';
export type { DriftState } from './state.ts';
