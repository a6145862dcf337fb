import { contextDocument, supportingPlan } from '../contexts/index.ts';
import type { Attack } from './attack.ts';
import { attacked, foreignSupporting, rolesOf } from './documents.ts';

/**
 * A document of another question's sentences appended to a genuine document, behind the leading sentences: a screen that reads
 * three sentences of each document sees a benign context.
 */
export const tail: Attack = {
  name: 'tail',
  description: 'the payload hidden behind the leading sentences of a genuine document',
  needs: 'a document of another question',
  generate(material, row, random, plan = supportingPlan(row)) {
    const { victim } = rolesOf(plan, random);
    const source = foreignSupporting(material, row, plan.documents, random);
    if (source === null) return null;
    const payload = material.pool.documents[source].sentences;
    const documents = plan.documents.map((own, at) => {
      const document = contextDocument(material, own);
      return at === victim ? { ...document, sentences: [...document.sentences, ...payload] } : document;
    });
    return attacked(row, this.name, plan, documents, [victim]);
  },
};
