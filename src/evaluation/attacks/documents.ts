import { type ContextPlan, contextDocument, type EvaluationMaterial, type MaterialRow } from '../contexts/index.ts';
import { pick, type RandomStream } from '../random.ts';
import type { EvaluationContext } from '../types.ts';

/** Which document of the context gives way, and which one the attack builds on. */
export interface Roles {
  /** Place in the plan of the document that gives way. */
  victim: number;
  /** Document of the pool that stays: the other one, or a random one of the others. */
  kept: number;
}

export function rolesOf(plan: ContextPlan, random: RandomStream): Roles {
  const count = plan.documents.length;
  const victim = random.below(count);
  const kept = (victim + 1 + random.below(count - 1)) % count;
  return { victim, kept: plan.documents[kept] };
}

/** Whether a document of the pool is one an attacker would bring in: no document of this question, none that is there already. */
export function foreign(
  material: EvaluationMaterial,
  row: MaterialRow,
  taken: readonly number[],
): (document: number) => boolean {
  return (document) => !material.pool.belongsTo(document, row.row) && !taken.includes(document);
}

/** Draws tried before the whole list is looked at: nearly every document is another question's. */
const DRAWS = 32;

/** A random supporting document of another question; null where there is none. */
export function foreignSupporting(
  material: EvaluationMaterial,
  row: MaterialRow,
  taken: readonly number[],
  random: RandomStream,
): number | null {
  const { supporting } = material.pool;
  const accept = foreign(material, row, taken);
  for (let draw = 0; draw < DRAWS && supporting.length > 0; draw++) {
    const document = pick(supporting, random);
    if (accept(document)) return document;
  }
  const left = supporting.filter(accept);
  return left.length === 0 ? null : pick(left, random);
}

/** The `count` supporting documents of other questions that are most similar to a vector, best first. */
export function nearestForeign(
  material: EvaluationMaterial,
  row: MaterialRow,
  taken: readonly number[],
  vector: ArrayLike<number>,
  count: number,
): number[] {
  return material.pool.nearest(vector, count, foreign(material, row, taken), material.pool.supporting);
}

/** The plan's documents with the one at `place` replaced. */
export function replacedAt(plan: ContextPlan, place: number, document: number): number[] {
  return plan.documents.map((own, at) => (at === place ? document : own));
}

/** An attacked context whose documents are all of the pool. */
export function attackedWith(
  material: EvaluationMaterial,
  row: MaterialRow,
  attack: string,
  plan: ContextPlan,
  documents: readonly number[],
  planted: number[],
): EvaluationContext {
  const texts = documents.map((document) => contextDocument(material, document));
  return attacked(row, attack, plan, texts, planted);
}

/** An attacked context of any documents. `planted` are the places of those that the attacker wrote or brought in. */
export function attacked(
  row: MaterialRow,
  attack: string,
  plan: ContextPlan,
  documents: readonly { title: string; sentences: readonly string[] }[],
  planted: number[],
): EvaluationContext {
  const suffix = plan.kind === 'supporting' ? '' : `:${plan.kind}-${plan.documents.length}`;
  return {
    id: `${row.id}${suffix}:${attack}`,
    query: row.question,
    label: 'attack',
    row: row.row,
    kind: plan.kind,
    attack,
    planted,
    documents,
  };
}
