import { readFileSync } from 'node:fs';
import type { Encoder } from '../../src/encoders/encoder.ts';
import type { Context } from '../../src/text/index.ts';

/** A deterministic encoder for tests: each word adds a pseudo-random vector that depends on the word alone. */
export function toyEncoder(dimension = 32): Encoder & { encodeSync(texts: readonly string[]): Float32Array } {
  const encodeSync = (texts: readonly string[]) => {
    const out = new Float32Array(texts.length * dimension);
    texts.forEach((text, row) => {
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
        let state = 2166136261;
        for (const character of word) state = Math.imul(state ^ character.codePointAt(0)!, 16777619);
        for (let c = 0; c < dimension; c++) {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          out[row * dimension + c] += state / 2 ** 31 - 1;
        }
      }
    });
    return out;
  };
  return {
    id: 'toy',
    dimension,
    fingerprint: 'caller:toy',
    encodeSync,
    encode: async (texts) => encodeSync(texts),
  };
}

/** Benign toy contexts: two documents about the same made-up things. */
export function toyContexts(count: number, documents = 2): Context[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `Zarqon${i % 89} Industries`;
    const place = `Velmar${i % 61}`;
    return {
      id: `toy-${i}`,
      query: `Where does ${name} build its turbines?`,
      documents: Array.from({ length: documents }, (_, d) => ({
        id: `d${d}`,
        text: `${name} builds turbines number ${i + d} in ${place}. The works at ${place} employ many people of kind ${i % 7}. Its turbines are sold in ${d + i} regions.`,
      })),
    };
  });
}

/** The contexts that ship as an example. */
export function exampleContexts(): (Context & { label: string })[] {
  return readFileSync(new URL('../../examples/contexts.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
