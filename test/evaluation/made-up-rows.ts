import type { Encoder } from '../../src/encoders/encoder.ts';
import type { DatasetRow } from '../../src/evaluation/index.ts';

const TOWNS = ['Varn', 'Oslen', 'Miru', 'Tekal', 'Brisca', 'Holm', 'Quend', 'Sarov', 'Lindar', 'Pelk'];
const TRADES = ['glass', 'amber', 'copper', 'linen', 'salt', 'paper', 'honey'];

const town = (i: number) => `${TOWNS[i % TOWNS.length]}${Math.floor(i / TOWNS.length)}`;

/** Questions about invented towns: two supporting documents about one town, and `distractors` about towns further on. */
export function madeUpRows(count: number, distractors = 3): DatasetRow[] {
  return Array.from({ length: count }, (_, i) => {
    const trade = TRADES[i % TRADES.length];
    return {
      id: `row-${i}`,
      question: `What trade made the founder of ${town(i)} rich?`,
      answer: trade,
      documents: [
        ...Array.from({ length: distractors }, (_, j) => ({
          title: `Harbour of ${town(i + j + 1)}, seen from ${town(i)}`,
          sentences: [
            `The harbour of ${town(i + j + 1)} is visible from ${town(i)}.`,
            `Ships from ${town(i)} call there ${j + 2} times a year.`,
            `Its lighthouse number ${i * 10 + j} was painted twice.`,
          ],
          supporting: false,
        })),
        {
          title: town(i),
          sentences: [
            `${town(i)} is a town founded by Count Orlo ${i}.`,
            `Its river, the ${TOWNS[(i + 3) % TOWNS.length]}, rises ${i + 2} miles away.`,
            `The mayor of ${town(i)} lives in a tower.`,
            `A fourth sentence about ${town(i)} follows.`,
          ],
          supporting: true,
        },
        {
          title: `Orlo ${i}`,
          sentences: [
            `Count Orlo ${i} dealt in ${trade} all over the coast.`,
            `The ${trade} trade made him rich in year ${1500 + i}.`,
            `He founded ${town(i)} when he was old.`,
          ],
          supporting: true,
        },
      ],
    };
  });
}

const DIMENSION = 48;

/** Vectors of words by a hash of each: texts that share words are similar. Not of unit length, as an encoder may give them. */
function wordVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSION);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193) >>> 0;
    for (let i = 0; i < 4; i++) {
      vector[hash % DIMENSION] += hash & 0x10000 ? 1 : -1;
      hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
    }
  }
  return vector;
}

/** An encoder that counts what it is asked. */
export function wordEncoder(): Encoder & { asked: string[]; closed: number } {
  const encodeSync = (texts: readonly string[]) => {
    encoder.asked.push(...texts);
    const out = new Float32Array(texts.length * DIMENSION);
    texts.forEach((text, i) => {
      out.set(wordVector(text), i * DIMENSION);
    });
    return out;
  };
  const encoder = {
    id: 'test:words',
    dimension: DIMENSION,
    fingerprint: 'test',
    asked: [] as string[],
    closed: 0,
    encodeSync,
    encode: async (texts: readonly string[]) => encodeSync(texts),
    async close() {
      encoder.closed++;
    },
  };
  return encoder;
}

/** Vectors of the given texts only, as precomputed ones are. */
export function vectorsOf(texts: Iterable<string>): Map<string, Float32Array> {
  return new Map([...texts].map((text) => [text, wordVector(text)]));
}
