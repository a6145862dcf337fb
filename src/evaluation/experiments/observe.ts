import type { Detector, Requirement, SignalValues } from '../../detectors/index.ts';
import {
  type ContextFeatures,
  computeSignals,
  DOCUMENT_SIGNALS,
  graphMeasure,
  SIGNALS,
  WINDOW_SIGNALS,
} from '../../detectors/index.ts';
import type { Encoder } from '../../encoders/encoder.ts';
import type { GuardEnvironment, Screener } from '../../guard/index.ts';
import { loadScreener } from '../../guard/index.ts';
import type { EvaluationContext } from '../types.ts';
import { NAME_UNIT_SIGNALS } from './detectors.ts';

/** What experiments know of one context. */
export interface Observation {
  /** Row of the data set that it belongs to. */
  row: number;
  documents: number;
  sentences: number;
  values: SignalValues;
  /** λ₂ of the whole graph, and φ(G) by enumeration, NaN for more than 12 sentences. */
  lambda2: number;
  conductance: number;
  /** Cosines of all pairs of different sentences. [n(n − 1)/2] */
  cosines: Float32Array;
  /** Indices of the planted documents, of an attacked context. */
  planted?: readonly number[];
}

/** A set of contexts, e.g. those of one attack. */
export interface NamedContexts {
  name: string;
  observations: readonly Observation[];
}

/** Every signal but the pairwise modularity, whose Louvain runs take longer than all others together. */
const OBSERVED_SIGNALS = SIGNALS.filter(({ name }) => name !== 'pairwise-modularity');
const WITH_QUERY = namesOf(OBSERVED_SIGNALS, DOCUMENT_SIGNALS, WINDOW_SIGNALS);
/** Those that a context without a query has. */
const WITHOUT_QUERY = namesOf(OBSERVED_SIGNALS.filter(needsNoQuery), DOCUMENT_SIGNALS.filter(needsNoQuery), []);
const NAME_UNIT_NAMES = NAME_UNIT_SIGNALS.map(([signal]) => signal);

/** Contexts encoded and analyzed at a time: bounds the memory of similarities and vectors. */
const CHUNK = 256;

/** A screener of all sentences of the contexts it is given. */
export function screenerFor(
  environment: GuardEnvironment,
  options: { encoder: Encoder; k: number; alpha: number; titles: boolean },
): Promise<Screener> {
  return loadScreener(environment, { ...options, coverage: 'all' }, null).then((loaded) => loaded.screener);
}

/**
 * Signals of contexts; those that cannot be encoded or compared (an encoder without a vector for a sentence, one document
 * left) are handed to `leftOut` with the reason.
 */
export async function observe(
  screener: Screener,
  contexts: readonly EvaluationContext[],
  leftOut: (context: EvaluationContext, reason: string) => void,
): Promise<Observation[]> {
  const observations: Observation[] = [];
  for (let from = 0; from < contexts.length; from += CHUNK) {
    const chunk = contexts.slice(from, from + CHUNK);
    const candidates = screener.prepare(chunk);
    await screener.analyze(candidates);
    for (const [i, { features, error }] of candidates.entries()) {
      if (features) observations.push(observationOf(features, chunk[i]));
      else leftOut(chunk[i], error?.code ?? 'fewer than two documents have text');
    }
  }
  return observations;
}

function observationOf(features: ContextFeatures, { row, planted }: EvaluationContext): Observation {
  const names = features.queryCosines === null || features.queryWords === null ? WITHOUT_QUERY : WITH_QUERY;
  const values = computeSignals(features, names.signals, names.documents, names.windows);
  const inNames: ContextFeatures = Object.create(features, { entityUnit: { value: 'name' } });
  const named = computeSignals(inNames, NAME_UNIT_NAMES, []);
  for (const [signal, as] of NAME_UNIT_SIGNALS) values.signals[as] = named.signals[signal];
  return {
    row,
    documents: features.documentCount,
    sentences: features.sentenceCount,
    values,
    lambda2: graphMeasure(features, 'lambda2'),
    conductance: graphMeasure(features, 'conductanceExact'),
    cosines: pairCosines(features),
    ...(planted === undefined ? {} : { planted }),
  };
}

function pairCosines({ similarities, sentenceCount: n }: ContextFeatures): Float32Array {
  const cosines = new Float32Array((n * (n - 1)) / 2);
  let at = 0;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) cosines[at++] = similarities[i * n + j];
  return cosines;
}

/** Whether a detector finds all that it rests on in an observation. */
export function canScore(detector: Detector, { values }: Observation): boolean {
  return (
    detector.signals.every((name) => values.signals[name] !== undefined) &&
    detector.documentSignals.every((name) => values.documents[name] !== undefined) &&
    detector.windowSignals.every((name) => values.windows?.values[name] !== undefined)
  );
}

/** The observations of each row. */
export function groupByRow(observations: readonly Observation[]): Map<number, Observation[]> {
  const byRow = new Map<number, Observation[]>();
  for (const o of observations) {
    const group = byRow.get(o.row);
    if (group) group.push(o);
    else byRow.set(o.row, [o]);
  }
  return byRow;
}

interface Named {
  name: string;
}

function namesOf(signals: readonly Named[], documents: readonly Named[], windows: readonly Named[]) {
  const names = (list: readonly Named[]) => list.map(({ name }) => name);
  return { signals: names(signals), documents: names(documents), windows: names(windows) };
}

function needsNoQuery({ requires }: { requires: readonly Requirement[] }): boolean {
  return !requires.includes('query');
}
