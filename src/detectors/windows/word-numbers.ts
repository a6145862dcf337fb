/** Words that keep their numbers; then all are forgotten. */
const CAPACITY = 65_536;

/**
 * Numbers of words that stay from one context to the next, with their idf: looking a word up in one large table is what the
 * signals of a context cost most, so it is done once a word. Bounded.
 */
export class WordNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #idf: (word: string) => number;
  readonly #capacity: number;
  readonly #weights: Float64Array;
  /** For whoever numbers the words of one context: place of a word there, and the context it was seen in. */
  readonly place: Int32Array;
  readonly seenIn: Int32Array;
  #contexts = 0;

  constructor(idf: (word: string) => number, capacity = CAPACITY) {
    this.#idf = idf;
    this.#capacity = capacity;
    this.#weights = new Float64Array(capacity);
    this.place = new Int32Array(capacity);
    this.seenIn = new Int32Array(capacity);
  }

  /** Begins a context of so many words at most, and returns its number. Numbers of words stay valid until the next one. */
  begin(words: number): number {
    if (this.#numbers.size + words > this.#capacity) this.#numbers.clear();
    this.#contexts++;
    if (this.#contexts > 0x7fffffff) {
      this.seenIn.fill(0);
      this.#contexts = 1;
    }
    return this.#contexts;
  }

  numberOf(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(word, number);
      this.#weights[number] = this.#idf(word);
      this.seenIn[number] = 0;
    }
    return number;
  }

  idf(number: number): number {
    return this.#weights[number];
  }

  /** Whether a context of so many words can be numbered in a table of the usual size. */
  static holds(words: number): boolean {
    return words <= CAPACITY;
  }
}
