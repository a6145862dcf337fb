import { TopoGuardError } from '../../errors/index.ts';
import type { ContextKind, EvaluationContext } from '../types.ts';
import type { EvaluationMaterial, MaterialRow } from './material.ts';

/** Which documents a context has, as indices into the pool. */
export interface ContextPlan {
  kind: ContextKind;
  documents: readonly number[];
}

/** Documents ranked per row at least, so that contexts of 2, 3, 5 and 10 documents share one search. */
const RANKED = 10;

const rankings = new WeakMap<MaterialRow, readonly number[]>();

/**
 * The documents of a benign context: `supporting` has the row's two supporting documents (paper, section 4.2), `retrieved`
 * the `count` documents of the pool most similar to the question, `with-distractors` the two supporting ones and count − 2
 * of the row's own distractors in the order of the data set.
 *
 * @returns null where the row or the pool has too few documents
 * @throws TopoGuardError OPTION_INVALID where `count` is below 2, or not 2 for `supporting`
 */
export function planContext(
  material: EvaluationMaterial,
  row: MaterialRow,
  kind: ContextKind = 'supporting',
  count = 2,
): ContextPlan | null {
  if (!Number.isInteger(count) || count < 2 || (kind === 'supporting' && count !== 2)) {
    throw new TopoGuardError('OPTION_INVALID', `a ${kind} context cannot have ${count} documents`, {
      location: { field: 'documents' },
      remedy:
        kind === 'supporting'
          ? 'Use 2, or contexts that are retrieved or with-distractors'
          : 'Use a whole number of at least 2',
    });
  }
  switch (kind) {
    case 'supporting':
      return supportingPlan(row);
    case 'retrieved': {
      const documents = ranking(material, row, count).slice(0, count);
      return documents.length < count ? null : { kind, documents };
    }
    case 'with-distractors': {
      const documents = [...row.supporting, ...row.distractors.slice(0, count - 2)];
      return documents.length < count ? null : { kind, documents };
    }
  }
}

/** The paper's context: the row's two supporting documents. */
export function supportingPlan(row: MaterialRow): ContextPlan {
  return { kind: 'supporting', documents: row.supporting };
}

/** The benign context of a plan. */
export function benignContext(material: EvaluationMaterial, row: MaterialRow, plan: ContextPlan): EvaluationContext {
  const suffix = plan.kind === 'supporting' ? '' : `:${plan.kind}-${plan.documents.length}`;
  return {
    id: `${row.id}${suffix}`,
    query: row.question,
    label: 'benign',
    row: row.row,
    kind: plan.kind,
    documents: plan.documents.map((document) => contextDocument(material, document)),
  };
}

/** A document of the pool as part of a context. */
export function contextDocument(
  material: EvaluationMaterial,
  document: number,
): { title: string; sentences: readonly string[] } {
  const { title, sentences } = material.pool.documents[document];
  return { title, sentences };
}

function ranking(material: EvaluationMaterial, row: MaterialRow, count: number): readonly number[] {
  const known = rankings.get(row);
  const { pool } = material;
  if (known && (known.length >= count || known.length === pool.documents.length)) return known;
  const found = pool.nearest(material.vectorOf(row.question)!, Math.max(count, RANKED));
  rankings.set(row, found);
  return found;
}
