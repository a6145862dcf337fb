/**
 * A Float64Array that grows and is never given back: scratch for one synchronous call at a time. Every caller overwrites
 * what it reads; the functions that use one are therefore not re-entrant, which a synchronous call cannot be anyway.
 */
export class DoubleWorkspace {
  #buffer = new Float64Array(0);

  /** At least `length` elements with whatever the last call left in them. */
  take(length: number): Float64Array {
    if (this.#buffer.length < length) this.#buffer = new Float64Array(Math.max(length, 2 * this.#buffer.length));
    return this.#buffer;
  }
}

/** The same for indices. */
export class IndexWorkspace {
  #buffer = new Int32Array(0);

  /** At least `length` elements with whatever the last call left in them. */
  take(length: number): Int32Array {
    if (this.#buffer.length < length) this.#buffer = new Int32Array(Math.max(length, 2 * this.#buffer.length));
    return this.#buffer;
  }
}
