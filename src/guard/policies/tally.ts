import type { PolicyOutcome } from './outcome.ts';

/** Counts over outcomes, for a dashboard. */
export interface PolicyTally {
  contexts: number;
  /** By what was done. */
  actions: Record<PolicyOutcome['action'], number>;
  /** Under observe: by what would have been done. */
  wouldHave: Record<string, number>;
  /** Contexts that went to the model, and those that were withheld. */
  proceeded: number;
  withheld: number;
  /** Errors, apart from verdicts; also those that observe let through. */
  errors: { context: number; guard: number };
  /** Escalations that the fallback decided. */
  fallbacks: { timeout: number; failure: number };
  /** Diversifications that ended with a context that passes, and those that gave up. */
  diversified: { settled: number; gaveUp: number };
}

export const EMPTY_TALLY: Readonly<PolicyTally> = {
  contexts: 0,
  actions: { pass: 0, observe: 0, warn: 0, block: 0, diversify: 0, escalate: 0, 'fail-open': 0, 'fail-closed': 0 },
  wouldHave: {},
  proceeded: 0,
  withheld: 0,
  errors: { context: 0, guard: 0 },
  fallbacks: { timeout: 0, failure: 0 },
  diversified: { settled: 0, gaveUp: 0 },
};

/** The tally with one outcome more; the given one stays as it is. */
export function tallied(tally: Readonly<PolicyTally>, outcome: PolicyOutcome): PolicyTally {
  const next = structuredClone(tally) as PolicyTally;
  next.contexts++;
  next.actions[outcome.action]++;
  if (outcome.proceed) next.proceeded++;
  else next.withheld++;
  switch (outcome.action) {
    case 'observe':
      next.wouldHave[outcome.insteadOf] = (next.wouldHave[outcome.insteadOf] ?? 0) + 1;
      if (outcome.of) next.errors[outcome.of]++;
      break;
    case 'escalate':
      if (outcome.decision.by === 'fallback') next.fallbacks[outcome.decision.cause]++;
      break;
    case 'diversify':
      next.diversified[outcome.settled ? 'settled' : 'gaveUp']++;
      break;
    case 'fail-open':
    case 'fail-closed':
      next.errors[outcome.of]++;
      break;
  }
  return next;
}
