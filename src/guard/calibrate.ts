import {
  DEFAULT_RULE,
  type Guarantee,
  MAX_KEPT_SCORES,
  minimumCount,
  PROFILE_VERSION,
  type Profile,
  parseProfile,
  rankedQuantiles,
  requireMatch,
  ScoreSketch,
  sealProfile,
  type ThresholdRule,
} from '../calibration/index.ts';
import { type Detector, detectorNamed, type ReferenceSample, WINDOW_SIGNALS } from '../detectors/index.ts';
import { TopoGuardError } from '../errors/index.ts';
import type { Context } from '../text/index.ts';
import { DEFAULT_DETECTORS, settingOf, textSetting } from './create.ts';
import { DetectorCalibration } from './detector-calibration.ts';
import type { GuardEnvironment } from './environment.ts';
import { observe, type SkippedContext } from './observe.ts';
import { requireContamination, requireGuarantee, requireRate, type ScreeningOptions } from './options.ts';
import { loadScreener } from './resources.ts';
import type { Screener } from './screener.ts';

/** What a calibration is made for, apart from the detector. */
export interface CalibrationSettings extends ScreeningOptions {
  /** False-positive rate β in (0, 1) that the profile is made for. */
  fpr: number;
  /** Default: detector and encoder. */
  name?: string;
  /** `marginal` (default): FPR ≤ β on average over calibration samples; `pac`: with 95 % confidence. See Guarantee. */
  guarantee?: Guarantee;
  /** Upper share in [0, 0.1] of attacks among the contexts, where it is not certain that all are benign. See ThresholdRule. */
  contamination?: number;
  /**
   * A profile whose reference for p-values is used instead of fitting one, so that the two can be merged; for detectors that fuse
   * p-values. All contexts then go to the threshold.
   */
  reference?: Profile | unknown;
  /** Marks a profile that ships with the package. */
  generic?: boolean;
  /** Benign scores kept in all, and values of a signal behind its p-values. Default 4,096. */
  keep?: number;
  /** Called for each context that cannot be used, soon after it was read; once per detector that cannot use it. */
  onSkip?: (context: SkippedContext) => void;
  /** Called after each chunk with the number of contexts read. */
  onProgress?: (done: number) => void;
}

export interface CalibrateOptions extends CalibrationSettings {
  /** Default `composite`. */
  detector?: string;
}

export interface Calibration {
  profile: Profile;
  /** Contexts the profile rests on. */
  used: number;
  /** Contexts that could not be used, in order, with the reason; the first 10,000 of them. */
  skipped: SkippedContext[];
  /** How many could not be used. */
  skippedCount: number;
}

const WINDOW_SIGNAL_NAMES: ReadonlySet<string> = new Set(WINDOW_SIGNALS.map((signal) => signal.name));

/** Steps of the quantiles in `distributions`. */
const DISTRIBUTION_STEPS = 50;

/**
 * Calibrates a detector on benign contexts alone (docs/method.md). Contexts may be any number: they are read once and not kept
 * (see DetectorCalibration for what is, and for how contexts are spent by detectors that fuse p-values).
 *
 * @throws TopoGuardError CALIBRATION_TOO_SMALL saying how many contexts it takes; PROFILE_INVALID or PROFILE_MISMATCH for a
 *   `reference` that does not fit; otherwise as createGuard
 */
export async function calibrateIn(
  environment: GuardEnvironment,
  contexts: Iterable<Context> | AsyncIterable<Context>,
  options: CalibrateOptions,
): Promise<Calibration> {
  const { detector, ...settings } = options;
  const fallback = (settings.reference as Profile | undefined)?.detector?.name ?? DEFAULT_DETECTORS.withQuery;
  const [calibration] = await calibrateAllIn(environment, contexts, [detector ?? fallback], settings);
  return calibration;
}

/** Calibrates several detectors on one pass over the contexts; in the order of their names. */
export async function calibrateAllIn(
  environment: GuardEnvironment,
  contexts: Iterable<Context> | AsyncIterable<Context>,
  names: readonly string[],
  settings: CalibrationSettings,
): Promise<Calibration[]> {
  const { fpr, keep = MAX_KEPT_SCORES, onSkip, onProgress } = settings;
  requireRate(fpr);
  const rule: ThresholdRule = {
    guarantee: requireGuarantee(settings.guarantee ?? DEFAULT_RULE.guarantee),
    contamination: requireContamination(settings.contamination ?? DEFAULT_RULE.contamination),
  };
  const detectors = names.map(detectorNamed);
  const given = settings.reference === undefined ? null : parseProfile(settings.reference, 'reference');
  const { screener, entities } = await loadScreener(environment, settings, given);
  const calibrations = detectors.map((detector) => {
    const reference = given === null ? null : referenceOf(given, screener, detector, entities);
    return new DetectorCalibration(detector, reference, keep, onSkip);
  });
  const distributions = new Map<string, ScoreSketch>();
  const distribute = (name: string, value: number): void => {
    if (Number.isNaN(value)) return;
    if (!distributions.has(name)) distributions.set(name, new ScoreSketch());
    distributions.get(name)!.add(value);
  };
  await observe(screener, detectors, contexts, {
    observed(observation) {
      for (const calibration of calibrations) calibration.observe(observation);
      const { signals, windows } = observation.values;
      for (const [name, value] of Object.entries(signals)) distribute(name, value);
      for (const [name, values] of Object.entries(windows?.values ?? {}))
        for (const value of values) distribute(name, value);
    },
    skipped(context) {
      for (const calibration of calibrations) calibration.skip(context);
    },
    progress: (done) => onProgress?.(done),
  });
  const quantiles = [...distributions].map(
    ([name, sketch]) => [name, rankedQuantiles(sketch.ranked(), DISTRIBUTION_STEPS)] as const,
  );
  return calibrations.map((calibration) => {
    requireEnough(calibration, fpr, rule);
    const { used, skipped, skippedCount } = calibration;
    const { scores, reference } = calibration.finish();
    const { parameters } = screener;
    const setting = settingOf(screener, calibration.detector.name, entities);
    const profile = sealProfile({
      format: 'topoguard-profile',
      version: PROFILE_VERSION,
      name: settings.name ?? `${calibration.detector.name} with ${screener.encoder.id}`,
      generic: settings.generic ?? false,
      created: new Date().toISOString(),
      detector: { ...setting.detector, entityUnit: parameters.entityUnit },
      text: textSetting(parameters),
      entities,
      encoder: setting.encoder,
      fpr,
      ...rule,
      count: used,
      groups: scores.groups(keep),
      reference,
      distributions: Object.fromEntries(
        quantiles.filter(
          ([name]) => !WINDOW_SIGNAL_NAMES.has(name) || calibration.detector.windowSignals.includes(name),
        ),
      ),
    });
    return { profile, used, skipped, skippedCount };
  });
}

/** The reference of a profile that was made for the same detector and settings. */
function referenceOf(
  profile: Profile,
  screener: Screener,
  detector: Detector,
  entities: string,
): ReferenceSample | null {
  if (!detector.fitted) {
    throw new TopoGuardError(
      'OPTION_INVALID',
      `detector ${detector.name} has no reference: its scores are comparable as they are`,
      {
        location: { field: 'reference' },
        remedy: 'Leave the option out; profiles of such detectors merge without it',
      },
    );
  }
  requireMatch(profile, settingOf(screener, detector.name, entities));
  return profile.reference;
}

function requireEnough(calibration: DetectorCalibration, fpr: number, rule: ThresholdRule): void {
  const { detector, used, skipped, skippedCount } = calibration;
  const needed = minimumCount(fpr, rule) * (calibration.fitsReference ? 2 : 1);
  if (used >= needed) return;
  const reason = mostFrequent(skipped.map((s) => s.error.problem));
  const confidence = rule.guarantee === 'pac' ? ' with 95 % confidence (pac)' : '';
  throw new TopoGuardError(
    'CALIBRATION_TOO_SMALL',
    `${used} benign contexts could be used, and detector ${detector.name} at a false-positive rate of ${fpr}${confidence} takes at least ${needed}${
      reason === undefined ? '' : `; ${skippedCount} were left out, most often because: ${reason}`
    }`,
    { remedy: 'Give more benign contexts, or a larger rate; several times the minimum make a steadier threshold' },
  );
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
