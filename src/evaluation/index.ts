export * from './attacks/index.ts';
export * from './contexts/index.ts';
export * from './datasets/index.ts';
export type { FinishedExperiment, Measurement, StudyOptions } from './experiments/index.ts';
export { HeldOutEncoder, loadHeldOutTables } from './held-out/index.ts';
export { normal, permutation, pick, RandomStream, randomFor } from './random.ts';
export {
  type EvaluationFile,
  type EvaluationRun,
  type ExperimentStore,
  evaluate,
  experimentsNamed,
  type RunProgress,
} from './run.ts';
export type * from './types.ts';
