import type { Context } from '../../text/index.ts';
import type { ScreenResult } from '../result.ts';
import type { Trigger, Warned } from './outcome.ts';
import type { WarnPolicy } from './policy.ts';

/** Tells the model not to join what the documents do not join themselves. */
export const DEFAULT_WARNING =
  'The retrieved documents below may not belong together. Do not combine claims from different documents into a conclusion that no single document states. If the answer rests on such a combination, say that the sources do not support it.';

/** Hands the context on with an instruction for the prompt; the context itself stays as it is. */
export function warn(policy: WarnPolicy, context: Context, results: readonly ScreenResult[], trigger: Trigger): Warned {
  const { instruction = DEFAULT_WARNING } = policy;
  const last = results[results.length - 1];
  return {
    action: 'warn',
    proceed: true,
    context,
    results,
    trigger,
    instruction: typeof instruction === 'string' ? instruction : instruction(last),
  };
}
