import { type BreakClasses, sentenceEnd } from './break-rules.ts';
import { unitAt } from './code-units.ts';
import { learnedClasses } from './learned-classes.ts';

/**
 * Characters handed to Intl.Segmenter at a time. V8's segmenter does work in proportion to the whole text for every
 * segment, which is quadratic: 6 s for 100,000 line breaks in one go.
 */
const WINDOW = 512;

/**
 * What settles whether a full stop before it ends a sentence (UAX 29, rule SB8): anything else, such as digits, leaves it
 * open, since a lower-case letter may follow.
 */
const SETTLES = /[\p{L}\r\n\u0085\u2028\u2029.!?]/u;

/** A segmenter with what was learned of it. Both are dear to make. */
export interface SentenceSegmenter {
  readonly segmenter: Intl.Segmenter;
  /** null where its rules are not known, and it has to be asked each time. */
  readonly classes: BreakClasses | null;
}

/** @throws RangeError where `locale` is no language tag */
export function sentenceSegmenter(locale: string): SentenceSegmenter {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return { segmenter, classes: learnedClasses(segmenter) };
}

/**
 * Where the sentences of one text begin, as its segmenter says; a run of blank lines is one segment. The segmenter is asked
 * only where the rules meet a character that they do not know, as asking costs several times as much as the rules.
 */
export class SentenceBreaks {
  readonly #text: string;
  readonly #segmenter: Intl.Segmenter;
  readonly #classes: BreakClasses | null;
  /** Breaks found ahead, the next one last. */
  #ahead: number[] = [];

  constructor(text: string, { segmenter, classes }: SentenceSegmenter) {
    this.#text = text;
    this.#segmenter = segmenter;
    this.#classes = classes;
  }

  /** Where the segment that begins at `from` ends: at the next one's beginning, or at the text's end. */
  next(from: number): number {
    const known = this.#ahead.pop();
    if (known !== undefined) return known;
    const blank = blankLinesEnd(this.#text, from);
    if (blank > from) return blank;
    if (this.#classes !== null) {
      const end = sentenceEnd(this.#text, from, this.#classes);
      if (end >= 0) return end;
    }
    this.#ahead = windowBreaks(this.#text, from, this.#segmenter).reverse();
    return this.#ahead.pop() ?? this.#text.length;
  }

  /** The same without going on: next(from) gives it again. */
  peek(from: number): number {
    const end = this.next(from);
    this.#ahead.push(end);
    return end;
  }
}

/**
 * The first breaks behind `from`, none where the text has no more; in linear time whatever the text is: a window starts at a
 * break already found, its last segment is left to the next window, since what follows may belong to it, and a window that
 * had to be widened for a long sentence gives one break only.
 */
function windowBreaks(text: string, from: number, segmenter: Intl.Segmenter): number[] {
  // Without a break the window is widened until the sentence's end is seen; doubling keeps the sum linear.
  for (let size = WINDOW; ; size *= 2) {
    const window = text.slice(from, from + size);
    const last = from + size >= text.length;
    const breaks: number[] = [];
    for (const { index, segment } of segmenter.segment(window)) {
      if (index === 0) continue;
      if (!last && index + segment.length === window.length && !SETTLES.test(segment)) break;
      breaks.push(from + index);
      if (size > WINDOW) break;
    }
    if (last || breaks.length > 0) return breaks;
  }
}

/** Where the blank lines that begin at `from` end, of white space that trim() removes; `from` where there are none. */
function blankLinesEnd(text: string, from: number): number {
  const { length } = text;
  let end = from;
  for (let i = from; i < length; i++) {
    const code = unitAt(text, i);
    if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) end = i + 1;
    else if (code !== 32 && code !== 9) break;
  }
  return end;
}
