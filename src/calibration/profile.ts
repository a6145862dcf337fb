import type * as z from 'zod/mini';
import { TopoGuardError } from '../errors/index.ts';
import { canonicalJson } from './canonical.ts';
import { migrated } from './migrate.ts';
import {
  PROFILE_VERSION,
  type Profile,
  profileSchema,
  type UnsealedProfile,
  unsealedSchema,
} from './profile-schema.ts';
import type { ScoreSample } from './score-sample.ts';
import { sha256Hex } from './sha256.ts';
import { shapeThreshold } from './shapes.ts';

export type { Profile } from './profile-schema.ts';

/** Adds the thresholds that the groups give, and the content hash. The only way a profile is made. */
export function sealProfile(content: Omit<UnsealedProfile, 'thresholds'>): Profile {
  const { groups, fpr } = content;
  const unsealed: UnsealedProfile = {
    ...content,
    thresholds: groups.map(({ documents, sentences }) => {
      const { count, threshold, fprUpper95, rankError } = shapeThreshold(
        groups,
        { documents, sentences },
        fpr,
        content,
      );
      return { documents, sentences, count, threshold, fprUpper95, rankError };
    }),
  };
  return { ...unsealed, hash: contentHash(unsealed) };
}

/** The file form of a profile: canonical JSON and a line break. Equal profiles are equal byte by byte. */
export function profileText(profile: Profile): string {
  return `${canonicalJson(profile)}\n`;
}

/**
 * Reads a profile from parsed JSON, migrating those of earlier versions, and checks its content hash.
 *
 * @param source names the profile in errors, e.g. its file
 * @throws TopoGuardError PROFILE_INVALID naming the field (`hash` where the content was changed after it was written)
 */
export function parseProfile(value: unknown, source: string): Profile {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > PROFILE_VERSION) {
    throw new TopoGuardError(
      'PROFILE_INVALID',
      `profile version ${version} is newer than this release reads (${PROFILE_VERSION})`,
      { location: { file: source, field: 'version' }, remedy: 'Update topoguard, or recalibrate with this release' },
    );
  }
  const earlier = migrated(value);
  if (earlier !== null) {
    // Version 1 had no hash: a file that claims it and has one is a later profile made to look unsealed.
    if ('hash' in earlier) throw invalid(source, 'version', 'it has a content hash, which this version did not have');
    const { thresholds: _, ...content } = checked(unsealedSchema, earlier, source);
    return sealProfile(content);
  }
  const profile = checked(profileSchema, value, source);
  // Over the value as it came: a field that this release does not know is content too.
  if (contentHash(value as object) !== profile.hash) {
    throw invalid(
      source,
      'hash',
      'the content was changed after it was written: its SHA-256 is not the one the profile gives',
    );
  }
  // As it came, so that reading it again finds the same content; a copy, so that nobody changes it from outside.
  return structuredClone(value) as Profile;
}

/** SHA-256 of the canonical form without `hash`, in hexadecimal. */
function contentHash(profile: object): string {
  return sha256Hex(new TextEncoder().encode(canonicalJson({ ...profile, hash: undefined })));
}

function checked<T extends UnsealedProfile>(schema: z.ZodMiniType<T>, value: unknown, source: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = issue.path.map((p) => (typeof p === 'number' ? `[${p}]` : `.${String(p)}`)).join('');
    throw invalid(source, path.replace(/^\./, ''), issue.message);
  }
  for (const [i, group] of parsed.data.groups.entries()) {
    if (!isComplete(group))
      throw invalid(source, `groups[${i}].scores`, 'its length does not fit count, ranks and below');
  }
  return parsed.data;
}

function isComplete({ count, scores, ranks, below }: ScoreSample): boolean {
  if (!ranks) return scores.length === count && below === undefined;
  return (
    ranks.length === scores.length && ranks.at(-1)! <= count && (below === undefined || below.length === scores.length)
  );
}

function invalid(source: string, field: string, problem: string): TopoGuardError {
  return new TopoGuardError('PROFILE_INVALID', `not a valid profile: ${problem}`, {
    location: { file: source, ...(field ? { field } : {}) },
    remedy: 'Write it again with topoguard calibrate',
  });
}
