import type { ContextFeatures } from '../features.ts';
import { windowRelations } from './window-relations.ts';

/**
 * For each window, the words without boilerplate that it shares with another document and that are part of a name in one of the two;
 * each once.
 */
export function sharedNames(f: ContextFeatures): number[][] {
  const { windows, words } = windowRelations(f);
  const { sentences, entities, documents, entityDocuments, boilerplate } = words;
  const ownWord = new Int32Array(words.texts.length).fill(-1);
  const ownName = new Int32Array(words.texts.length).fill(-1);
  const taken = new Int32Array(words.texts.length).fill(-1);
  let marked = -1;
  return windows.map((window, w) => {
    const d = window.document;
    if (d !== marked) {
      for (let s = f.offsets[d]; s < f.offsets[d + 1]; s++) {
        for (const word of sentences[s]) ownWord[word] = d;
        for (const word of entities[s]) ownName[word] = d;
      }
      marked = d;
    }
    const shared: number[] = [];
    const take = (word: number, elsewhere: number): void => {
      if (elsewhere === 0 || boilerplate[word] === 1 || taken[word] === w) return;
      taken[word] = w;
      shared.push(word);
    };
    for (const word of window.textEntityWords) take(word, documents[word] - (ownWord[word] === d ? 1 : 0));
    for (const word of window.textWords) take(word, entityDocuments[word] - (ownName[word] === d ? 1 : 0));
    return shared;
  });
}
