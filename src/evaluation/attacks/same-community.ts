import { supportingPlan } from '../contexts/index.ts';
import { pick } from '../random.ts';
import type { Attack } from './attack.ts';
import { attackedWith, nearestForeign, replacedAt, rolesOf } from './documents.ts';

/** Size of the community in the paper (Table 3 (iv)). */
const NEAREST = 256;
/** 256 is about a tenth of the paper's 2,474 benign contexts (section 4.3); it does not say how large its pool was. */
const SHARE = 0.1;
/** With fewer to choose from, the community would be closer than what one question's documents are to each other. */
const FEWEST = 64;

/** One document replaced by one of the 256 most similar to the kept one; of smaller pools a tenth, 64 at least (paper,
 * Table 3 (iv)). */
export const sameCommunity: Attack = {
  name: 'same-community',
  description:
    'one document replaced by one of the 256 nearest to the kept one (a tenth of smaller pools, 64 at least)',
  needs: 'a document of another question',
  generate(material, row, random, plan = supportingPlan(row)) {
    const { pool } = material;
    const { victim, kept } = rolesOf(plan, random);
    const count = Math.min(NEAREST, Math.max(FEWEST, Math.round(SHARE * pool.supporting.length)));
    const community = nearestForeign(material, row, plan.documents, pool.vectorOf(kept), count);
    if (community.length === 0) return null;
    const documents = replacedAt(plan, victim, pick(community, random));
    return attackedWith(material, row, this.name, plan, documents, [victim]);
  },
};
