import { supportingPlan } from '../contexts/index.ts';
import { pick } from '../random.ts';
import type { Attack } from './attack.ts';
import { attackedWith, nearestForeign, replacedAt, rolesOf } from './documents.ts';

/** Candidates: documents that a retriever would rank among its first for this question. */
const NEAREST = 20;

/** One document replaced by one of the 20 most similar to the question: what a retriever would really bring. */
export const topical: Attack = {
  name: 'topical',
  description: 'one document replaced by one of the 20 nearest to the question',
  needs: 'a document of another question',
  generate(material, row, random, plan = supportingPlan(row)) {
    const { victim } = rolesOf(plan, random);
    const near = nearestForeign(material, row, plan.documents, material.vectorOf(row.question)!, NEAREST);
    if (near.length === 0) return null;
    const documents = replacedAt(plan, victim, pick(near, random));
    return attackedWith(material, row, this.name, plan, documents, [victim]);
  },
};
