import type { ContextFeatures } from '../features.ts';
import { PlaceSet } from './place-set.ts';
import { type WindowRelations, windowRelations } from './window-relations.ts';
import { LINKS_BY_NAME, type WindowWords } from './window-words.ts';
import { WordDocuments } from './word-documents.ts';

/** What was last visited. */
const names = new PlaceSet();

/** The words that link a window by a name; see WindowRelations. Valid until names are asked for again. */
export function nameLinks({ context, words, entityWords }: WindowRelations, w: number): PlaceSet {
  names.clear(context.count);
  addNameLinks(words, w);
  addNameLinks(entityWords, w);
  return names;
}

function addNameLinks({ lists, flags }: WindowWords, w: number): void {
  const end = lists.starts[w + 1];
  for (let i = lists.starts[w]; i < end; i++) if ((flags[i] & LINKS_BY_NAME) !== 0) names.add(lists.words[i]);
}

const having = new WordDocuments();
const naming = new WordDocuments();

/**
 * Finds for each window in turn the words without boilerplate that it shares with another document and that are part of a name in one of the
 * two. Titles are not asked.
 *
 * @param visit takes the words of a window, which are valid until it returns
 */
export function sharedNames(f: ContextFeatures, visit: (shared: PlaceSet, window: number) => void): void {
  const { windows, context, words, entityWords } = windowRelations(f);
  having.read(context.sentences, context.count, f);
  naming.read(context.entities, context.count, f);
  for (let w = 0; w < windows.count; w++) {
    const d = windows.document[w];
    names.clear(context.count);
    addFoundElsewhere(w, entityWords, having, d, context.boilerplate);
    addFoundElsewhere(w, words, naming, d, context.boilerplate);
    visit(names, w);
  }
}

function addFoundElsewhere(
  w: number,
  { lists, textEnds }: WindowWords,
  documents: WordDocuments,
  d: number,
  boilerplate: Uint8Array,
): void {
  for (let i = lists.starts[w]; i < textEnds[w]; i++) {
    const word = lists.words[i];
    if (boilerplate[word] === 0 && documents.hasOther(word, d)) names.add(word);
  }
}
