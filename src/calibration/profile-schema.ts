import * as z from 'zod/mini';
import { GUARANTEES, MAX_CONTAMINATION } from './guarantee.ts';

/** Version this release writes. */
export const PROFILE_VERSION = 2;

const ascending = z
  .array(z.number())
  .check(z.refine((values) => values.every((v, i) => i === 0 || v >= values[i - 1]), 'must be ascending'));
const count = z.int().check(z.gte(0));

const fields = {
  format: z.literal('topoguard-profile'),
  version: z.literal(PROFILE_VERSION),
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
  text: z.object({
    coverage: z.enum(['leading', 'all']),
    sentencesPerDocument: z.int().check(z.gte(1)),
    titles: z.optional(z.boolean()),
  }),
  entities: z.string(),
  encoder: z.object({ id: z.string(), dimension: z.int().check(z.gte(1)), fingerprint: z.string() }),
  fpr: z.number().check(z.gt(0), z.lt(1)),
  guarantee: z.enum(GUARANTEES),
  contamination: z.number().check(z.gte(0), z.lte(MAX_CONTAMINATION)),
  count,
  groups: z
    .array(
      z.object({
        documents: z.int().check(z.gte(2)),
        sentences: z.int().check(z.gte(2)),
        count: z.int().check(z.gte(1)),
        scores: ascending.check(z.minLength(1)),
        ranks: z.optional(ascending),
        below: z.optional(ascending),
      }),
    )
    .check(z.minLength(1)),
  thresholds: z.array(
    z.object({
      documents: count,
      sentences: count,
      count,
      threshold: z.number(),
      fprUpper95: z.number(),
      rankError: count,
    }),
  ),
  reference: z.nullable(
    z.object({
      signals: z.record(z.string(), ascending),
      documents: z.record(z.string(), ascending),
      windows: z.optional(z.record(z.string(), ascending)),
      groups: z.optional(z.record(z.string(), ascending.check(z.minLength(1)))),
    }),
  ),
  distributions: z.record(z.string(), ascending),
};

/** A profile before its content hash is known. */
export const unsealedSchema = z.object(fields);

export const profileSchema = z.object({ ...fields, hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

/**
 * The outcome of calibration: everything that fixes a threshold (docs/method.md). `groups` hold the benign scores by shape,
 * `thresholds` what they give at `fpr` under `guarantee` and `contamination` (see ThresholdRule), `reference` the values behind
 * p-values of fused detectors, `distributions` quantiles of each computed signal over the benign contexts (for reports), `hash`
 * the SHA-256 of the canonical form of everything else.
 */
export type Profile = z.infer<typeof profileSchema>;

export type UnsealedProfile = z.infer<typeof unsealedSchema>;
