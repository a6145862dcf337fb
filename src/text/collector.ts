import { unitAt } from './code-units.ts';
import { cutPosition } from './well-formed.ts';

const HAS_CONTENT = /[\p{L}\p{N}]/u;

/** Whether there is a letter or digit, without which a sentence is similar to nothing. */
export function hasContent(text: string): boolean {
  return (text !== '' && isPlain(unitAt(text, 0))) || HAS_CONTENT.test(text);
}

/** A letter or digit of ASCII. */
function isPlain(unit: number): boolean {
  const lower = unit | 32;
  return (lower >= 97 && lower <= 122) || (unit >= 48 && unit <= 57);
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
    if (sentence.length > this.#maxCharacters) this.#addPieces(sentence, index);
    else if (sentence !== '') this.#take(sentence, index);
  }

  #addPieces(sentence: string, index: number): void {
    if (!this.full) this.longSentences++;
    for (let from = 0; from < sentence.length && !this.more; ) {
      const to = this.full ? sentence.length : this.#pieceEnd(sentence, from);
      const piece = sentence.slice(from, to).trim();
      if (piece !== '') this.#take(piece, index);
      from = to;
    }
  }

  #take(piece: string, index: number): void {
    const content = hasContent(piece);
    if (this.full) {
      this.more ||= content;
      return;
    }
    this.sentences.push(piece);
    this.indices.push(index);
    if (content) this.#wanted--;
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
