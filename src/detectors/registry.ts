import { TopoGuardError } from '../errors/index.ts';
import { compositeDetector } from './composite/index.ts';
import type { Detector, SignalValues, WindowValues } from './detector.ts';
import { DOCUMENT_SIGNALS } from './document-signals/index.ts';
import { documentQueryDistance } from './document-signals/query-distance.ts';
import type { ContextFeatures } from './features.ts';
import { documentDetector, fusedDetector, signalDetector } from './fusion.ts';
import { rounded, roundedAll } from './rounding.ts';
import { entityLink } from './signals/entity-link.ts';
import { SIGNALS } from './signals/index.ts';
import { queryDistance } from './signals/query-distance.ts';
import { WINDOW_SIGNALS } from './window-signals/index.ts';
import { windowRelations } from './windows/index.ts';

const SIGNAL_BY_NAME = new Map(SIGNALS.map((s) => [s.name, s]));
const DOCUMENT_SIGNAL_BY_NAME = new Map(DOCUMENT_SIGNALS.map((s) => [s.name, s]));

const WINDOW_SIGNAL_BY_NAME = new Map(WINDOW_SIGNALS.map((s) => [s.name, s]));

/**
 * All detectors: `composite`, `anchored` (query-distance + entity-link, fused), `document-anomaly`, and each signal by its own name, the
 * paper's four (`spectral-gap`, `conductance`, `modularity`, `hybrid`) among them.
 */
const DETECTORS: ReadonlyMap<string, Detector> = new Map(
  [
    compositeDetector(),
    fusedDetector('anchored', [queryDistance, entityLink], documentQueryDistance),
    documentDetector('document-anomaly', DOCUMENT_SIGNALS),
    ...SIGNALS.map(signalDetector),
  ].map((d) => [d.name, d]),
);

export const DETECTOR_NAMES: readonly string[] = [...DETECTORS.keys()];

/** @throws TopoGuardError DETECTOR_UNKNOWN listing the names there are */
export function detectorNamed(name: string): Detector {
  const detector = DETECTORS.get(name);
  if (!detector) {
    throw new TopoGuardError('DETECTOR_UNKNOWN', `there is no detector ${JSON.stringify(name)}`, {
      remedy: `Choose one of: ${DETECTOR_NAMES.join(', ')}`,
    });
  }
  return detector;
}

/** The signals named, of each kind, computed for one context. Unknown names are a programming error. */
export function computeSignals(
  features: ContextFeatures,
  signals: Iterable<string>,
  documentSignals: Iterable<string>,
  windowSignals: Iterable<string> = [],
): SignalValues {
  const values: SignalValues = { signals: {}, documents: {} };
  for (const name of signals) values.signals[name] = rounded(SIGNAL_BY_NAME.get(name)!.compute(features));
  for (const name of documentSignals) {
    const out = new Float64Array(features.documentCount);
    DOCUMENT_SIGNAL_BY_NAME.get(name)!.compute(features, out);
    values.documents[name] = roundedAll(out);
  }
  for (const name of windowSignals) {
    values.windows ??= emptyWindowValues(features);
    values.windows.values[name] = roundedAll(WINDOW_SIGNAL_BY_NAME.get(name)!.compute(features));
  }
  return values;
}

function emptyWindowValues(features: ContextFeatures): WindowValues {
  const { windows } = windowRelations(features);
  const document = new Int32Array(windows.length);
  const size = new Int32Array(windows.length);
  windows.forEach((window, w) => {
    document[w] = window.document;
    size[w] = window.to - window.from;
  });
  return { document, size, values: {} };
}
