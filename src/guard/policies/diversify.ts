import type { Context } from '../../text/index.ts';
import type { ScreenResult } from '../result.ts';
import { withDeadline } from './deadline.ts';
import { documentsToDrop, withoutDocuments } from './drop-documents.ts';
import { concludeWith } from './final.ts';
import type { Diversified, DiversifyEnd, DiversifyRound, Trigger } from './outcome.ts';
import type { DiversifyPolicy } from './policy.ts';

/** What a policy needs of its surroundings. */
export interface PolicyRun {
  screen(context: Context): Promise<ScreenResult>;
  /** Whether a context with this result may go on. */
  acceptable(result: ScreenResult): boolean;
  signal: AbortSignal;
}

/** The next context to try, with what to record of the round, or why there is none. */
type Attempt =
  | { context: Context; record: (verdict: ScreenResult['verdict']) => DiversifyRound }
  | { end: DiversifyEnd; failure?: unknown };

/**
 * Tries other contexts, at most `maxRounds`, until one may go on. Ends always: every round counts, whatever it brings, and
 * dropping makes the context smaller each time.
 */
export async function diversify(
  policy: DiversifyPolicy,
  context: Context,
  first: ScreenResult,
  trigger: Trigger,
  run: PolicyRun,
): Promise<Diversified> {
  const { maxRounds = 2, otherwise = { kind: 'block' } } = policy;
  const results = [first];
  const rounds: DiversifyRound[] = [];
  let current = context;
  let stop: { end: DiversifyEnd; failure?: unknown } = { end: 'rounds are used up' };
  for (let round = 1; round <= maxRounds; round++) {
    const attempt = await nextAttempt(policy.means, round, current, results[results.length - 1], run.signal);
    if ('end' in attempt) {
      stop = attempt;
      break;
    }
    current = attempt.context;
    const result = await run.screen(current);
    results.push(result);
    rounds.push(attempt.record(result.verdict));
    if (run.acceptable(result)) {
      return { action: 'diversify', proceed: true, context: current, results, trigger, settled: true, rounds };
    }
  }
  const followUp = concludeWith(otherwise, context, results, trigger);
  const passed = followUp.proceed
    ? { proceed: true as const, context: followUp.context }
    : { proceed: false as const, context: null };
  return { action: 'diversify', ...passed, results, trigger, settled: false, rounds, ...stop, followUp };
}

async function nextAttempt(
  means: DiversifyPolicy['means'],
  round: number,
  context: Context,
  result: ScreenResult,
  signal: AbortSignal,
): Promise<Attempt> {
  if (means.by === 'drop') {
    const dropped = documentsToDrop(result, means.drop);
    const left = withoutDocuments(context, dropped);
    if (dropped.length === 0 || left.documents.length < (means.minimumDocuments ?? 2)) {
      return { end: 'no documents left to drop' };
    }
    return { context: left, record: (verdict) => ({ by: 'drop', dropped, verdict }) };
  }
  const minimumSimilarity = means.minimumSimilarity?.(round);
  const request = { round, context, result, ...(minimumSimilarity === undefined ? {} : { minimumSimilarity }) };
  const { retrieve, timeout = 10_000 } = means;
  const answer = await withDeadline(async (stop) => retrieve({ ...request, signal: stop }), timeout, signal);
  if (!answer.done) {
    return answer.cause === 'timeout'
      ? { end: 'the retriever took too long' }
      : { end: 'the retriever failed', failure: answer.failure };
  }
  const documents = answer.value;
  if (documents === null || documents.length === 0) return { end: 'the retriever had nothing else' };
  return {
    context: { ...context, documents: [...documents] },
    record: (verdict) => ({ by: 'retrieve', documents: documents.length, verdict }),
  };
}
