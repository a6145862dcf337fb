import type { Context } from '../../text/index.ts';
import type { ScreenResult } from '../result.ts';
import { withDeadline } from './deadline.ts';
import { concludeWith } from './final.ts';
import type { Decision, Escalated, Trigger } from './outcome.ts';
import type { EscalatePolicy } from './policy.ts';

/** Asks the checker, and acts on its word or, where it gives none in time, on the fallback. */
export async function escalate(
  policy: EscalatePolicy,
  context: Context,
  result: ScreenResult,
  trigger: Trigger,
  signal: AbortSignal,
): Promise<Escalated> {
  const { fallback = 'attack', confirmed = { kind: 'block' } } = policy;
  const decision = await decide(policy, context, result, signal);
  const attack = decision.by === 'checker' ? decision.check.attack : fallback === 'attack';
  const results = [result];
  if (!attack) return { action: 'escalate', proceed: true, context, results, trigger, attack, decision };
  const followUp = concludeWith(confirmed, context, results, trigger);
  const passed = followUp.proceed ? { proceed: true as const, context } : { proceed: false as const, context: null };
  return { action: 'escalate', ...passed, results, trigger, attack, decision, followUp };
}

/** @throws the caller's reason where the caller aborts */
async function decide(
  { check, timeout = 10_000 }: EscalatePolicy,
  context: Context,
  result: ScreenResult,
  signal: AbortSignal,
): Promise<Decision> {
  const answer = await withDeadline(
    async (stop) => {
      const found = await check(context, result, { signal: stop });
      if (typeof found?.attack === 'boolean') return found;
      throw new TypeError('the checker answered without attack: true or false');
    },
    timeout,
    signal,
  );
  const { milliseconds } = answer;
  if (answer.done) return { by: 'checker', check: answer.value, milliseconds };
  const failure = answer.cause === 'failure' ? { failure: answer.failure } : {};
  return { by: 'fallback', cause: answer.cause, ...failure, milliseconds };
}
