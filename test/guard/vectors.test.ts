import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PreparedContext } from '../../src/guard/prepare.ts';
import { packVectors, planEncoding } from '../../src/guard/vectors.ts';
import { Vocabulary } from '../../src/text/index.ts';

type Texts = { documents: string[][]; query: string | undefined };

const prepared = ({ documents, query }: Texts): PreparedContext => ({
  id: undefined,
  passthrough: undefined,
  documents: documents.map((sentences, index) => ({
    index,
    id: undefined,
    sentences,
    indices: sentences.map((_, i) => i),
    text: null,
    subwords: sentences.map((sentence) => [sentence.length]),
  })),
  query,
  queryWords: null,
  queryTokens: null,
  querySubwords: query === undefined ? null : [query.length],
  vocabulary: new Vocabulary(),
  sentenceCount: documents.flat().length,
  notes: [],
});

const D = 3;
const vectorOf = (text: string): number[] => [text.length, text.charCodeAt(0), 1];

/** Texts that repeat often among few, and among more than are compared one by one. */
const contexts = fc.constantFrom(3, 60).chain((different) => {
  const text = fc.integer({ min: 0, max: different }).map((i) => `${'x'.repeat(i % 5)}y${i}`);
  const sentences = fc.array(text, { minLength: 1, maxLength: 5 });
  const documents = fc.array(sentences, { minLength: 2, maxLength: 4 });
  return fc.array(fc.record({ documents, query: fc.option(text, { nil: undefined }) }), { minLength: 1, maxLength: 8 });
});

describe('a plan of what to encode', () => {
  it('has every text once, with what its scanner found', () => {
    fc.assert(
      fc.property(contexts, (given) => {
        const { texts, subwords } = planEncoding(given.map(prepared));
        expect(texts).toHaveLength(new Set(texts).size);
        const all = given.flatMap(({ documents, query }) => [
          ...documents.flat(),
          ...(query === undefined ? [] : [query]),
        ]);
        expect(new Set(texts)).toEqual(new Set(all));
        expect(subwords).toEqual(texts.map((text) => [text.length]));
      }),
      { numRuns: 300 },
    );
  });

  it('gives every sentence and query its vector, zeros without a query, and the places of documents', () => {
    fc.assert(
      fc.property(contexts, (given) => {
        const all = given.map(prepared);
        const plan = planEncoding(all);
        const encoded = Float32Array.from(plan.texts.flatMap(vectorOf));
        const batch = packVectors(all, plan, encoded, D);
        expect([...batch.vectors]).toEqual(given.flatMap(({ documents }) => documents.flat()).flatMap(vectorOf));
        const queries = given.map(({ query }) => query);
        if (queries.every((query) => query === undefined)) expect(batch.queries).toBeNull();
        else expect([...batch.queries!]).toEqual(queries.flatMap((q) => (q === undefined ? [0, 0, 0] : vectorOf(q))));
        const documents = given.flatMap((context) => context.documents);
        const ends = (sizes: number[]) => sizes.reduce((sums, size) => sums.concat(sums[sums.length - 1] + size), [0]);
        expect([...batch.documentOffsets]).toEqual(ends(documents.map((sentences) => sentences.length)));
        expect([...batch.contextOffsets]).toEqual(ends(given.map((context) => context.documents.length)));
      }),
      { numRuns: 300 },
    );
  });
});
