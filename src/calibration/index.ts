export { clopperPearsonUpper, regularizedBeta } from './binomial.ts';
export {
  type ConformalThreshold,
  comfortableCount,
  conformalPValue,
  conformalThreshold,
  minimumCount,
} from './conformal.ts';
export { type ProfileSetting, requireMatch } from './match.ts';
export { type Profile, parseProfile } from './profile.ts';
export { MAX_KEPT_SCORES, quantiles, type ScoreSample, scoreSample } from './score-sample.ts';
export { type Shape, type ShapeGroup, type ShapeThreshold, shapeThreshold } from './shapes.ts';
