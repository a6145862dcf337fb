export type { Detector, DetectorScore, SignalValues } from './detector.ts';
export { DOCUMENT_SIGNALS } from './document-signals/index.ts';
export type { ContextFeatures, DocumentSignal, DocumentText, Requirement, Signal } from './features.ts';
export { graphMeasure } from './measures.ts';
export { lowerBound, type ReferenceSample, referenceValues, upperBound } from './reference-sample.ts';
export { computeSignals, DETECTOR_NAMES, detectorNamed } from './registry.ts';
export { SIGNALS } from './signals/index.ts';
