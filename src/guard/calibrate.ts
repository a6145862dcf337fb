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
import { type Detector, detectorNamed, type ReferenceSample, referenceValues } from '../detectors/index.ts';
import { TopoGuardError } from '../errors/index.ts';
import type { Context } from '../text/index.ts';
import { DEFAULT_DETECTORS, settingOf } from './create.ts';
import type { GuardEnvironment } from './environment.ts';
import { type Observation, observe, type SkippedContext, usableFor } from './observe.ts';
import { requireRate, type ScreeningOptions } from './options.ts';
import { loadScreener } from './resources.ts';
import type { Screener } from './screener.ts';

/** What a calibration is made for, apart from the detector. */
export interface CalibrationSettings extends ScreeningOptions {
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

export interface CalibrateOptions extends CalibrationSettings {
  /** Default `anchored`. */
  detector?: string;
}

export interface Calibration {
  profile: Profile;
  /** Contexts the profile rests on. */
  used: number;
  /** Contexts that could not be used, in order, with the reason. */
  skipped: SkippedContext[];
}

/** Steps of the quantiles in `distributions`. */
const DISTRIBUTION_STEPS = 50;
/** Scores that even a rare shape keeps; the others share by their counts. */
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
  const { detector = DEFAULT_DETECTORS.withQuery, ...settings } = options;
  const [calibration] = await calibrateAllIn(environment, contexts, [detector], settings);
  return calibration;
}

/** Calibrates several detectors on one pass over the contexts; in the order of their names. */
export async function calibrateAllIn(
  environment: GuardEnvironment,
  contexts: Iterable<Context> | AsyncIterable<Context>,
  names: readonly string[],
  settings: CalibrationSettings,
): Promise<Calibration[]> {
  requireRate(settings.fpr);
  const detectors = names.map(detectorNamed);
  const { screener, entities } = await loadScreener(environment, settings, null);
  const { observations, skipped } = await observe(screener, detectors, contexts, settings.onProgress);
  return detectors.map((detector) => {
    const { usable, skipped: unusable } = usableFor(detector, observations);
    const all = [...skipped, ...unusable].sort((a, b) => a.index - b.index);
    return {
      profile: profileOf(screener, entities, detector, usable, all, settings),
      used: usable.length,
      skipped: all,
    };
  });
}

function profileOf(
  screener: Screener,
  entities: string,
  detector: Detector,
  observations: readonly Observation[],
  skipped: readonly SkippedContext[],
  settings: CalibrationSettings,
): Profile {
  const { fpr, keep = MAX_KEPT_SCORES } = settings;
  requireEnough(detector, observations.length, skipped, fpr);
  const { reference, held } = detector.fitted
    ? splitAndFit(detector, observations, keep)
    : { reference: null, held: observations };
  const groups = scoreGroups(detector, held, reference, keep);
  const { parameters, encoder } = screener;
  const setting = settingOf(screener, detector.name, entities);
  return {
    format: 'topoguard-profile',
    version: 1,
    name: settings.name ?? `${detector.name} with ${encoder.id}`,
    generic: settings.generic ?? false,
    created: new Date().toISOString(),
    detector: { ...setting.detector, entityUnit: parameters.entityUnit },
    text: { coverage: parameters.coverage, sentencesPerDocument: parameters.sentencesPerDocument },
    entities,
    encoder: setting.encoder,
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
}

function requireEnough(detector: Detector, count: number, skipped: readonly SkippedContext[], fpr: number): void {
  const needed = minimumCount(fpr) * (detector.fitted ? 2 : 1);
  if (count >= needed) return;
  const reason = mostFrequent(skipped.map((s) => s.error.problem));
  throw new TopoGuardError(
    'CALIBRATION_TOO_SMALL',
    `${count} benign contexts could be used, and detector ${detector.name} at a false-positive rate of ${fpr} takes at least ${needed}${
      reason === undefined ? '' : `; ${skipped.length} were left out, most often because: ${reason}`
    }`,
    { remedy: 'Give more benign contexts, or a larger rate; several times the minimum make a steadier threshold' },
  );
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Every second observation of a shape for the reference, the others for the threshold. */
function splitAndFit(
  detector: Detector,
  observations: readonly Observation[],
  keep: number,
): { reference: ReferenceSample; held: Observation[] } {
  // Odd shapes out start with the threshold's half by turns, so that neither half is short of them.
  let turn = 0;
  const next = new Map<string, boolean>();
  const fit: Observation[] = [];
  const held: Observation[] = [];
  for (const observation of observations) {
    const key = keyOf(observation.shape);
    const holds = next.get(key) ?? turn++ % 2 === 0;
    next.set(key, !holds);
    (holds ? held : fit).push(observation);
  }
  const signal = (name: string) => fit.map((o) => o.values.signals[name]);
  const document = (name: string) => fit.flatMap((o) => Array.from(o.values.documents[name]));
  return {
    held,
    reference: {
      signals: Object.fromEntries(detector.signals.map((name) => [name, referenceValues(signal(name), keep)])),
      documents: Object.fromEntries(
        detector.documentSignals.map((name) => [name, referenceValues(document(name), keep)]),
      ),
    },
  };
}

function scoreGroups(
  detector: Detector,
  held: readonly Observation[],
  reference: ReferenceSample | null,
  keep: number,
): ShapeGroup[] {
  const byShape = new Map<string, { shape: Shape; scores: number[] }>();
  for (const { shape, values } of held) {
    const key = keyOf(shape);
    const group = byShape.get(key) ?? { shape, scores: [] };
    group.scores.push(detector.score(values, reference).score);
    byShape.set(key, group);
  }
  const share = (count: number) => Math.max(SMALLEST_KEEP, Math.floor((keep * count) / held.length));
  return [...byShape.values()]
    .map(({ shape, scores }) => ({ ...shape, ...scoreSample(scores, share(scores.length)) }))
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
