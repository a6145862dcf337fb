import { contextDocument, supportingPlan } from '../contexts/index.ts';
import { permutation, type RandomStream } from '../random.ts';
import type { Attack } from './attack.ts';
import { attacked, foreignSupporting, rolesOf } from './documents.ts';
import { namesOf, withNames } from './names.ts';

/** `replace`, and the names of the document that stays copied into the planted one, so that the two share what they lack. */
export const ENTITY_INJECTION: readonly Attack[] = [
  injecting('entity-injection', 'all names', Number.POSITIVE_INFINITY),
  injecting('entity-injection-3', 'three names', 3),
  injecting('entity-injection-1', 'one name', 1),
];

function injecting(name: string, amount: string, count: number): Attack {
  return {
    name,
    description: `replace, and ${amount} of the document that stays copied into the planted one`,
    needs: 'a document of another question, and a vector of the new text',
    generate(material, row, random, plan = supportingPlan(row)) {
      const { victim, kept } = rolesOf(plan, random);
      const source = foreignSupporting(material, row, plan.documents, random);
      if (source === null) return null;
      const names = shuffled(namesOf(material.pool.documents[kept].sentences), random).slice(0, count);
      const { title, sentences } = contextDocument(material, source);
      const planted = { title, sentences: withNames(sentences, names) };
      if (!planted.sentences.every((sentence) => material.encodable(sentence))) return null;
      const documents = plan.documents.map((own, at) => (at === victim ? planted : contextDocument(material, own)));
      return attacked(row, name, plan, documents, [victim]);
    },
  };
}

function shuffled<T>(items: readonly T[], random: RandomStream): T[] {
  return Array.from(permutation(items.length, random), (i) => items[i]);
}
