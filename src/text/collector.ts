import { cutPosition } from './well-formed.ts';

const HAS_CONTENT = /[\p{L}\p{N}]/u;

/** Whether there is a letter or digit, without which a sentence is similar to nothing. */
export function hasContent(text: string): boolean {
  return HAS_CONTENT.test(text);
}

/** Takes sentences in order until it has as many as are wanted, cutting long ones into pieces. */
export class SentenceCollector {
  readonly sentences: string[] = [];
  /** indices[i] = the index that sentences[i] was added with. */
  readonly indices: number[] = [];
  longSentences = 0;
  /** A sentence with a letter or digit came after the last one wanted. */
  more = false;
  readonly #maxCharacters: number;
  #wanted: number;

  /**
   * @param maxCharacters bound on one sentence, ≥ 2
   * @param maxSentences sentences with a letter or digit that are taken; others are not counted
   */
  constructor(maxCharacters: number, maxSentences: number) {
    this.#maxCharacters = maxCharacters;
    this.#wanted = maxSentences;
  }

  get full(): boolean {
    return this.#wanted === 0;
  }

  /** @param sentence trimmed; an empty one is passed over */
  add(sentence: string, index: number): void {
    if (!this.full && sentence.length > this.#maxCharacters) this.longSentences++;
    for (let from = 0; from < sentence.length; ) {
      if (this.full) {
        this.more ||= hasContent(from === 0 ? sentence : sentence.slice(from));
        return;
      }
      const to = this.#pieceEnd(sentence, from);
      const piece = sentence.slice(from, to).trim();
      if (piece !== '') {
        this.sentences.push(piece);
        this.indices.push(index);
        if (hasContent(piece)) this.#wanted--;
      }
      from = to;
    }
  }

  #pieceEnd(sentence: string, from: number): number {
    const max = this.#maxCharacters;
    if (sentence.length - from <= max) return sentence.length;
    // A cut deep inside the piece wastes the bound; without white space in the second half, cut in mid-word.
    const space = sentence.slice(from + (max >> 1), from + max).search(/\s\S*$/);
    const at = space >= 0 ? from + (max >> 1) + space : cutPosition(sentence, from + max);
    return at > from ? at : from + max;
  }
}
