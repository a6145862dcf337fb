export { clopperPearsonUpper, regularizedBeta } from './binomial.ts';
export { canonicalJson } from './canonical.ts';
export type { SettingDifference } from './compare-settings.ts';
export {
  type ConformalThreshold,
  conformalMidRankPValue,
  conformalPValue,
  conformalPValues,
  conformalThreshold,
} from './conformal.ts';
export { diffProfiles, type ProfileDifference, type ShapeDifference } from './diff-profiles.ts';
export * from './drift/index.ts';
export {
  comfortableCount,
  DEFAULT_RULE,
  GUARANTEES,
  type Guarantee,
  MAX_CONTAMINATION,
  minimumCount,
  type ThresholdRule,
  thresholdRank,
} from './guarantee.ts';
export { type ProfileSetting, requireMatch } from './match.ts';
export { mergeProfiles } from './merge-profiles.ts';
export { parseProfile, profileText, sealProfile } from './profile.ts';
export { PROFILE_VERSION, type Profile } from './profile-schema.ts';
export { rankedFromSorted, rankedQuantiles } from './ranked-scores.ts';
export {
  MAX_KEPT_SCORES,
  mergeSamples,
  quantiles,
  type ScoreSample,
  sampleQuantiles,
  sampleUncertainty,
  scoreSample,
} from './score-sample.ts';
export { ScoreSketch } from './score-sketch.ts';
export { sha256Hex } from './sha256.ts';
export { ShapeScores } from './shape-scores.ts';
export {
  coversShape,
  type Shape,
  type ShapeGroup,
  type ShapeThreshold,
  shapeKey,
  shapeThreshold,
} from './shapes.ts';
export * from './theory/index.ts';
