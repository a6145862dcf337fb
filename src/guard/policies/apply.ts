import { asTopoGuardError, type TopoGuardError, type TopoGuardErrorCode } from '../../errors/index.ts';
import type { Context } from '../../text/index.ts';
import type { Guard } from '../guard.ts';
import type { ScreenResult } from '../result.ts';
import { diversify, type PolicyRun } from './diversify.ts';
import { escalate } from './escalate.ts';
import { concludeWith } from './final.ts';
import { type ApplyPolicyOptions, type FailMode, requireValid } from './options.ts';
import type { PolicyOutcome } from './outcome.ts';
import type { Policy } from './policy.ts';

/** Errors that are the context's fault; whoever shapes contexts can bring them about. */
const CONTEXT_FAULTS: ReadonlySet<TopoGuardErrorCode> = new Set<TopoGuardErrorCode>([
  'CONTEXT_INVALID',
  'CONTEXT_TOO_LARGE',
  'EMBEDDING_MISSING',
  'QUERY_MISSING',
]);

/** An error of the guard, apart from errors of what the caller gave to a policy. */
class ScreeningFailure {
  readonly error: TopoGuardError;

  constructor(error: TopoGuardError) {
    this.error = error;
  }
}

/**
 * Screens a context and does about it what a policy says. Nothing that is passed in is changed; the outcome tells what was
 * done, holds every result on the way, and `context` is what may go to the model (null where nothing may).
 *
 * The guard's own errors do not throw: they become the outcome `fail-open` or `fail-closed`, as the options say, or under
 * `observe`, which never interferes, an observation.
 *
 * @throws TopoGuardError OPTION_INVALID for the policy or the options; the caller's reason where `signal` aborts; whatever a
 *   `warn` instruction function throws
 */
export async function applyPolicy(
  guard: Pick<Guard, 'screen'>,
  context: Context,
  policy: Policy,
  options: ApplyPolicyOptions = {},
): Promise<PolicyOutcome> {
  requireValid(policy, options);
  const signal = options.signal ?? new AbortController().signal;
  const { onAbstain = 'pass', onUncovered = 'flag' } = options;
  const results: ScreenResult[] = [];
  const run: PolicyRun = {
    signal,
    async screen(candidate) {
      try {
        const result = await guard.screen(candidate, { signal });
        results.push(result);
        return result;
      } catch (thrown) {
        signal.throwIfAborted();
        throw new ScreeningFailure(asTopoGuardError(thrown, 'ENCODER_FAILED'));
      }
    },
    acceptable({ verdict, shape }) {
      if (verdict !== 'abstain') return verdict === 'pass';
      return (shape.documents < 2 ? onAbstain : onUncovered) === 'pass';
    },
  };
  try {
    const result = await run.screen(context);
    if (run.acceptable(result)) {
      return {
        action: 'pass',
        proceed: true,
        context,
        results,
        reason: result.verdict === 'abstain' ? 'abstain' : 'pass',
      };
    }
    const trigger = result.verdict === 'abstain' ? 'abstain' : 'flag';
    if (policy.kind === 'diversify') return await diversify(policy, context, result, trigger, run);
    if (policy.kind === 'escalate') return await escalate(policy, context, result, trigger, signal);
    return concludeWith(policy, context, results, trigger);
  } catch (thrown) {
    if (!(thrown instanceof ScreeningFailure)) throw thrown;
    return failure(thrown.error, context, results, policy, options);
  }
}

function failure(
  error: TopoGuardError,
  context: Context,
  results: readonly ScreenResult[],
  policy: Policy,
  options: ApplyPolicyOptions,
): PolicyOutcome {
  const of = CONTEXT_FAULTS.has(error.code) ? 'context' : 'guard';
  const mode: FailMode = (of === 'context' ? options.onContextError : options.onGuardError) ?? 'closed';
  if (policy.kind === 'observe') {
    return {
      action: 'observe',
      proceed: true,
      context,
      results,
      trigger: 'error',
      insteadOf: `fail-${mode}`,
      of,
      error,
    };
  }
  // After a round of diversify the flagged context must not get through because a later screening failed.
  if (mode === 'open' && results.length === 0)
    return { action: 'fail-open', proceed: true, context, results, of, error };
  return { action: 'fail-closed', proceed: false, context: null, results, of, error };
}
