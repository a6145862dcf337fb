import type { ContextFeatures } from '../features.ts';
import { rounded } from '../rounding.ts';
import { Anchors } from './anchors.ts';
import { ContextWords } from './context-words.ts';
import { WindowWords } from './window-words.ts';
import { Windows } from './windows.ts';

/**
 * How the windows of a context relate to its query and to each other (docs/detection.md).
 *
 * The *anchors* of a window are the half of the other windows (⌊m/2⌋ of m, at least one) whose best sentence is nearest to the query,
 * ties to the earlier one; windows it shares sentences with are no others. A word of a window is *linked* when the query or an
 * anchor has it and it is no boilerplate: a document planted off topic must not lend its words to another one. A word *links the window by
 * a name* when it is an entity word of the window that an anchor has, one of an anchor's that the window has, or a word of the query.
 *
 * Holds one context at a time: what is read of it is valid until those of another context are asked for.
 */
export class WindowRelations {
  readonly windows = new Windows();
  readonly context = new ContextWords();
  readonly words = new WindowWords();
  readonly entityWords = new WindowWords();
  /** Cosine of each sentence to the query, rounded as signals are. [sentences] */
  queryCosines = new Float64Array(0);
  /** The largest of them in each window, and the second largest (the largest again where there is one sentence). [windows] */
  bestQueryCosine = new Float64Array(0);
  secondQueryCosine = new Float64Array(0);
  readonly #anchors = new Anchors();

  /** Reads a context with query and texts in place of the last one. */
  read(f: ContextFeatures): void {
    const { windows, context, words, entityWords } = this;
    windows.place(f.offsets, f.windowLength);
    context.read(f);
    words.read(windows, context.sentences, context);
    entityWords.read(windows, context.entities, context);
    this.#readCosines(f);
    this.#anchors.link(windows, this.bestQueryCosine, context, words, entityWords);
  }

  #readCosines(f: ContextFeatures): void {
    const { windows } = this;
    if (this.queryCosines.length < f.sentenceCount) this.queryCosines = new Float64Array(2 * f.sentenceCount);
    if (this.bestQueryCosine.length < windows.count) {
      this.bestQueryCosine = new Float64Array(2 * windows.count);
      this.secondQueryCosine = new Float64Array(2 * windows.count);
    }
    const cosines = this.queryCosines;
    for (let s = 0; s < f.sentenceCount; s++) cosines[s] = rounded(f.queryCosines![s]);
    for (let w = 0; w < windows.count; w++) {
      const from = windows.from[w];
      const to = windows.to[w];
      let best = cosines[from];
      let second = to - from > 1 ? Number.NEGATIVE_INFINITY : best;
      for (let s = from + 1; s < to; s++) {
        const cosine = cosines[s];
        if (cosine > best) {
          second = best;
          best = cosine;
        } else if (cosine > second) second = cosine;
      }
      this.bestQueryCosine[w] = best;
      this.secondQueryCosine[w] = second;
    }
  }
}

const relations = new WindowRelations();
/** Whose relations they are; none while they are read, so that a fault leaves no half of them behind. */
let related: ContextFeatures | undefined;

/** The relations of a context with query and texts; read once for all its signals, and anew after those of another context. */
export function windowRelations(f: ContextFeatures): WindowRelations {
  if (related !== f) {
    related = undefined;
    relations.read(f);
    related = f;
  }
  return relations;
}
