import {
  MAX_KEPT_SCORES,
  minimumCount,
  type Profile,
  quantiles,
  type Shape,
  type ShapeGroup,
  scoreSample,
  shapeThreshold,
} from '../calibration/index.ts';
import { type Detector, detectorNamed, type ReferenceSample, referenceValues, type SignalValues } from '../detectors/index.ts';
import { TopoGuardError } from '../errors/index.ts';
import type { Context } from '../text/index.ts';
import { DEFAULT_DETECTORS, settingOf } from './create.ts';
import type { GuardEnvironment } from './environment.ts';
import { requireRate, type ScreeningOptions } from './options.ts';
import { loadScreener } from './resources.ts';
import { type Candidate, missingRequirement, type Screener, signalValues } from './screener.ts';

export interface CalibrateOptions extends ScreeningOptions {
  /** Default `anchored`. */
  detector?: string;
  /** False-positive rate β in (0, 1) that the profile is made for. */
  fpr: number;
  /** Default: detector and encoder. */
  name?: string;
  /** Marks a profile that ships with the package. */
  generic?: boolean;
  /** Benign scores kept in all, and values of a signal behind its p-values. Default 4,096. */
  keep?: number;
  /** Called after each chunk with the number of contexts read. */
  onProgress?: (done: number) => void;
}

export interface Calibration {
  profile: Profile;
  /** Contexts the profile rests on. */
  used: number;
  /** Contexts that could not be used, with the reason. */
  skipped: { index: number; id?: string; error: TopoGuardError }[];
}

interface Observation {
  shape: Shape;
  values: SignalValues;
}

const CHUNK = 256;
const DISTRIBUTION_STEPS = 50;
/** Scores a shape keeps however many shapes there are. */
const SMALLEST_KEEP = 32;

/**
 * Calibrates a detector on benign contexts alone (design section 5). A detector that fuses p-values spends every second
 * context of each shape on the p-values' reference and sets its threshold on the others, so that the threshold is of scores
 * the reference has not seen.
 *
 * @throws TopoGuardError CALIBRATION_TOO_SMALL saying how many contexts it takes; otherwise as createGuard
 */
export async function calibrateIn(
  environment: GuardEnvironment,
  contexts: Iterable<Context> | AsyncIterable<Context>,
  options: CalibrateOptions,
): Promise<Calibration> {
  const fpr = requireRate(options.fpr);
  const detector = detectorNamed(options.detector ?? DEFAULT_DETECTORS.withQuery);
  const { screener, entities } = await loadScreener(environment, options, null);
  const { observations, skipped } = await observe(screener, detector, contexts, options.onProgress);
  const needed = minimumCount(fpr) * (detector.fitted ? 2 : 1);
  if (observations.length < needed) {
    throw new TopoGuardError(
      'CALIBRATION_TOO_SMALL',
      `${observations.length} benign contexts could be used, and detector ${detector.name} at a false-positive rate of ${fpr} takes at least ${needed}`,
      { remedy: 'Give more benign contexts, or a larger rate; several times the minimum make a steadier threshold' },
    );
  }
  const keep = options.keep ?? MAX_KEPT_SCORES;
  const { reference, held } = detector.fitted ? splitAndFit(detector, observations, keep) : { reference: null, held: observations };
  const groups = scoreGroups(detector, held, reference, keep);
  const setting = settingOf(screener, detector.name, entities);
  const profile: Profile = {
    format: 'topoguard-profile',
    version: 1,
    name: options.name ?? `${detector.name} with ${screener.encoder.id}`,
    generic: options.generic ?? false,
    created: new Date().toISOString(),
    ...setting,
    text: { coverage: screener.parameters.coverage, sentencesPerDocument: screener.parameters.sentencesPerDocument },
    detector: { ...setting.detector, entityUnit: screener.parameters.entityUnit },
    fpr,
    count: observations.length,
    groups,
    thresholds: groups.map(({ documents, sentences }) => {
      const { count, threshold, fprUpper95 } = shapeThreshold(groups, { documents, sentences }, fpr);
      return { documents, sentences, count, threshold, fprUpper95 };
    }),
    reference,
    distributions: distributionsOf(observations),
  };
  return { profile, used: observations.length, skipped };
}

async function observe(
  screener: Screener,
  detector: Detector,
  contexts: Iterable<Context> | AsyncIterable<Context>,
  onProgress: ((done: number) => void) | undefined,
): Promise<{ observations: Observation[]; skipped: Calibration['skipped'] }> {
  const observations: Observation[] = [];
  const skipped: Calibration['skipped'] = [];
  let done = 0;
  const flush = async (chunk: Context[]): Promise<void> => {
    const candidates = screener.prepare(chunk);
    await screener.analyze(candidates);
    candidates.forEach((candidate, i) => {
      const outcome = observationOf(candidate, detector);
      if (outcome instanceof TopoGuardError) {
        skipped.push({ index: done + i, ...(candidate.id === undefined ? {} : { id: candidate.id }), error: outcome });
      } else observations.push(outcome);
    });
    done += chunk.length;
    onProgress?.(done);
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
  return { observations, skipped };
}

function observationOf(candidate: Candidate, detector: Detector): Observation | TopoGuardError {
  if (candidate.error) return candidate.error;
  const features = candidate.features;
  if (!features) {
    return new TopoGuardError('CONTEXT_INVALID', 'fewer than two documents have text', { remedy: 'Leave it out of the calibration' });
  }
  const missing = missingRequirement(features, detector.requires);
  if (missing !== null) {
    return new TopoGuardError(missing === 'query' ? 'QUERY_MISSING' : 'CONTEXT_INVALID', `detector ${detector.name} needs a ${missing}`, {
      location: { field: missing === 'query' ? 'query' : 'documents' },
      remedy: 'Give it, or calibrate a detector that needs none, e.g. pairwise-hybrid',
    });
  }
  const values = signalValues(features, detector, 'all');
  if (detector.signals.some((name) => Number.isNaN(values.signals[name]))) {
    return new TopoGuardError('CONTEXT_TOO_LARGE', `detector ${detector.name} is not defined for ${features.sentenceCount} sentences`);
  }
  return { shape: { documents: features.documentCount, sentences: features.sentenceCount }, values };
}

/** Every second observation of a shape for the reference, the others for the threshold. */
function splitAndFit(detector: Detector, observations: readonly Observation[], keep: number): { reference: ReferenceSample; held: Observation[] } {
  const seen = new Map<string, number>();
  const fit: Observation[] = [];
  const held: Observation[] = [];
  for (const observation of observations) {
    const key = keyOf(observation.shape);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    (before % 2 === 0 ? held : fit).push(observation);
  }
  return {
    held,
    reference: {
      signals: Object.fromEntries(detector.signals.map((name) => [name, referenceValues(fit.map((o) => o.values.signals[name]), keep)])),
      documents: Object.fromEntries(
        detector.documentSignals.map((name) => [name, referenceValues(fit.flatMap((o) => Array.from(o.values.documents[name])), keep)]),
      ),
    },
  };
}

function scoreGroups(detector: Detector, held: readonly Observation[], reference: ReferenceSample | null, keep: number): ShapeGroup[] {
  const byShape = new Map<string, { shape: Shape; scores: number[] }>();
  for (const { shape, values } of held) {
    const key = keyOf(shape);
    const group = byShape.get(key) ?? { shape, scores: [] };
    group.scores.push(detector.score(values, reference).score);
    byShape.set(key, group);
  }
  const share = Math.max(SMALLEST_KEEP, Math.floor(keep / byShape.size));
  return [...byShape.values()]
    .map(({ shape, scores }) => ({ ...shape, ...scoreSample(scores, share) }))
    .sort((a, b) => a.documents - b.documents || a.sentences - b.sentences);
}

function distributionsOf(observations: readonly Observation[]): Record<string, number[]> {
  const names = new Set(observations.flatMap((o) => Object.keys(o.values.signals)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = observations.map((o) => o.values.signals[name]).filter((v) => v !== undefined && !Number.isNaN(v));
      return [name, quantiles(values, DISTRIBUTION_STEPS)];
    }),
  );
}

function keyOf(shape: Shape): string {
  return `${shape.documents}:${shape.sentences}`;
}
