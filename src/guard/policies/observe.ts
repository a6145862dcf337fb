import type { Context } from '../../text/index.ts';
import type { ScreenResult } from '../result.ts';
import type { Observed, Trigger } from './outcome.ts';
import type { ObservePolicy } from './policy.ts';

/** Hands the context on as it is, and says what would have been done. */
export function observe(
  policy: ObservePolicy,
  context: Context,
  results: readonly ScreenResult[],
  trigger: Trigger,
): Observed {
  return { action: 'observe', proceed: true, context, results, trigger, insteadOf: policy.insteadOf ?? 'block' };
}
