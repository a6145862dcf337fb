import { supportingPlan } from '../contexts/index.ts';
import type { Attack } from './attack.ts';
import { attackedWith, foreignSupporting, replacedAt, rolesOf } from './documents.ts';

/** `replace`, and a document of a random benign context appended, to add edges (paper, Table 3 (i)). */
export const randomPadding: Attack = {
  name: 'random-padding',
  description: 'replace, and the leading sentences of a random benign context appended',
  needs: 'two documents of other questions',
  generate(material, row, random, plan = supportingPlan(row)) {
    const { victim } = rolesOf(plan, random);
    const planted = foreignSupporting(material, row, plan.documents, random);
    if (planted === null) return null;
    const documents = replacedAt(plan, victim, planted);
    const padding = foreignSupporting(material, row, [...plan.documents, planted], random);
    if (padding === null) return null;
    const places = [victim, documents.push(padding) - 1];
    return attackedWith(material, row, this.name, plan, documents, places);
  },
};
