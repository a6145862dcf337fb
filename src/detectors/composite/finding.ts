import type { ContextFeatures } from '../features.ts';
import { type RelatedWindow, sharedNames, windowRelations } from '../windows/index.ts';

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
  const window = windowRelations(f).windows[cause.window];
  const { sentences, words, summary } = describe(cause, f, window);
  const shown = rarestFirst(words, f);
  return { group: cause.group, document: window.document, sentences, words: shown, summary: summary(shown.join(', ')) };
}

interface Description {
  sentences: number[];
  /** By number. */
  words: number[];
  summary: (words: string) => string;
}

function describe(cause: { group: string; window: number }, f: ContextFeatures, window: RelatedWindow): Description {
  const { sentences, queryCount } = windowRelations(f).words;
  const nearest = byQueryCosine(f, window);
  const best = window.bestQueryCosine.toFixed(2);
  const ofQuery = (words: readonly number[]) => words.filter((word) => word < queryCount);
  switch (cause.group) {
    case 'imbalance':
      return {
        sentences: [nearest[0], nearest[nearest.length - 1]],
        words: [],
        summary: () => `one sentence is close to the question (cosine ${best}), the rest is about something else`,
      };
    case 'echo': {
      const [most] = [...nearest].sort((a, b) => ofQuery(sentences[b]).length - ofQuery(sentences[a]).length);
      const words = ofQuery(sentences[most]);
      return {
        sentences: [most],
        words,
        summary: () => `one sentence repeats ${percent(words.length, queryCount)} of the question's words`,
      };
    }
    case 'over-relevance':
      return {
        sentences: nearest,
        words: ofQuery(window.words),
        summary: () => 'all of it is nearer to the question than honest text is',
      };
    case 'name-link':
      return {
        sentences: nearest,
        words: [...window.nameLinks],
        summary: (shown) =>
          shown === ''
            ? 'shares no name with the question or the documents near it'
            : `tied to the question and the documents near it by little (${shown})`,
      };
    case 'name-copy': {
      const words = sharedNames(f)[cause.window];
      return {
        sentences: nearest.filter((node) => words.some((word) => sentences[node].includes(word))),
        words,
        summary: (shown) =>
          `carries names of the other documents (${shown}) but is far from the question (best cosine ${best})`,
      };
    }
    default: {
      const lacks = percent(queryCount - ofQuery(window.words).length, queryCount);
      return {
        sentences: nearest,
        words: window.entityWords.filter((_, i) => !window.entityLinked[i]),
        summary: (shown) =>
          `far from the question (best cosine ${best}, lacks ${lacks} of its words)${
            shown === '' ? '' : `; nothing near the question has: ${shown}`
          }`,
      };
    }
  }
}

function byQueryCosine(f: ContextFeatures, { from, to }: RelatedWindow): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i).sort(
    (a, b) => f.queryCosines![b] - f.queryCosines![a] || a - b,
  );
}

function rarestFirst(words: readonly number[], f: ContextFeatures): string[] {
  const { idf, texts } = windowRelations(f).words;
  return [...words]
    .sort((a, b) => idf[b] - idf[a] || (texts[a] < texts[b] ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map((word) => texts[word])
    .map((text) => (text.length > MAX_WORD_LENGTH ? `${text.slice(0, MAX_WORD_LENGTH)}…` : text));
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`;
}
