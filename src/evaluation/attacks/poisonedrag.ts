import { splitSentences } from '../../text/index.ts';
import { contextDocument, type EvaluationMaterial, type MaterialRow, supportingPlan } from '../contexts/index.ts';
import type { PoisonedQuestion } from '../datasets/index.ts';
import { permutation, pick, type RandomStream } from '../random.ts';
import type { Attack } from './attack.ts';
import { attacked, rolesOf } from './documents.ts';

interface Reading {
  /** Sentences that are replaced: 1 or 3 of six (paper, appendix F). */
  count: 1 | 3;
  /** Whose adversarial texts: this question's, or another one's. */
  texts: 'own' | 'other';
  /** The text's question stands before it, as in PoisonedRAG's black-box attack (S ⊕ I). */
  withQuestion: boolean;
}

/**
 * PoisonedRAG's released texts (Zou et al. 2025) in the place of one or three sentences of one document (paper, appendix F and
 * Table 7). The paper leaves open whether the question stands before the text and whose question it is, so there is an attack
 * for each reading. An adversarial text counts as one sentence.
 */
export const POISONEDRAG: readonly Attack[] = ([1, 3] as const).flatMap((count) =>
  (['own', 'other'] as const).flatMap((texts) =>
    [false, true].map((withQuestion) => poisonedRag({ count, texts, withQuestion })),
  ),
);

/**
 * One document replaced by one of the released texts, split into sentences: what that paper's attacker does, who puts documents into
 * the corpus. With its question in front it is the black-box attack as released.
 */
export const POISONED_DOCUMENTS: readonly Attack[] = [false, true].map((withQuestion) => ({
  name: `poisonedrag-document${withQuestion ? '-question' : ''}`,
  description: `one document replaced by a PoisonedRAG text of the question${withQuestion ? ', after the question' : ''}`,
  needs: 'PoisonedRAG texts of this question with vectors',
  generate(material, row, random, plan = supportingPlan(row)) {
    const entry = material.poisonedTexts?.of(row.question);
    if (!entry) return null;
    const { victim } = rolesOf(plan, random);
    const text = pick(entry.texts, random);
    const { sentences: own } = splitSentences(text);
    const sentences = [...(withQuestion ? [entry.question] : []), ...own].slice(0, material.sentences);
    if (!sentences.every((sentence) => material.encodable(sentence))) return null;
    const planted = { title: '', sentences };
    const documents = plan.documents.map((place, at) => (at === victim ? planted : contextDocument(material, place)));
    return attacked(row, this.name, plan, documents, [victim]);
  },
}));

function poisonedRag(reading: Reading): Attack {
  const { count, texts, withQuestion } = reading;
  const name = `poisonedrag-${count}${texts === 'other' ? '-other' : ''}${withQuestion ? '-question' : ''}`;
  const amount = count === 1 ? 'one sentence' : 'three sentences of one document';
  return {
    name,
    description: `${amount} replaced by PoisonedRAG texts of ${texts === 'own' ? 'the' : 'another'} question${withQuestion ? ', each after its question' : ''}`,
    needs: `PoisonedRAG texts of ${texts === 'own' ? 'this' : 'another'} question with vectors, and a document of ${count === 1 ? 'one sentence' : 'three sentences'}`,
    generate(material, row, random, plan = supportingPlan(row)) {
      const entry = entryFor(material, row, random, texts);
      if (!entry || entry.texts.length < count) return null;
      const chosen = Array.from(permutation(entry.texts.length, random).subarray(0, count), (i) =>
        withQuestion ? `${entry.question} ${entry.texts[i]}` : entry.texts[i],
      );
      const place = random.below(plan.documents.length);
      const documents = plan.documents.map((own) => contextDocument(material, own));
      const victim = documents[place];
      if (victim.sentences.length < count || !chosen.every((text) => material.encodable(text))) return null;
      const sentences = [...victim.sentences];
      const places = permutation(sentences.length, random).subarray(0, count).sort();
      places.forEach((at, i) => {
        sentences[at] = chosen[i];
      });
      documents[place] = { ...victim, sentences };
      return attacked(row, name, plan, documents, [place]);
    },
  };
}

function entryFor(
  material: EvaluationMaterial,
  row: MaterialRow,
  random: RandomStream,
  texts: Reading['texts'],
): PoisonedQuestion | undefined {
  const { poisonedTexts } = material;
  const own = poisonedTexts?.of(row.question);
  if (texts === 'own' || !poisonedTexts) return own;
  const others = poisonedTexts.questions.filter((entry) => entry !== own);
  return others.length === 0 ? undefined : pick(others, random);
}
