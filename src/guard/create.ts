import { type Profile, type ProfileSetting, parseProfile, requireMatch } from '../calibration/index.ts';
import { detectorNamed } from '../detectors/index.ts';
import { TopoGuardError } from '../errors/index.ts';
import type { GuardEnvironment } from './environment.ts';
import type { Guard } from './guard.ts';
import { Judge } from './judge.ts';
import { makeGuard } from './make-guard.ts';
import { type GuardOptions, requireKnown, requireOneOf, requireRate, type ScreeningParameters } from './options.ts';
import { loadScreener } from './resources.ts';
import type { Screener } from './screener.ts';

/** Detectors of a guard that was told neither a detector nor a profile. */
export const DEFAULT_DETECTORS = { withQuery: 'composite', withoutQuery: 'pairwise-hybrid' } as const;

/**
 * Makes a guard: loads the encoder, chooses the backend, and takes the profile it is given or the generic one that ships.
 *
 * @throws TopoGuardError OPTION_INVALID, DETECTOR_UNKNOWN, BACKEND_UNAVAILABLE, PROFILE_INVALID, PROFILE_MISMATCH,
 *   PROFILE_MISSING (no profile given and none ships for this encoder), CALIBRATION_TOO_SMALL, or what the encoder throws
 */
export async function createGuardIn(environment: GuardEnvironment, options: GuardOptions = {}): Promise<Guard> {
  if (typeof options !== 'object' || options === null) {
    throw new TopoGuardError('OPTION_INVALID', 'the options are not an object', {
      remedy: 'Give {…}, or nothing at all',
    });
  }
  requireKnown(options);
  requireOneOf('signals', options.signals ?? 'detector', ['detector', 'all']);
  requireOneOf('detail', options.detail ?? 'none', ['none', 'graph']);
  requireOneOf('uncoveredShapes', options.uncoveredShapes ?? 'nearest', ['nearest', 'abstain']);
  if (options.fpr !== undefined) requireRate(options.fpr);
  const given = options.profile === undefined ? null : parseProfile(options.profile, 'profile');
  const named = options.detector === undefined ? given?.detector.name : options.detector;
  if (named !== undefined) detectorNamed(named);
  const { screener, backendInfo, entities } = await loadScreener(environment, options, given);

  const judgeOf = async (name: string): Promise<Judge> => {
    const profile = given ?? (await genericProfile(environment, screener, name));
    requireMatch(profile, settingOf(screener, name, entities));
    return new Judge(detectorNamed(name), profile, options.fpr ?? profile.fpr);
  };
  const withQuery = await judgeOf(named ?? DEFAULT_DETECTORS.withQuery);
  const withoutQuery = named === undefined ? await judgeOf(DEFAULT_DETECTORS.withoutQuery) : withQuery;
  return makeGuard(screener, { withQuery, withoutQuery }, backendInfo, {
    signals: options.signals ?? 'detector',
    detail: options.detail ?? 'none',
    uncoveredShapes: options.uncoveredShapes ?? 'nearest',
  });
}

/** What a profile must have been calibrated with to be used by this screener. */
export function settingOf(screener: Screener, detector: string, entities: string): ProfileSetting {
  const { encoder, parameters, documentFrequencies } = screener;
  return {
    encoder: { id: encoder.id, dimension: encoder.dimension, fingerprint: encoder.fingerprint },
    detector: {
      name: detector,
      k: parameters.k,
      alpha: parameters.alpha,
      entityUnit: parameters.entityUnit,
      documentFrequencies: documentFrequencies.id,
    },
    text: textSetting(parameters),
    entities,
  };
}

/** What a profile says of the texts. */
export function textSetting({ coverage, sentencesPerDocument, titles }: ScreeningParameters): Profile['text'] {
  // Left out where false, as in profiles from before there was a choice.
  return titles ? { coverage, sentencesPerDocument, titles } : { coverage, sentencesPerDocument };
}

async function genericProfile(environment: GuardEnvironment, screener: Screener, detector: string): Promise<Profile> {
  const { coverage } = screener.parameters;
  const profile = await environment.loadGenericProfile(screener.encoder.id, detector, coverage);
  if (profile) return profile;
  throw new TopoGuardError(
    'PROFILE_MISSING',
    `no profile ships for detector ${detector} with encoder ${screener.encoder.id} and coverage ${coverage}`,
    {
      remedy:
        'Calibrate on your own benign contexts (topoguard calibrate BENIGN.jsonl -o profile.json) and pass the profile',
    },
  );
}
