export {
  COMPOSITE_GROUPS,
  compositeDetector,
  compositeFinding,
  normalDistribution,
} from './composite/index.ts';
export type { Detector, DetectorScore, SignalValues, WindowValues } from './detector.ts';
export { DOCUMENT_SIGNALS } from './document-signals/index.ts';
export type {
  ContextFeatures,
  DocumentSignal,
  DocumentText,
  Requirement,
  SentenceWords,
  Signal,
  WindowSignal,
} from './features.ts';
export { graphMeasure } from './measures.ts';
export { lowerBound, type ReferenceSample, referenceValues, upperBound } from './reference-sample.ts';
export { computeSignals, DETECTOR_NAMES, detectorNamed } from './registry.ts';
export { SIGNALS } from './signals/index.ts';
export { WINDOW_SIGNALS } from './window-signals/index.ts';
