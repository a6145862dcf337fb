import type { ContextPlan, EvaluationMaterial, MaterialRow } from '../contexts/index.ts';
import type { RandomStream } from '../random.ts';
import type { ContextKind, EvaluationContext } from '../types.ts';

/** A kind of benign context and its number of documents. */
export interface ContextStart {
  kind: ContextKind;
  documents: number;
}

/** A strategy that turns a benign context into an attacked one. */
export interface Attack {
  readonly name: string;
  /** What it does, in one line. */
  readonly description: string;
  /** What it needs that a row may not have: the reason where `generate` gives null. */
  readonly needs: string;
  /** The benign contexts it is made for, where those are not the row's two supporting documents. */
  readonly start?: ContextStart;
  /**
   * One attacked context. The same arguments, with a stream in the same state, give the same context.
   *
   * @param plan the benign context that is attacked; by default one of `start`
   * @returns null where the row lacks what the attack needs
   */
  generate(
    material: EvaluationMaterial,
    row: MaterialRow,
    random: RandomStream,
    plan?: ContextPlan,
  ): EvaluationContext | null;
}
