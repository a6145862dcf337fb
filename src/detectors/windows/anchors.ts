import type { ContextWords } from './context-words.ts';
import { LINKED, LINKS_BY_NAME, type WindowWords } from './window-words.ts';
import type { Windows } from './windows.ts';

/**
 * Finds the links of each window (see WindowRelations) in time linear in the words of all windows: the anchors of a window are the first windows by rank,
 * without those it overlaps, so that all have about the same ones, and how many anchors have a word need only be counted up.
 */
export class Anchors {
  /** Windows by rank, and the rank of each. */
  readonly #ranked: number[] = [];
  #rank = new Int32Array(0);
  /** How many windows at the front are anchors of each window, or overlap it. */
  #until = new Int32Array(0);
  /** How many windows at the front have each word, and have it as an entity word. */
  #counts = new Int32Array(0);
  #entityCounts = new Int32Array(0);

  /** Sets the flags of `words` and `entityWords`. */
  link(
    windows: Windows,
    bestCosine: Float64Array,
    context: ContextWords,
    words: WindowWords,
    entityWords: WindowWords,
  ): void {
    this.#begin(windows.count, context);
    this.#sort(windows.count, bestCosine);
    let most = 0;
    let fewest = windows.count;
    for (let w = 0; w < windows.count; w++) {
      const until = this.#anchorsUntil(w, windows);
      this.#until[w] = until;
      most = Math.max(most, until);
      fewest = Math.min(fewest, until);
    }
    let front = 0;
    // As windows overlap no more than their neighbours, these are a few numbers.
    for (let until = fewest; until <= most; until++) {
      for (; front < until; front++) this.#count(this.#ranked[front], 1, words, entityWords);
      for (let w = 0; w < windows.count; w++) {
        if (this.#until[w] !== until) continue;
        this.#countOverlapping(w, windows, -1, words, entityWords);
        this.#flag(w, context, words, entityWords);
        this.#countOverlapping(w, windows, 1, words, entityWords);
      }
    }
  }

  #begin(windows: number, { count, numbers }: ContextWords): void {
    if (this.#rank.length < windows) {
      this.#rank = new Int32Array(2 * windows);
      this.#until = new Int32Array(2 * windows);
    }
    if (this.#counts.length < numbers.length) {
      this.#counts = new Int32Array(numbers.length);
      this.#entityCounts = new Int32Array(numbers.length);
    }
    this.#counts.fill(0, 0, count);
    this.#entityCounts.fill(0, 0, count);
  }

  /** By the cosine of the best sentence, ties to the earlier window. */
  #sort(windows: number, bestCosine: Float64Array): void {
    const ranked = this.#ranked;
    ranked.length = 0;
    for (let w = 0; w < windows; w++) ranked.push(w);
    ranked.sort((a, b) => bestCosine[b] - bestCosine[a] || a - b);
    for (let r = 0; r < windows; r++) this.#rank[ranked[r]] = r;
  }

  /** How far the front reaches that holds the anchors of a window, and those windows it overlaps that rank before the last of them. */
  #anchorsUntil(w: number, windows: Windows): number {
    const others = windows.count - this.#overlapping(w, windows, windows.count);
    const anchors = Math.min(Math.max(1, (others + 1) >> 1), others);
    let until = anchors;
    for (let before = -1; before !== until; ) {
      before = until;
      until = anchors + this.#overlapping(w, windows, before);
    }
    return until;
  }

  /** How many of the first `front` windows overlap a window. */
  #overlapping(w: number, windows: Windows, front: number): number {
    let count = 0;
    for (let o = firstOverlapping(w, windows); o < windows.count && windows.overlap(w, o); o++) {
      if (this.#rank[o] < front) count++;
    }
    return count;
  }

  /** Counts the windows at the front that overlap a window. */
  #countOverlapping(w: number, windows: Windows, by: 1 | -1, words: WindowWords, entityWords: WindowWords): void {
    for (let o = firstOverlapping(w, windows); o < windows.count && windows.overlap(w, o); o++) {
      if (this.#rank[o] < this.#until[w]) this.#count(o, by, words, entityWords);
    }
  }

  #count(w: number, by: 1 | -1, words: WindowWords, entityWords: WindowWords): void {
    countWords(w, by, words, this.#counts);
    countWords(w, by, entityWords, this.#entityCounts);
  }

  #flag(w: number, { queryCount, boilerplate }: ContextWords, words: WindowWords, entityWords: WindowWords): void {
    const counts = this.#counts;
    const entityCounts = this.#entityCounts;
    for (let i = words.lists.starts[w]; i < words.lists.starts[w + 1]; i++) {
      const word = words.lists.words[i];
      const anchored = isPositive(counts[word]) * LINKED + isPositive(entityCounts[word]) * LINKS_BY_NAME;
      const ofQuery = isPositive(queryCount - word) * (LINKED | LINKS_BY_NAME);
      words.flags[i] = ofQuery | (anchored * (1 - boilerplate[word]));
    }
    for (let i = entityWords.lists.starts[w]; i < entityWords.lists.starts[w + 1]; i++) {
      const word = entityWords.lists.words[i];
      const anchored = isPositive(counts[word]) * (LINKED | LINKS_BY_NAME);
      entityWords.flags[i] = (isPositive(queryCount - word) * LINKED) | (anchored * (1 - boilerplate[word]));
    }
  }
}

/** 1 or 0 of a 32-bit integer, without a branch that could not be predicted. */
function isPositive(value: number): number {
  return -value >>> 31;
}

/** Only neighbours overlap, and a window itself. */
function firstOverlapping(w: number, windows: Windows): number {
  return w > 0 && windows.overlap(w, w - 1) ? w - 1 : w;
}

function countWords(w: number, by: 1 | -1, { lists }: WindowWords, counts: Int32Array): void {
  const { words, starts } = lists;
  const end = starts[w + 1];
  for (let i = starts[w]; i < end; i++) counts[words[i]] += by;
}
