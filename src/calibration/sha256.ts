/**
 * SHA-256 (FIPS 180-4), synchronous and without platform interfaces: browsers have it only behind a promise, and profiles are
 * checked where no promise can be awaited.
 */

/** First 32 bits of the fractional parts of a root of the first `count` ≤ 64 primes, for which doubles are exact enough. */
function primeRoots(count: number, root: (prime: number) => number): Uint32Array {
  const out = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true;
    for (let d = 2; d * d <= candidate; d++) if (candidate % d === 0) prime = false;
    if (!prime) continue;
    const value = root(candidate);
    out[found++] = Math.floor((value - Math.floor(value)) * 2 ** 32);
  }
  return out;
}

const ROUND_CONSTANTS = primeRoots(64, Math.cbrt);
const INITIAL = primeRoots(8, Math.sqrt);

/** Hash of the bytes as 64 lower-case hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  const state = Uint32Array.from(INITIAL);
  const words = new Uint32Array(64);
  const full = bytes.length - (bytes.length % 64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset < full; offset += 64) compress(state, words, view, offset);
  const tail = padded(bytes.subarray(full), bytes.length);
  const tailView = new DataView(tail.buffer);
  for (let offset = 0; offset < tail.length; offset += 64) compress(state, words, tailView, offset);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The last bytes with the 1 bit, zeros, and the length in bits of the whole message: one block or two. */
function padded(rest: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(rest.length < 56 ? 64 : 128);
  out.set(rest);
  out[rest.length] = 0x80;
  const view = new DataView(out.buffer);
  view.setUint32(out.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(out.length - 4, (length << 3) >>> 0);
  return out;
}

function compress(state: Uint32Array, w: Uint32Array, view: DataView, offset: number): void {
  for (let t = 0; t < 16; t++) w[t] = view.getUint32(offset + 4 * t);
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15];
    const y = w[t - 2];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + big1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[t] + w[t]) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

function rotate(x: number, bits: number): number {
  return (x >>> bits) | (x << (32 - bits));
}
