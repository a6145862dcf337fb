import type { Shape } from '../calibration/index.ts';
import { computeSignals, type Detector, SIGNALS, type SignalValues } from '../detectors/index.ts';
import { TopoGuardError } from '../errors/index.ts';
import type { Context } from '../text/index.ts';
import { missingRequirement, type Screener } from './screener.ts';

/** A benign context as calibration sees it. */
export interface Observation {
  /** Place among the contexts given. */
  index: number;
  id: string | undefined;
  shape: Shape;
  /** Without signals whose needs the context does not meet; NaN where not defined for its shape. */
  values: SignalValues;
}

/** A context that could not be used, with the reason. */
export interface SkippedContext {
  index: number;
  id?: string;
  error: TopoGuardError;
}

/** Who takes what is observed, as it comes. */
export interface ObservationSink {
  observed(observation: Observation): void;
  /** A context of which there is no signal at all. */
  skipped(context: SkippedContext): void;
  /** After each chunk, with the number of contexts read. */
  progress(done: number): void;
}

const CHUNK = 256;

/**
 * Signals of every context that can be screened: those of the detectors, and all others that are cheap, for the profile's
 * distributions. Nothing is kept here, so that any number of contexts can pass.
 */
export async function observe(
  screener: Screener,
  detectors: readonly Detector[],
  contexts: Iterable<Context> | AsyncIterable<Context>,
  sink: ObservationSink,
): Promise<void> {
  const needed = new Set(detectors.flatMap((d) => d.signals));
  const wanted = SIGNALS.filter((s) => !s.expensive || needed.has(s.name));
  const documentSignals = new Set(detectors.flatMap((d) => d.documentSignals));
  const windowSignals = new Set(detectors.flatMap((d) => d.windowSignals));
  let done = 0;
  const flush = async (chunk: Context[]): Promise<void> => {
    const candidates = screener.prepare(chunk);
    await screener.analyze(candidates);
    for (const [i, candidate] of candidates.entries()) {
      const { features } = candidate;
      if (!features) {
        sink.skipped(skip(done + i, candidate.id, candidate.error ?? nothingToCompare()));
        continue;
      }
      const possible = wanted.filter((s) => missingRequirement(features, s.requires) === null).map((s) => s.name);
      const complete = missingRequirement(features, ['query', 'text']) === null;
      sink.observed({
        index: done + i,
        id: candidate.id,
        shape: { documents: features.documentCount, sentences: features.sentenceCount },
        values: computeSignals(features, possible, complete ? documentSignals : [], complete ? windowSignals : []),
      });
    }
    done += chunk.length;
    sink.progress(done);
  };
  let chunk: Context[] = [];
  for await (const context of contexts) {
    chunk.push(context);
    if (chunk.length === CHUNK) {
      await flush(chunk);
      chunk = [];
    }
  }
  if (chunk.length > 0) await flush(chunk);
}

/** Why a detector cannot score an observation; null where it can. */
export function unusableFor(detector: Detector, observation: Observation): SkippedContext | null {
  const { signals, documents, windows } = observation.values;
  const complete =
    detector.signals.every((name) => signals[name] !== undefined) &&
    detector.documentSignals.every((name) => documents[name] !== undefined) &&
    detector.windowSignals.every((name) => windows?.values[name] !== undefined);
  if (!complete) return skip(observation.index, observation.id, lacksQuery(detector));
  if (detector.signals.some((name) => Number.isNaN(signals[name]))) {
    return skip(observation.index, observation.id, undefinedFor(detector, observation.shape));
  }
  return null;
}

function skip(index: number, id: string | undefined, error: TopoGuardError): SkippedContext {
  return id === undefined ? { index, error } : { index, id, error };
}

function nothingToCompare(): TopoGuardError {
  return new TopoGuardError('CONTEXT_INVALID', 'fewer than two documents have text', {
    remedy: 'Leave it out of the calibration',
  });
}

function lacksQuery(detector: Detector): TopoGuardError {
  return new TopoGuardError('QUERY_MISSING', `detector ${detector.name} needs the query`, {
    location: { field: 'query' },
    remedy: 'Give it, or calibrate a detector that needs none, e.g. pairwise-hybrid',
  });
}

/** Why a detector has no value for a shape; shared with screening. */
export function undefinedFor(detector: Detector, shape: Shape): TopoGuardError {
  return new TopoGuardError(
    'CONTEXT_TOO_LARGE',
    `detector ${detector.name} is not defined for ${shape.documents} documents with ${shape.sentences} sentences`,
    {
      remedy:
        'Exact conductance needs at most 12 sentences in a graph; use conductance-sweep or pairwise-conductance-exact',
    },
  );
}
