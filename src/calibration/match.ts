import { fingerprintsMatch } from '../encoders/index.ts';
import { TopoGuardError } from '../errors/index.ts';
import type { Profile } from './profile.ts';

/** What a guard is about to run with; a profile must have been calibrated with the same. */
export interface ProfileSetting {
  encoder: { id: string; dimension: number; fingerprint: string };
  detector: { name: string; k: number; alpha: number; entityUnit: string; documentFrequencies: string };
  text: { coverage: string; sentencesPerDocument: number };
  entities: string;
}

/**
 * Refuses a profile that was calibrated with anything else (design section 5), naming both sides.
 *
 * @throws TopoGuardError PROFILE_MISMATCH, `location.field` telling what differs
 */
export function requireMatch(profile: Profile, setting: ProfileSetting): void {
  const same: [field: string, calibrated: unknown, running: unknown][] = [
    ['encoder.dimension', profile.encoder.dimension, setting.encoder.dimension],
    ['encoder.id', profile.encoder.id, setting.encoder.id],
    ['detector.name', profile.detector.name, setting.detector.name],
    ['detector.k', profile.detector.k, setting.detector.k],
    ['detector.alpha', profile.detector.alpha, setting.detector.alpha],
    ['detector.entityUnit', profile.detector.entityUnit, setting.detector.entityUnit],
    ['detector.documentFrequencies', profile.detector.documentFrequencies, setting.detector.documentFrequencies],
    ['text.coverage', profile.text.coverage, setting.text.coverage],
    ['text.sentencesPerDocument', profile.text.sentencesPerDocument, setting.text.sentencesPerDocument],
    ['entities', profile.entities, setting.entities],
  ];
  for (const [field, calibrated, running] of same) {
    if (calibrated !== running) throw mismatch(profile, field, String(calibrated), String(running));
  }
  if (!fingerprintsMatch(profile.encoder.fingerprint, setting.encoder.fingerprint)) {
    throw mismatch(
      profile,
      'encoder.fingerprint',
      `${profile.encoder.fingerprint} (other weights under the same name)`,
      setting.encoder.fingerprint,
    );
  }
}

function mismatch(profile: Profile, field: string, calibrated: string, running: string): TopoGuardError {
  return new TopoGuardError(
    'PROFILE_MISMATCH',
    `profile ${profile.name} was calibrated with ${field} = ${calibrated}, the guard runs with ${running}`,
    {
      location: { field },
      remedy:
        'Use the calibrated setting, or recalibrate: topoguard calibrate BENIGN.jsonl -o profile.json with the options the guard runs with',
    },
  );
}
