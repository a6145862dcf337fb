import { TopoGuardError } from '../errors/index.ts';
import { compositeDetector } from './composite/index.ts';
import type { Detector, SignalValues, WindowValues } from './detector.ts';
import { DOCUMENT_SIGNALS } from './document-signals/index.ts';
import { documentQueryDistance } from './document-signals/query-distance.ts';
import type { ContextFeatures } from './features.ts';
import { documentDetector, fusedDetector, signalDetector } from './fusion.ts';
import { rounded, roundedFirst } from './rounding.ts';
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

/** Where window signals write; kept, and grown for a context of more windows. */
let windowValues = new Float64Array(0);

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
    for (let i = 0; i < out.length; i++) out[i] = rounded(out[i]);
    values.documents[name] = out;
  }
  for (const name of windowSignals) {
    values.windows ??= emptyWindowValues(features);
    WINDOW_SIGNAL_BY_NAME.get(name)!.compute(features, windowValues);
    values.windows.values[name] = roundedFirst(windowValues, values.windows.size.length);
  }
  return values;
}

function emptyWindowValues(features: ContextFeatures): WindowValues {
  const { windows } = windowRelations(features);
  const { count } = windows;
  if (windowValues.length < count) windowValues = new Float64Array(2 * count);
  const document = new Array<number>(count);
  const size = new Array<number>(count);
  for (let w = 0; w < count; w++) {
    document[w] = windows.document[w];
    size[w] = windows.to[w] - windows.from[w];
  }
  return { document, size, values: {} };
}
