import { TopoGuardError } from '../../errors/index.ts';
import type { FinalPolicy, Policy } from './policy.ts';

/** A context that goes to the model although it could not be screened, or one that is withheld. */
export type FailMode = 'open' | 'closed';

export interface ApplyPolicyOptions {
  /** Where the guard itself fails, e.g. its encoder does not answer. Default `closed`. */
  onGuardError?: FailMode;
  /**
   * Where the context cannot be screened, e.g. has too many documents or no query. Default `closed`: what makes a guard fail
   * can be sent on purpose.
   */
  onContextError?: FailMode;
  /** What an abstention counts as where there was nothing to compare (fewer than two documents with text). Default `pass`. */
  onAbstain?: 'pass' | 'flag';
  /** What it counts as where the profile does not cover the context's shape (guard option `uncoveredShapes`). Default `flag`. */
  onUncovered?: 'pass' | 'flag';
  signal?: AbortSignal;
}

/** @throws TopoGuardError OPTION_INVALID naming the option */
export function requireValid(policy: Policy, options: ApplyPolicyOptions): void {
  oneOf('onGuardError', options.onGuardError, ['open', 'closed']);
  oneOf('onContextError', options.onContextError, ['open', 'closed']);
  oneOf('onAbstain', options.onAbstain, ['pass', 'flag']);
  oneOf('onUncovered', options.onUncovered, ['pass', 'flag']);
  oneOf('policy.kind', policy.kind, ['observe', 'warn', 'diversify', 'escalate', 'block']);
  if (policy.kind === 'diversify') {
    const { maxRounds = 2, means, otherwise } = policy;
    if (!Number.isSafeInteger(maxRounds) || maxRounds < 1 || maxRounds > 10) {
      throw invalid('policy.maxRounds', maxRounds, 'Give an integer from 1 to 10');
    }
    oneOf('policy.means.by', means?.by, ['retrieve', 'drop'], false);
    if (means.by === 'drop') {
      oneOf('policy.means.drop', means.drop, ['smaller-part', 'suspect'], false);
      const { minimumDocuments = 2 } = means;
      if (!Number.isSafeInteger(minimumDocuments) || minimumDocuments < 1) {
        throw invalid('policy.means.minimumDocuments', minimumDocuments, 'Give an integer of at least 1');
      }
    }
    if (means.by === 'retrieve') requireTimeout('policy.means.timeout', means.timeout);
    requireFinal('policy.otherwise', otherwise);
  } else if (policy.kind === 'escalate') {
    requireTimeout('policy.timeout', policy.timeout);
    oneOf('policy.fallback', policy.fallback, ['attack', 'benign']);
    requireFinal('policy.confirmed', policy.confirmed);
  }
}

function requireFinal(name: string, policy: FinalPolicy | undefined): void {
  if (policy) oneOf(`${name}.kind`, policy.kind, ['observe', 'warn', 'block']);
}

function requireTimeout(name: string, timeout: number | undefined): void {
  // Timers hold 31 bits; a longer one would fire at once.
  if (timeout === undefined || (timeout > 0 && timeout < 2 ** 31)) return;
  throw invalid(name, timeout, 'Give milliseconds, above 0 and below 2^31');
}

function oneOf(name: string, value: unknown, choices: readonly string[], optional = true): void {
  if ((optional && value === undefined) || choices.includes(value as string)) return;
  throw invalid(name, value, `Give one of: ${choices.join(', ')}`);
}

function invalid(name: string, value: unknown, remedy: string): TopoGuardError {
  return new TopoGuardError('OPTION_INVALID', `${name} is ${String(value)}`, { location: { field: name }, remedy });
}
