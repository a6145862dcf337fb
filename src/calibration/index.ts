export { clopperPearsonUpper, regularizedBeta } from './binomial.ts';
export { comfortableCount, type ConformalThreshold, conformalPValue, conformalThreshold, minimumCount } from './conformal.ts';
export { type ProfileSetting, requireMatch } from './match.ts';
export { parseProfile, type Profile } from './profile.ts';
export { MAX_KEPT_SCORES, quantiles, type ScoreSample, scoreSample } from './score-sample.ts';
export { type Shape, type ShapeGroup, type ShapeThreshold, shapeThreshold } from './shapes.ts';
