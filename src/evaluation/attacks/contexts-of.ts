import { benignContext, type EvaluationMaterial, type MaterialRow, planContext } from '../contexts/index.ts';
import { randomFor } from '../random.ts';
import { ReasonCounts } from '../reason-counts.ts';
import type { ContextKind, EvaluationContext } from '../types.ts';
import type { Attack, ContextStart } from './attack.ts';

export interface ContextsOptions {
  /** What the benign contexts are; by default `supporting` ones of two documents, `retrieved` ones of more. */
  kind?: ContextKind;
  /** Documents of a context; 2 by default. */
  documents?: number;
}

export interface ContextSet {
  contexts: EvaluationContext[];
  /** Rows without a context, by reason. */
  leftOut: { reason: string; count: number }[];
}

/** The benign contexts of a material, one a row. @throws TopoGuardError OPTION_INVALID */
export function benignContexts(material: EvaluationMaterial, options: ContextsOptions = {}): ContextSet {
  const { kind, documents } = startOf(options);
  const leftOut = new ReasonCounts();
  const contexts: EvaluationContext[] = [];
  for (const row of material.rows) {
    const plan = planContext(material, row, kind, documents);
    if (plan) contexts.push(benignContext(material, row, plan));
    else leftOut.add(tooFew(documents));
  }
  return { contexts, leftOut: leftOut.list() };
}

/**
 * The attacked contexts of a material, one a row. Each row and attack has a random stream of its own, so that a context depends
 * on the seed, the attack's name and the row only.
 *
 * @throws TopoGuardError OPTION_INVALID
 */
export function attackedContexts(
  material: EvaluationMaterial,
  attack: Attack,
  options: ContextsOptions & { seed?: number } = {},
): ContextSet {
  const leftOut = new ReasonCounts();
  const contexts: EvaluationContext[] = [];
  for (const row of material.rows) {
    const made = attackedContext(material, row, attack, options);
    if (typeof made === 'string') leftOut.add(made);
    else contexts.push(made);
  }
  return { contexts, leftOut: leftOut.list() };
}

/** The attacked context of one row, or why there is none. @throws TopoGuardError OPTION_INVALID */
export function attackedContext(
  material: EvaluationMaterial,
  row: MaterialRow,
  attack: Attack,
  options: ContextsOptions & { seed?: number } = {},
): EvaluationContext | string {
  const { kind, documents } = startOf(options, attack);
  const plan = planContext(material, row, kind, documents);
  if (plan === null) return tooFew(documents);
  const random = randomFor(options.seed ?? 1, attack.name, row.id);
  return attack.generate(material, row, random, plan) ?? `needs ${attack.needs}`;
}

/** The benign contexts that options ask for; without a wish of theirs those that the attack is made for. */
export function startOf({ kind, documents }: ContextsOptions, attack?: Attack): ContextStart {
  if (kind === undefined && documents === undefined && attack?.start) return attack.start;
  return {
    kind: kind ?? (documents !== undefined && documents > 2 ? 'retrieved' : 'supporting'),
    documents: documents ?? 2,
  };
}

function tooFew(documents: number): string {
  return `fewer than ${documents} documents to make a context of`;
}
