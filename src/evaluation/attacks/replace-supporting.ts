import { planContext } from '../contexts/index.ts';
import { pick } from '../random.ts';
import type { Attack } from './attack.ts';
import { attackedWith, foreignSupporting, replacedAt } from './documents.ts';

const START = { kind: 'with-distractors', documents: 5 } as const;

/**
 * One of the two supporting documents among distractors replaced: what stays has one document that belongs to the question and
 * several that are near to it, so that the planted one is no more alone than they are.
 */
export const replaceSupporting: Attack = {
  name: 'replace-supporting',
  description: 'among distractors, a supporting document replaced by a supporting document of another question',
  needs: 'both supporting documents in the context, and a document of another question',
  start: START,
  generate(material, row, random, given) {
    const plan = given ?? planContext(material, row, START.kind, START.documents);
    if (plan === null || !row.supporting.every((document) => plan.documents.includes(document))) return null;
    const victim = plan.documents.indexOf(pick(row.supporting, random));
    const planted = foreignSupporting(material, row, plan.documents, random);
    if (planted === null) return null;
    return attackedWith(material, row, this.name, plan, replacedAt(plan, victim, planted), [victim]);
  },
};
