import type { TopoGuardError } from '../../errors/index.ts';
import type { Context } from '../../text/index.ts';
import type { ScreenResult } from '../result.ts';
import type { Check, PolicyKind } from './policy.ts';

/** What made the policy act. */
export type Trigger = 'flag' | 'abstain';

interface Screened {
  /** Every result, the first screening first. */
  results: readonly ScreenResult[];
}

/** The context goes to the model. */
interface Proceeds extends Screened {
  proceed: true;
  context: Context;
}

/** The context is withheld. */
interface Withheld extends Screened {
  proceed: false;
  context: null;
}

/** Nothing to act on: the context passed, or the guard abstained where that counts as passing. */
export interface Passed extends Proceeds {
  action: 'pass';
  reason: 'pass' | 'abstain';
}

export interface Observed extends Proceeds {
  action: 'observe';
  trigger: Trigger | 'error';
  /** What would have been done: the policy under consideration, or for an error what the options say. */
  insteadOf: Exclude<PolicyKind, 'observe'> | 'fail-open' | 'fail-closed';
  /** For trigger `error`: the error, and whether the context or the guard was at fault. */
  of?: 'context' | 'guard';
  error?: TopoGuardError;
}

export interface Warned extends Proceeds {
  action: 'warn';
  trigger: Trigger;
  /** For the prompt, beside the context. */
  instruction: string;
}

export interface Blocked extends Withheld {
  action: 'block';
  trigger: Trigger;
}

/** What a final policy can come to. */
export type FinalOutcome = Observed | Warned | Blocked;

/** One round of diversify. */
export type DiversifyRound =
  | { by: 'retrieve'; documents: number; verdict: ScreenResult['verdict'] }
  | {
      by: 'drop' /** Indices into the context of the round before. */;
      dropped: readonly number[];
      verdict: ScreenResult['verdict'];
    };

/** Why diversify gave up. */
export type DiversifyEnd =
  | 'rounds are used up'
  | 'no documents left to drop'
  | 'the retriever had nothing else'
  | 'the retriever failed'
  | 'the retriever took too long';

export type Diversified =
  | (Proceeds & { action: 'diversify'; trigger: Trigger; settled: true; rounds: readonly DiversifyRound[] })
  | ((Proceeds | Withheld) & {
      action: 'diversify';
      trigger: Trigger;
      settled: false;
      rounds: readonly DiversifyRound[];
      end: DiversifyEnd;
      /** The retriever's error, for `the retriever failed`. */
      failure?: unknown;
      /** What was done about the context as it was first given. */
      followUp: FinalOutcome;
    });

/** Who decided in an escalation: the checker, or the fallback for want of its answer. */
export type Decision =
  | { by: 'checker'; check: Check; milliseconds: number }
  | { by: 'fallback'; cause: 'timeout' | 'failure'; failure?: unknown; milliseconds: number };

export type Escalated =
  | (Proceeds & { action: 'escalate'; trigger: Trigger; attack: false; decision: Decision })
  | ((Proceeds | Withheld) & {
      action: 'escalate';
      trigger: Trigger;
      attack: true;
      decision: Decision;
      followUp: FinalOutcome;
    });

/** The guard could not screen. `of` tells whether the context or the guard was at fault. */
export type Failed = { of: 'context' | 'guard'; error: TopoGuardError } & (
  | (Proceeds & { action: 'fail-open' })
  | (Withheld & { action: 'fail-closed' })
);

export type PolicyOutcome = Passed | FinalOutcome | Diversified | Escalated | Failed;
