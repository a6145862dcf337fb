import { TopoGuardError } from '../errors/index.ts';
import { settingDifferences } from './compare-settings.ts';
import type { Profile } from './profile-schema.ts';

/** What a guard is about to run with; a profile must have been calibrated with the same. */
export interface ProfileSetting {
  encoder: { id: string; dimension: number; fingerprint: string };
  detector: { name: string; k: number; alpha: number; entityUnit: string; documentFrequencies: string };
  /** `titles` is false where absent. */
  text: { coverage: string; sentencesPerDocument: number; titles?: boolean | undefined };
  entities: string;
}

/**
 * Refuses a profile that was calibrated with anything else (docs/method.md), naming both sides.
 *
 * @throws TopoGuardError PROFILE_MISMATCH, `location.field` telling what differs
 */
export function requireMatch(profile: Profile, setting: ProfileSetting): void {
  const [difference] = settingDifferences(profile, setting);
  if (!difference) return;
  const { field, first, second } = difference;
  const calibrated = field === 'encoder.fingerprint' ? `${first} (other weights under the same name)` : first;
  throw new TopoGuardError(
    'PROFILE_MISMATCH',
    `profile ${profile.name} was calibrated with ${field} = ${calibrated}, the guard runs with ${second}`,
    {
      location: { field },
      remedy:
        'Use the calibrated setting, or recalibrate: topoguard calibrate BENIGN.jsonl -o profile.json with the options the guard runs with',
    },
  );
}
