/** Words of more characters or pieces are not remembered. */
const LONGEST_WORD = 24;
const MOST_PIECES = 7;

/** Set-associative: a word may lie in any of the WAYS slots of the set that its hash picks. */
const SETS = 8192;
const WAYS = 8;

/**
 * Pieces of lower-case ASCII words, found from the characters of the text itself: neither a string nor a hash of one is
 * made, which is most of the cost of a Map here. Of fixed size (about 3 MB); a full set forgets its oldest word, so
 * chosen words with one hash only displace each other.
 */
export class AsciiWordCache {
  readonly #hashes = new Int32Array(SETS * WAYS);
  /** 0: a free slot. */
  readonly #lengths = new Uint8Array(SETS * WAYS);
  readonly #characters = new Uint8Array(SETS * WAYS * LONGEST_WORD);
  /** Per slot: how many pieces, then their rows. */
  readonly #pieces = new Uint16Array(SETS * WAYS * (MOST_PIECES + 1));
  readonly #next = new Uint8Array(SETS);

  /**
   * Writes the rows of the word `text[start … end)` to `rows[count …]` and returns the new count; −1 for a word that is
   * not remembered.
   *
   * @param hash of the word's lower-case characters, the same for `remember`
   * @param lower lower-case code of each ASCII code
   */
  recall(
    text: string,
    start: number,
    end: number,
    hash: number,
    lower: Uint8Array,
    rows: Int32Array,
    count: number,
  ): number {
    const length = end - start;
    const first = setOf(hash) * WAYS;
    for (let slot = first; slot < first + WAYS; slot++) {
      if (this.#hashes[slot] !== hash || this.#lengths[slot] !== length) continue;
      let i = 0;
      const at = slot * LONGEST_WORD;
      while (i < length && this.#characters[at + i] === lower[text.charCodeAt(start + i)]) i++;
      if (i < length) continue;
      const piece = slot * (MOST_PIECES + 1);
      const last = piece + this.#pieces[piece];
      for (let p = piece + 1; p <= last; p++) rows[count++] = this.#pieces[p];
      return count;
    }
    return -1;
  }

  /** @param word lower case */
  remember(word: string, hash: number, pieces: Int32Array): void {
    if (word.length > LONGEST_WORD || pieces.length > MOST_PIECES) return;
    const set = setOf(hash);
    const slot = set * WAYS + this.#next[set];
    this.#next[set] = (this.#next[set] + 1) % WAYS;
    this.#hashes[slot] = hash;
    this.#lengths[slot] = word.length;
    for (let i = 0; i < word.length; i++) this.#characters[slot * LONGEST_WORD + i] = word.charCodeAt(i);
    this.#pieces[slot * (MOST_PIECES + 1)] = pieces.length;
    this.#pieces.set(pieces, slot * (MOST_PIECES + 1) + 1);
  }
}

function setOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (SETS - 1);
}
