import { supportingPlan } from '../contexts/index.ts';
import { pick } from '../random.ts';
import type { Attack } from './attack.ts';
import { attackedWith, replacedAt, rolesOf } from './documents.ts';

/** One document replaced by a distractor that the data set itself has for the question. */
export const distractor: Attack = {
  name: 'distractor',
  description: 'one document replaced by one of the data set’s own distractors for the question',
  needs: 'a distractor with enough sentences that is not in the context',
  generate(material, row, random, plan = supportingPlan(row)) {
    const { victim } = rolesOf(plan, random);
    const free = row.distractors.filter((document) => !plan.documents.includes(document));
    if (free.length === 0) return null;
    return attackedWith(material, row, this.name, plan, replacedAt(plan, victim, pick(free, random)), [victim]);
  },
};
