import { supportingPlan } from '../contexts/index.ts';
import type { Attack } from './attack.ts';
import { attackedWith, foreignSupporting, replacedAt, rolesOf } from './documents.ts';

/**
 * One document replaced by a supporting document of another question. The paper says "topically relevant but semantically
 * disconnected" (section 4.2); of the constructions tried, this one has its document gaps (Table 8, appendix G).
 */
export const replace: Attack = {
  name: 'replace',
  description: 'one document replaced by a supporting document of another question',
  needs: 'a document of another question',
  generate(material, row, random, plan = supportingPlan(row)) {
    const { victim } = rolesOf(plan, random);
    const planted = foreignSupporting(material, row, plan.documents, random);
    if (planted === null) return null;
    return attackedWith(material, row, this.name, plan, replacedAt(plan, victim, planted), [victim]);
  },
};
