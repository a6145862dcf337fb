import { contextDocument, supportingPlan } from '../contexts/index.ts';
import type { RandomStream } from '../random.ts';
import type { Attack } from './attack.ts';
import { attacked, foreignSupporting, rolesOf } from './documents.ts';
import { paraphrase } from './paraphrase.ts';

/** One document replaced by one that opens with the question and goes on off-topic: it is near to the question by construction. */
export const bridge = bridging(
  'bridge',
  'one document replaced by one that opens with the question and goes on off-topic',
  (question) => question,
);

/** The same with the question reworded by rule, so that no copy of it gives the document away. */
export const bridgeParaphrase = bridging('bridge-paraphrase', 'bridge with the question reworded by rule', paraphrase);

function bridging(
  name: string,
  description: string,
  opening: (question: string, random: RandomStream) => string,
): Attack {
  return {
    name,
    description,
    needs: 'two sentences a document, another question’s document, and a vector of the opening',
    generate(material, row, random, plan = supportingPlan(row)) {
      const { victim } = rolesOf(plan, random);
      const source = foreignSupporting(material, row, plan.documents, random);
      const first = opening(row.question, random);
      if (material.sentences < 2 || source === null || !material.encodable(first)) return null;
      const { title, sentences } = contextDocument(material, source);
      const planted = { title, sentences: [first, ...sentences.slice(0, material.sentences - 1)] };
      const documents = plan.documents.map((own, at) => (at === victim ? planted : contextDocument(material, own)));
      return attacked(row, name, plan, documents, [victim]);
    },
  };
}
