import * as z from 'zod/mini';
import { TopoGuardError } from '../errors/index.ts';

const ascending = z
  .array(z.number())
  .check(z.refine((values) => values.every((v, i) => i === 0 || v >= values[i - 1]), 'must be ascending'));
const count = z.int().check(z.gte(0));

const schema = z.object({
  format: z.literal('topoguard-profile'),
  version: z.literal(1),
  name: z.string(),
  generic: z.boolean(),
  created: z.string(),
  detector: z.object({
    name: z.string(),
    k: z.int().check(z.gte(1)),
    alpha: z.number().check(z.gte(0), z.lte(1)),
    entityUnit: z.enum(['word', 'name']),
    documentFrequencies: z.string(),
  }),
  text: z.object({ coverage: z.enum(['leading', 'all']), sentencesPerDocument: z.int().check(z.gte(1)) }),
  entities: z.string(),
  encoder: z.object({ id: z.string(), dimension: z.int().check(z.gte(1)), fingerprint: z.string() }),
  fpr: z.number().check(z.gt(0), z.lt(1)),
  count,
  groups: z
    .array(
      z.object({
        documents: z.int().check(z.gte(2)),
        sentences: z.int().check(z.gte(2)),
        count: z.int().check(z.gte(1)),
        scores: ascending.check(z.minLength(1)),
        ranks: z.optional(ascending),
      }),
    )
    .check(z.minLength(1)),
  thresholds: z.array(
    z.object({ documents: count, sentences: count, count, threshold: z.number(), fprUpper95: z.number() }),
  ),
  reference: z.nullable(
    z.object({ signals: z.record(z.string(), ascending), documents: z.record(z.string(), ascending) }),
  ),
  distributions: z.record(z.string(), ascending),
});

/**
 * The outcome of calibration: everything that fixes a threshold (design section 5). `groups` hold the benign scores by shape,
 * `thresholds` what they give at `fpr`, `reference` the values behind p-values of fused detectors, `distributions` quantiles
 * of each computed signal over the benign contexts (for reports).
 */
export type Profile = z.infer<typeof schema>;

/**
 * Reads a profile from parsed JSON.
 *
 * @param source names the profile in errors, e.g. its file
 * @throws TopoGuardError PROFILE_INVALID naming the field
 */
export function parseProfile(value: unknown, source: string): Profile {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    const profile = parsed.data;
    for (const [i, group] of profile.groups.entries()) {
      const complete = group.ranks ? group.ranks.length === group.scores.length : group.scores.length === group.count;
      if (!complete) throw invalid(source, `groups[${i}].scores`, 'its length does not fit count and ranks');
    }
    return profile;
  }
  const issue = parsed.error.issues[0];
  const field = issue.path
    .map((p) => (typeof p === 'number' ? `[${p}]` : `.${String(p)}`))
    .join('')
    .replace(/^\./, '');
  const version = (value as { version?: unknown } | null)?.version;
  if (field === 'version' && typeof version === 'number' && version > 1) {
    throw new TopoGuardError('PROFILE_INVALID', `profile version ${version} is newer than this release reads (1)`, {
      location: { file: source },
      remedy: 'Update topoguard, or recalibrate with this release',
    });
  }
  throw invalid(source, field, issue.message);
}

function invalid(source: string, field: string, problem: string): TopoGuardError {
  return new TopoGuardError('PROFILE_INVALID', `not a valid profile: ${problem}`, {
    location: { file: source, ...(field ? { field } : {}) },
    remedy: 'Write it again with topoguard calibrate',
  });
}
