import { DEFAULT_RULE } from './guarantee.ts';
import { PROFILE_VERSION } from './profile-schema.ts';

type Fields = Record<string, unknown>;

/** From each earlier version to the one after it. A released step never changes. */
const STEPS: Readonly<Record<number, (profile: Fields) => Fields>> = {
  // Version 1 knew split conformal thresholds of clean samples only, and had no content hash.
  1: (profile) => ({
    ...profile,
    ...DEFAULT_RULE,
    thresholds: Array.isArray(profile.thresholds)
      ? profile.thresholds.map((threshold: unknown) => ({ ...(threshold as Fields), rankError: 0 }))
      : profile.thresholds,
  }),
};

/**
 * The content of a profile of an earlier version in the form of the current one, not yet checked and without hash; null where
 * there is nothing to migrate. Thresholds are to be computed again: the pooling rule may have changed.
 */
export function migrated(value: unknown): Fields | null {
  let version = (value as { version?: unknown } | null)?.version;
  if (typeof version !== 'number' || !(version in STEPS)) return null;
  let profile = value as Fields;
  for (; version < PROFILE_VERSION; version++) profile = STEPS[version](profile);
  return { ...profile, version };
}
