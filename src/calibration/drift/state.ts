import * as z from 'zod/mini';
import { TopoGuardError } from '../../errors/index.ts';
import type { Profile } from '../profile-schema.ts';
import { BETS } from './betting.ts';

const whole = z.int().check(z.gte(0));
const scores = z.array(z.number());
const martingale = z.object({
  steps: whole,
  stakes: z.array(z.number().check(z.gte(0))).check(z.length(BETS.length)),
  maximum: z.number().check(z.gte(0)),
  crossed: z.boolean(),
});
const word = z.int().check(z.gte(0), z.lt(2 ** 32));

const schema = z.object({
  format: z.literal('topoguard-drift'),
  version: z.literal(1),
  profile: z.string(),
  settings: z.object({ alpha: z.number(), window: whole, capacity: whole, maxShapes: whole, seed: whole }),
  counts: z.object({ observations: whole, abstained: whole, unwatched: whole }),
  random: z.tuple([word, word, word, word]),
  martingales: z.object({ score: martingale, shapeSize: martingale, shapeRarity: martingale }),
  scores: z.array(z.object({ shape: z.string(), scores })),
  shapes: z.array(z.object({ documents: whole, sentences: whole, count: whole })),
  windows: z.object({
    tests: whole,
    open: z.array(z.object({ shape: z.string(), scores })),
    last: z.array(z.object({ shape: z.string(), distance: z.number(), pValue: z.number(), level: z.number() })),
  }),
  findings: z.array(
    z.object({
      cause: z.enum(['encoder changed', 'shape mix changed', 'score distribution moved']),
      by: z.enum([
        'encoder id',
        'encoder fingerprint',
        'score martingale',
        'score window',
        'shape size martingale',
        'shape rarity martingale',
      ]),
      observation: whole,
      detail: z.string(),
    }),
  ),
});

/** A drift monitor between two observations, as plain JSON. */
export type DriftState = z.infer<typeof schema>;

/**
 * Reads a state from parsed JSON.
 *
 * @throws TopoGuardError PROFILE_INVALID where it is none, PROFILE_MISMATCH where it belongs to another profile
 */
export function parseDriftState(value: unknown, profile: Profile): DriftState {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new TopoGuardError('PROFILE_INVALID', `not a state of a drift monitor: ${issue.message}`, {
      location: { field: issue.path.map(String).join('.') },
      remedy: 'Give what monitor.state() returned, or make the monitor without a state',
    });
  }
  if (parsed.data.profile !== profile.hash) {
    throw new TopoGuardError(
      'PROFILE_MISMATCH',
      `the state belongs to the profile with hash ${parsed.data.profile}, the monitor is for ${profile.name} with hash ${profile.hash}`,
      { remedy: 'After recalibration make the monitor without a state' },
    );
  }
  return parsed.data;
}
