/** Bytes of a block; larger pieces get memory of their own. */
const BLOCK = 65_536;

/**
 * Arrays of zeros cut one after another from larger blocks. That is several times as fast as memory for each; and a very small
 * array of its own keeps its numbers where V8 moves them, so that an addon that looks into it has it copied out first. No
 * memory is given out twice; a piece keeps its block alive.
 */
export class Slab<T extends Float64Array | Int32Array> {
  readonly #allocate: (length: number) => T;
  #block: T;
  #used = 0;

  constructor(allocate: (length: number) => T) {
    this.#allocate = allocate;
    this.#block = allocate(0);
  }

  /** An array that nothing else has. */
  take(length: number): T {
    const from = this.#used;
    const to = from + length;
    if (to <= this.#block.length) {
      this.#used = to;
      return this.#block.subarray(from, to) as T;
    }
    const most = BLOCK / this.#block.BYTES_PER_ELEMENT;
    if (length > most / 4) return this.#allocate(length);
    this.#block = this.#allocate(most);
    this.#used = length;
    return this.#block.subarray(0, length) as T;
  }
}

export const doubleSlab = (): Slab<Float64Array> => new Slab((length) => new Float64Array(length));
export const indexSlab = (): Slab<Int32Array> => new Slab((length) => new Int32Array(length));
