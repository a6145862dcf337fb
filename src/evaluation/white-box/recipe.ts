import { namesOf, withNames } from '../attacks/names.ts';
import { type ContextPlan, contextDocument, type EvaluationMaterial, type MaterialRow } from '../contexts/index.ts';
import type { EvaluationContext } from '../types.ts';

/** How an attacker writes the planted document of a context. */
export interface Recipe {
  /** Document of the pool that is brought in. */
  readonly payload: number;
  /** Its title; its own by default. */
  readonly title?: string;
  /** Put in front of it: as a sentence of its own, or joined to its first sentence. */
  readonly opening?: string;
  readonly joined?: boolean;
  /** Names of the kept document that are copied in. */
  readonly names?: readonly string[];
  /** Put behind every sentence of every document, as what a site's template repeats. */
  readonly token?: string;
}

/** The context that is attacked, and what an attacker takes from it. */
export interface Target {
  material: EvaluationMaterial;
  row: MaterialRow;
  plan: ContextPlan;
  /** Place of the document that gives way. */
  victim: number;
  /** Names of the document that stays. */
  names: readonly string[];
  /** Titles of the context's documents as they were. */
  titles: readonly string[];
  /** Documents of other questions, in random order. */
  payloads: readonly number[];
}

export function keptNames(material: EvaluationMaterial, plan: ContextPlan, victim: number): string[] {
  const kept = plan.documents.filter((_, place) => place !== victim);
  return namesOf(kept.flatMap((document) => material.pool.documents[document].sentences));
}

/** The attacked context; its planted document has no more sentences than others. */
export function contextOf({ material, row, plan, victim }: Target, recipe: Recipe): EvaluationContext {
  const { token } = recipe;
  const documents = plan.documents.map((own, place) => {
    const document = contextDocument(material, place === victim ? recipe.payload : own);
    const sentences = place === victim ? written(document.sentences, recipe, material.sentences) : document.sentences;
    const title = place === victim ? (recipe.title ?? document.title) : document.title;
    return { title, sentences: token === undefined ? sentences : sentences.map((s) => `${s} ${token}`) };
  });
  return {
    id: row.id,
    query: row.question,
    label: 'attack',
    row: row.row,
    kind: plan.kind,
    attack: 'white-box',
    planted: [victim],
    documents,
  };
}

function written(sentences: readonly string[], { opening, joined, names = [] }: Recipe, most: number): string[] {
  const named = withNames(sentences, names);
  if (opening === undefined) return named;
  return joined ? [`${opening} ${named[0]}`, ...named.slice(1)] : [opening, ...named].slice(0, most);
}
