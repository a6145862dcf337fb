export { applyPolicy } from './apply.ts';
export type { ApplyPolicyOptions, FailMode } from './options.ts';
export type {
  Blocked,
  Decision,
  Diversified,
  DiversifyEnd,
  DiversifyRound,
  Escalated,
  Failed,
  FinalOutcome,
  Observed,
  Passed,
  PolicyOutcome,
  Trigger,
  Warned,
} from './outcome.ts';
export type {
  BlockPolicy,
  Check,
  DiversifyPolicy,
  EscalatePolicy,
  FinalPolicy,
  ObservePolicy,
  Policy,
  PolicyKind,
  RetrievalRequest,
  WarnPolicy,
} from './policy.ts';
export { EMPTY_TALLY, type PolicyTally, tallied } from './tally.ts';
export { DEFAULT_WARNING } from './warn.ts';
