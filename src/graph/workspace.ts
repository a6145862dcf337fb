type Scratch = Float64Array | Float32Array | Int32Array | Uint8Array;

/**
 * Scratch that grows and is kept: the analysis of contexts of one shape then allocates nothing from the second on. Views
 * have exactly the length asked for, as backends demand, and the last one is kept as well. A caller overwrites what it
 * reads, and holds what it took only until the function that took it returns.
 */
export class Workspace<T extends Scratch> {
  #buffer: T;
  #view: T;
  readonly #allocate: (length: number) => T;

  constructor(allocate: (length: number) => T) {
    this.#allocate = allocate;
    this.#buffer = allocate(0);
    this.#view = this.#buffer;
  }

  /** `length` elements with whatever the last call left in them. */
  take(length: number): T {
    if (this.#view.length === length) return this.#view;
    if (this.#buffer.length < length) this.#buffer = this.#allocate(Math.max(length, 2 * this.#buffer.length));
    this.#view = this.#buffer.subarray(0, length) as T;
    return this.#view;
  }
}

export const doubles = (): Workspace<Float64Array> => new Workspace((length) => new Float64Array(length));
export const floats = (): Workspace<Float32Array> => new Workspace((length) => new Float32Array(length));
export const indices = (): Workspace<Int32Array> => new Workspace((length) => new Int32Array(length));
export const bytes = (): Workspace<Uint8Array> => new Workspace((length) => new Uint8Array(length));
