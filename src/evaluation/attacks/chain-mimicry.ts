import { supportingPlan } from '../contexts/index.ts';
import type { Attack } from './attack.ts';
import { attackedWith, foreignSupporting, nearestForeign, replacedAt, rolesOf } from './documents.ts';

/** Where between the parts the inserted documents lie: at a third and at two thirds of the way. */
const STEPS = [1 / 3, 2 / 3] as const;

/**
 * `replace`, and documents inserted whose mean vectors lie between those of the two parts, as the hops of a reasoning chain would
 * (paper, Table 3 (iii)): for each step the document most similar to that point of the straight line between them.
 */
export const chainMimicry: Attack = {
  name: 'chain-mimicry',
  description: 'replace, and two documents inserted whose embeddings lie between the parts',
  needs: 'three documents of other questions',
  generate(material, row, random, plan = supportingPlan(row)) {
    const { pool } = material;
    const { victim, kept } = rolesOf(plan, random);
    const planted = foreignSupporting(material, row, plan.documents, random);
    if (planted === null) return null;
    const documents = replacedAt(plan, victim, planted);
    const places = [victim];
    const [from, to] = [pool.vectorOf(kept), pool.vectorOf(planted)];
    for (const step of STEPS) {
      const point = Float64Array.from(from, (value, i) => (1 - step) * value + step * to[i]);
      const taken = [...plan.documents, ...documents];
      const [link] = nearestForeign(material, row, taken, point, 1);
      if (link === undefined) return null;
      places.push(documents.push(link) - 1);
    }
    return attackedWith(material, row, this.name, plan, documents, places);
  },
};
