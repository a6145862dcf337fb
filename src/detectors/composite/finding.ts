import type { ContextFeatures } from '../features.ts';
import { LINKED, nameLinks, sharedNames, type WindowRelations, windowRelations } from '../windows/index.ts';

/** Why a window stands out, for people. */
export interface Finding {
  /** The group of signals that weighs most. */
  group: string;
  /** Index of the document. */
  document: number;
  /** Graph nodes of the sentences to look at, the most telling first. */
  sentences: number[];
  /** The words behind it, rarest first: names without link, query words repeated, or names shared; see `summary`. */
  words: string[];
  /** One clause that says what was seen. */
  summary: string;
}

const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 40;

/** What made the composite's score: `cause` of DetectorScore in words. */
export function compositeFinding(f: ContextFeatures, cause: { group: string; window: number }): Finding {
  const relations = windowRelations(f);
  const { sentences, words, summary } = describe(cause, f, relations);
  const shown = rarestFirst(words, f, relations);
  const document = relations.windows.document[cause.window];
  return { group: cause.group, document, sentences, words: shown, summary: summary(shown.join(', ')) };
}

interface Description {
  sentences: number[];
  /** By place in ContextWords. */
  words: number[];
  summary: (words: string) => string;
}

function describe(
  { group, window }: { group: string; window: number },
  f: ContextFeatures,
  relations: WindowRelations,
): Description {
  const { context, words, entityWords } = relations;
  const { queryCount } = context;
  const nearest = byQueryCosine(f, relations, window);
  const best = relations.bestQueryCosine[window].toFixed(2);
  const sentenceWords = (sentence: number) => context.sentences.list(sentence);
  const ofQuery = (list: readonly number[]) => list.filter((word) => word < queryCount);
  switch (group) {
    case 'imbalance':
      return {
        sentences: [nearest[0], nearest[nearest.length - 1]],
        words: [],
        summary: () => `one sentence is close to the question (cosine ${best}), the rest is about something else`,
      };
    case 'echo': {
      const repeated = (sentence: number) => ofQuery(sentenceWords(sentence));
      const [most] = [...nearest].sort((a, b) => repeated(b).length - repeated(a).length);
      const shared = repeated(most);
      return {
        sentences: [most],
        words: shared,
        summary: () => `one sentence repeats ${percent(shared.length, queryCount)} of the question's words`,
      };
    }
    case 'over-relevance':
      return {
        sentences: nearest,
        words: ofQuery(words.lists.list(window)),
        summary: () => 'all of it is nearer to the question than honest text is',
      };
    case 'name-link':
      return {
        sentences: nearest,
        words: nameLinks(relations, window).toArray(),
        summary: (shown) =>
          shown === ''
            ? 'shares no name with the question or the documents near it'
            : `tied to the question and the documents near it by little (${shown})`,
      };
    case 'name-copy': {
      let shared: number[] = [];
      sharedNames(f, (names, w) => {
        if (w === window) shared = names.toArray();
      });
      return {
        sentences: nearest.filter((node) => shared.some((word) => sentenceWords(node).includes(word))),
        words: shared,
        summary: (shown) =>
          `carries names of the other documents (${shown}) but is far from the question (best cosine ${best})`,
      };
    }
    default: {
      const lacks = percent(queryCount - ofQuery(words.lists.list(window)).length, queryCount);
      const first = entityWords.lists.starts[window];
      return {
        sentences: nearest,
        words: entityWords.lists.list(window).filter((_, i) => (entityWords.flags[first + i] & LINKED) === 0),
        summary: (shown) =>
          `far from the question (best cosine ${best}, lacks ${lacks} of its words)${
            shown === '' ? '' : `; nothing near the question has: ${shown}`
          }`,
      };
    }
  }
}

/** Sentences of a window, the one nearest to the query first. */
function byQueryCosine(f: ContextFeatures, { windows }: WindowRelations, window: number): number[] {
  const cosines = f.queryCosines!;
  const nearest: number[] = [];
  for (let sentence = windows.from[window]; sentence < windows.to[window]; sentence++) {
    let at = nearest.length;
    for (; at > 0 && cosines[nearest[at - 1]] < cosines[sentence]; at--) nearest[at] = nearest[at - 1];
    nearest[at] = sentence;
  }
  return nearest;
}

/** The rarest of some words, spelled out; in the order of the alphabet where they are as rare. */
function rarestFirst(words: readonly number[], f: ContextFeatures, { context }: WindowRelations): string[] {
  const { idf, numbers } = context;
  const spelled = (place: number) => f.vocabulary!.word(numbers[place]);
  // A few are kept sorted: most words are passed over after one comparison.
  const rarest: number[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    let at = rarest.length;
    for (; at > 0; at--) {
      const before = rarest[at - 1];
      if (idf[before] > idf[word] || (idf[before] === idf[word] && spelled(before) < spelled(word))) break;
    }
    if (at === MAX_WORDS) continue;
    if (rarest.length < MAX_WORDS) rarest.push(word);
    rarest.copyWithin(at + 1, at, rarest.length - 1);
    rarest[at] = word;
  }
  return rarest.map((place) => shortened(spelled(place)));
}

function shortened(text: string): string {
  return text.length > MAX_WORD_LENGTH ? `${text.slice(0, MAX_WORD_LENGTH)}…` : text;
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`;
}
