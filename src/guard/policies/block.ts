import type { ScreenResult } from '../result.ts';
import type { Blocked, Trigger } from './outcome.ts';

/** Withholds the context. */
export function block(results: readonly ScreenResult[], trigger: Trigger): Blocked {
  return { action: 'block', proceed: false, context: null, results, trigger };
}
