export { auroc, weightedAuroc } from './auroc.ts';
export { averagePrecision, type CurvePoint, precisionRecallCurve, rocCurve, thinCurve } from './curves.ts';
export { twoSampleTest } from './kolmogorov-smirnov.ts';
export {
  mean,
  type Normality,
  normality,
  quantile,
  standardDeviation,
  standardError,
} from './moments.ts';
export { countAbove, type Proportion, proportion } from './proportion.ts';
export { type RankedClasses, rankClasses } from './ranks.ts';
export { bootstrapRows, developmentSize, exactCount, exactDevelopmentSize, type Split, splitsByRow } from './splits.ts';
export { binomialError } from './standard-errors.ts';
