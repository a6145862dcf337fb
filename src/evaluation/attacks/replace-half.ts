import { type EvaluationMaterial, planContext } from '../contexts/index.ts';
import { permutation } from '../random.ts';
import type { Attack } from './attack.ts';
import { attackedWith, foreignSupporting } from './documents.ts';

/** Four documents are the fewest with a half of several. */
const START = { kind: 'retrieved', documents: 4 } as const;

/** Half of the documents (rounded down) replaced, all by documents of one other question where it has enough: both sides hang together. */
export const replaceHalf: Attack = {
  name: 'replace-half',
  description: 'half of the documents of a context of more than two replaced by another question’s',
  needs: 'more than two documents',
  start: START,
  generate(material, row, random, given) {
    const plan = given ?? planContext(material, row, START.kind, START.documents);
    if (plan === null || plan.documents.length < 3) return null;
    const count = Math.floor(plan.documents.length / 2);
    const places = Array.from(permutation(plan.documents.length, random).subarray(0, count)).sort((a, b) => a - b);
    const documents = [...plan.documents];
    let partners: readonly number[] = [];
    for (const place of places) {
      const partner = partners.find((d) => !documents.includes(d) && !material.pool.belongsTo(d, row.row));
      const document = partner ?? foreignSupporting(material, row, documents, random);
      if (document === null) return null;
      documents[place] = document;
      if (partner === undefined) partners = partnersOf(material, document);
    }
    return attackedWith(material, row, this.name, plan, documents, places);
  },
};

/** The supporting documents of a question that this document supports. */
function partnersOf(material: EvaluationMaterial, document: number): readonly number[] {
  return material.rows.find(({ supporting }) => supporting.includes(document))?.supporting ?? [];
}
