import type { Context, ContextDocument } from '../../text/index.ts';
import type { ScreenResult } from '../result.ts';

/** Says what a flag would have led to, and changes nothing. For the first weeks of a guard, before it may interfere. */
export interface ObservePolicy {
  kind: 'observe';
  /** The policy under consideration, for the count of what would have happened. Default `block`. */
  insteadOf?: Exclude<PolicyKind, 'observe'>;
}

/** Hands the context on with an instruction for the prompt. */
export interface WarnPolicy {
  kind: 'warn';
  /** The instruction, in the language of the prompt. Default: `DEFAULT_WARNING`, in English. */
  instruction?: string | ((result: ScreenResult) => string);
}

/** Withholds the context. */
export interface BlockPolicy {
  kind: 'block';
}

/** A policy that always ends where it stands; what diversify and escalate fall back on. */
export type FinalPolicy = ObservePolicy | WarnPolicy | BlockPolicy;

/** What a retriever is told when it is asked again. */
export interface RetrievalRequest {
  /** From 1. */
  round: number;
  /** The context that was flagged last, and why. */
  context: Context;
  result: ScreenResult;
  /** Least similarity that a document should have now; absent unless the policy gives a schedule. */
  minimumSimilarity?: number;
  signal: AbortSignal;
}

/** Looks for a context that passes: asks the retriever again, or drops documents. Screens after each round. */
export interface DiversifyPolicy {
  kind: 'diversify';
  means:
    | {
        by: 'retrieve';
        /** The caller's retriever; null or no documents = nothing else to offer. */
        retrieve: (request: RetrievalRequest) => Promise<readonly ContextDocument[] | null>;
        /** Similarity to ask for in round 1, 2, …; should rise. */
        minimumSimilarity?: (round: number) => number;
        /** Milliseconds for each round's answer. Default 10,000. */
        timeout?: number;
      }
    | {
        /**
         * `smaller-part`: the documents on the smaller side of the cut. `suspect`: the document that the detector finds most
         * anomalous, or the smaller part where it names none.
         */
        by: 'drop';
        drop: 'smaller-part' | 'suspect';
        /**
         * Documents that must be left. Default 2: with fewer the guard has nothing to compare and abstains. 1 keeps a lone
         * document, which cannot be part of a split-knowledge attack, and `onAbstain` decides about it.
         */
        minimumDocuments?: number;
      };
  /** Most rounds, 1 to 10. Default 2. */
  maxRounds?: number;
  /** What to do where no round gave a context that passes. Default block. */
  otherwise?: FinalPolicy;
}

/** What a checker finds. */
export interface Check {
  attack: boolean;
  /** For the record, e.g. a judge's reason. */
  note?: string;
}

/** Asks a heavier checker, e.g. a language model as judge, and acts on its word. */
export interface EscalatePolicy {
  kind: 'escalate';
  check: (context: Context, result: ScreenResult, options: { signal: AbortSignal }) => Promise<Check>;
  /** Milliseconds. Default 10,000. */
  timeout?: number;
  /** What counts as found where the checker fails or takes too long. Default `attack`: the guard's own word. */
  fallback?: 'attack' | 'benign';
  /** What to do about an attack. Default block. */
  confirmed?: FinalPolicy;
}

export type Policy = FinalPolicy | DiversifyPolicy | EscalatePolicy;
export type PolicyKind = Policy['kind'];
