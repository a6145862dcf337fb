import type { ContextFeatures } from '../features.ts';
import { roundedAll } from '../rounding.ts';
import { type ContextWords, contextWords } from './context-words.ts';
import { overlap, type Window, windowsOf } from './windows.ts';

/** One window with what the window signals ask of it. Words are numbers of ContextWords. */
export interface RelatedWindow extends Window {
  /** Cosines of its sentences to the query, rounded as signals are. */
  queryCosines: Float64Array;
  /** The largest of them, and the second largest (the largest again where there is one sentence). */
  bestQueryCosine: number;
  secondQueryCosine: number;
  /** Content words of its sentences, each once, and those of their entity names. */
  textWords: readonly number[];
  textEntityWords: readonly number[];
  /** The same with the words of the document's title, which are words and names of each of its windows. */
  words: readonly number[];
  entityWords: readonly number[];
  /** Of `words` and of `entityWords`, whether the word is linked; see WindowRelations. */
  linked: readonly boolean[];
  entityLinked: readonly boolean[];
  /** Words that link it by a name: an entity word of it that an anchor has, one of an anchor's that it has, or a word of the query. */
  nameLinks: readonly number[];
}

/**
 * How the windows of a context relate to its query and to each other (docs/detection.md).
 *
 * The *anchors* of a window are the half of the other windows (⌊m/2⌋ of m, at least one) whose best sentence is nearest to the query,
 * ties to the earlier one; windows it shares sentences with are no others. A word of a window is *linked* when the query or an
 * anchor has it and it is no boilerplate: a document planted off topic must not lend its words to another one.
 */
export interface WindowRelations {
  windows: readonly RelatedWindow[];
  words: ContextWords;
}

/** The last context, as all signals of one are computed before the next one's; a WeakMap of many costs more than the relations. */
let last: { features: ContextFeatures; relations: WindowRelations } | undefined;

/** The relations of a context with query and texts; computed once for all its signals. */
export function windowRelations(f: ContextFeatures): WindowRelations {
  if (last?.features !== f) last = { features: f, relations: relate(f) };
  return last.relations;
}

interface Draft extends RelatedWindow {
  linked: boolean[];
  entityLinked: boolean[];
  nameLinks: readonly number[];
}

function relate(f: ContextFeatures): WindowRelations {
  const words = contextWords(f);
  const lastUse = new Int32Array(words.texts.length).fill(-1);
  let use = 0;
  const distinct = (lists: readonly (readonly number[])[]): readonly number[] => {
    if (lists.length === 1) return lists[0];
    const all: number[] = [];
    for (const list of lists) {
      for (const word of list) {
        if (lastUse[word] === use) continue;
        lastUse[word] = use;
        all.push(word);
      }
    }
    use++;
    return all;
  };
  const windows = windowsOf(f.offsets, f.windowLength).map(({ document, from, to }): Draft => {
    const queryCosines = roundedAll(f.queryCosines!.subarray(from, to));
    const [best, second] = twoLargest(queryCosines);
    const title = words.titles[document];
    const textWords = distinct(words.sentences.slice(from, to));
    const textEntityWords = distinct(words.entities.slice(from, to));
    return {
      document,
      from,
      to,
      queryCosines,
      bestQueryCosine: best,
      secondQueryCosine: second,
      textWords,
      textEntityWords,
      words: title.length === 0 ? textWords : distinct([textWords, title]),
      entityWords: title.length === 0 ? textEntityWords : distinct([textEntityWords, title]),
      nameLinks: [],
      linked: [],
      entityLinked: [],
    };
  });
  link(windows, words);
  return { windows, words };
}

/** The largest value, and the second largest, or the largest again of one value. */
function twoLargest(values: Float64Array): [number, number] {
  let first = values[0];
  let second = values.length > 1 ? Number.NEGATIVE_INFINITY : first;
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    if (value > first) {
      second = first;
      first = value;
    } else if (value > second) second = value;
  }
  return [first, second];
}

function link(windows: readonly Draft[], { texts, queryCount, boilerplate }: ContextWords): void {
  const ranked = [...windows].sort((a, b) => b.bestQueryCosine - a.bestQueryCosine || a.from - b.from);
  // Window whose anchors were last found to have a word.
  const anchored = new Int32Array(texts.length).fill(-1);
  const anchoredAsName = new Int32Array(texts.length).fill(-1);
  const taken = new Int32Array(texts.length).fill(-1);
  windows.forEach((window, w) => {
    const others = ranked.filter((other) => !overlap(window, other));
    const count = Math.max(1, (others.length + 1) >> 1);
    for (let a = 0; a < Math.min(count, others.length); a++) {
      for (const word of others[a].words) anchored[word] = w;
      for (const word of others[a].entityWords) anchoredAsName[word] = w;
    }
    const isLinked = (word: number): boolean => word < queryCount || (anchored[word] === w && boilerplate[word] === 0);
    window.linked = window.words.map(isLinked);
    window.entityLinked = window.entityWords.map(isLinked);
    const nameLinks: number[] = [];
    const take = (word: number): void => {
      if (taken[word] !== w) nameLinks.push(word);
      taken[word] = w;
    };
    for (const word of window.words) {
      if (word < queryCount || (anchoredAsName[word] === w && boilerplate[word] === 0)) take(word);
    }
    for (const word of window.entityWords) if (anchored[word] === w && boilerplate[word] === 0) take(word);
    window.nameLinks = nameLinks;
  });
}
