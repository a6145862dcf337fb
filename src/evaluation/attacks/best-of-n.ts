import { dot, supportingPlan } from '../contexts/index.ts';
import type { Attack } from './attack.ts';
import { attackedWith, foreignSupporting, replacedAt, rolesOf } from './documents.ts';

/** Connectors that are sampled (paper, Table 3 (ii)). */
const CANDIDATES = 32;

/**
 * `replace`, and a connecting document appended: of 32 sampled ones the most similar to both parts, that is, the one whose
 * lesser cosine with their mean vectors is largest (paper, Table 3 (ii)).
 */
export const bestOfN: Attack = {
  name: 'best-of-n',
  description: 'replace, and of 32 sampled connectors the one most similar to both parts',
  needs: 'a document and 32 connectors of other questions',
  generate(material, row, random, plan = supportingPlan(row)) {
    const { pool } = material;
    const { victim, kept } = rolesOf(plan, random);
    const planted = foreignSupporting(material, row, plan.documents, random);
    if (planted === null) return null;
    const taken = [...plan.documents, planted];
    let best: { document: number; similarity: number } | null = null;
    for (let candidate = 0; candidate < CANDIDATES; candidate++) {
      const document = foreignSupporting(material, row, taken, random);
      if (document === null) return null;
      taken.push(document);
      const vector = pool.vectorOf(document);
      const to = (part: number) => dot(vector, pool.vectors, part * pool.dimension, pool.dimension);
      const similarity = Math.min(to(kept), to(planted));
      if (best === null || similarity > best.similarity) best = { document, similarity };
    }
    const documents = replacedAt(plan, victim, planted);
    const places = [victim, documents.push(best!.document) - 1];
    return attackedWith(material, row, this.name, plan, documents, places);
  },
};
