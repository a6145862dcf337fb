import type { Encoder } from '../../encoders/encoder.ts';
import type { ContextKind, EvaluationContext } from '../types.ts';

/** A change that is made to contexts before they are screened. */
export interface Alteration {
  /** Alterations of one name are the same. */
  name: string;
  apply(context: EvaluationContext): EvaluationContext;
}

/** A set of contexts and how they are screened; what is left out is the study's own. */
export interface Setting {
  sentences?: number;
  /** Fewest sentences of a document; `sentences` by default, so that all have as many. */
  fewest?: number;
  k?: number;
  kind?: ContextKind;
  documents?: number;
  encoder?: Encoder;
  alteration?: Alteration;
}

/** The same for the study's own encoder. */
export function withoutEncoder({ encoder: _, ...setting }: Setting): Setting {
  return setting;
}

/** Kind and number of documents of the benign contexts. */
export function shapeOf({ kind = 'supporting', documents = 2 }: Setting): { kind: ContextKind; documents: number } {
  return { kind, documents };
}
