import type { Context } from '../../text/index.ts';
import type { ScreenResult } from '../result.ts';
import { block } from './block.ts';
import { observe } from './observe.ts';
import type { FinalOutcome, Trigger } from './outcome.ts';
import type { FinalPolicy } from './policy.ts';
import { warn } from './warn.ts';

/** Applies a policy that needs nobody else. */
export function concludeWith(
  policy: FinalPolicy,
  context: Context,
  results: readonly ScreenResult[],
  trigger: Trigger,
): FinalOutcome {
  switch (policy.kind) {
    case 'observe':
      return observe(policy, context, results, trigger);
    case 'warn':
      return warn(policy, context, results, trigger);
    case 'block':
      return block(results, trigger);
  }
}
