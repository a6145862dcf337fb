/** State of a generator: four 32-bit words, not all zero. */
export type RandomState = [number, number, number, number];

/**
 * xoshiro128** (Blackman and Vigna 2021) with 32-bit outputs: a period no stream reaches, and a state of four numbers that
 * survives a restart. Randomness here breaks ties and chooses what a reservoir forgets; it is no secret.
 */
export class RandomStream {
  readonly #s: Uint32Array;

  constructor(state: RandomState) {
    this.#s = Uint32Array.from(state);
  }

  /** Four words from one seed, by SplitMix32, so that neighbouring seeds give unrelated streams. */
  static seeded(seed: number): RandomStream {
    let x = seed >>> 0;
    const word = (): number => {
      x = (x + 0x9e3779b9) >>> 0;
      let z = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return (z ^ (z >>> 15)) >>> 0;
    };
    return new RandomStream([word(), word(), word(), word() | 1]);
  }

  get state(): RandomState {
    const [a, b, c, d] = this.#s;
    return [a, b, c, d];
  }

  /** Uniform on (0, 1): neither end, so that it may be a p-value. */
  uniform(): number {
    return (this.#next() + 0.5) / 2 ** 32;
  }

  /** Uniform integer in [0, bound), bound ≤ 2^32; its bias is at most bound / 2^32. */
  below(bound: number): number {
    return Math.floor((this.#next() / 2 ** 32) * bound);
  }

  #next(): number {
    const s = this.#s;
    const product = Math.imul(s[1], 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 11) | (s[3] >>> 21);
    return result;
  }
}

/** `size` different ranks out of 1 … count, each subset equally likely, ascending (Floyd's algorithm). */
export function randomRanks(count: number, size: number, random: RandomStream): number[] {
  if (size >= count) return Array.from({ length: count }, (_, i) => i + 1);
  const chosen = new Set<number>();
  for (let limit = count - size + 1; limit <= count; limit++) {
    const rank = 1 + random.below(limit);
    chosen.add(chosen.has(rank) ? limit : rank);
  }
  return [...chosen].sort((a, b) => a - b);
}
