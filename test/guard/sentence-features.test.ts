import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadStaticEncoder } from '../../src/encoders/node.ts';
import { entityWords, properNounExtractor } from '../../src/entities/index.ts';
import { DEFAULT_LIMITS } from '../../src/guard/limits.ts';
import { type PreparedContext, prepareContext } from '../../src/guard/prepare.ts';
import { documentText, SentenceFeatureCache } from '../../src/guard/sentence-features.ts';
import { encodePlan, encodePlanSync, planEncoding } from '../../src/guard/vectors.ts';
import { caseless, contentWords, WordScanner, wordTokens } from '../../src/text/index.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom(...'The old Mill of Émile Zola’s in 1912, 图书馆 U.S. and – (Paris)'.split(' ')), {
      maxLength: 20,
    })
    .map((w) => w.join(' ')),
);

describe('SentenceFeatureCache', () => {
  it('gives of any sentence, new, known or remembered, what its parts give', () => {
    const cache = new SentenceFeatureCache(properNounExtractor);
    fc.assert(
      fc.property(text, (sentence) => {
        for (let time = 0; time < 3; time++) {
          const features = cache.get(sentence);
          const names = properNounExtractor.extract(sentence);
          const spelled = (numbers: readonly number[]) => numbers.map((number) => features.vocabulary.word(number));
          expect(spelled(features.words)).toEqual([...contentWords(sentence)]);
          expect(spelled(features.tokens)).toEqual(wordTokens(sentence));
          expect(features.entityNames()).toEqual(names);
          expect(spelled(features.entityWords)).toEqual([...entityWords(names)]);
          expect(features.caseless).toBe(caseless(sentence));
          expect(features.subwords).toBeNull();
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('remembers a sentence from its second time on', () => {
    const cache = new SentenceFeatureCache(properNounExtractor);
    const sentences = Array.from({ length: 500 }, (_, i) => `Sentence ${i} of many, the ${i % 7}th of them.`);
    for (const sentence of sentences) cache.get(sentence);
    expect(cache.statistics()).toEqual({ size: 0, hits: 0, misses: 500 });
    for (const sentence of sentences) cache.get(sentence);
    // A few share a fingerprint's place and wait for another time.
    const { size } = cache.statistics();
    expect(size).toBeGreaterThan(480);
    for (const sentence of sentences) cache.get(sentence);
    expect(cache.statistics()).toMatchObject({ hits: size, misses: 1_500 - size });
  });

  it('reads a remembered sentence again once its vocabulary is given up', () => {
    const cache = new SentenceFeatureCache(properNounExtractor);
    const sentence = 'The Old Mill stands – still.';
    const former = [1, 2, 3].map(() => cache.get(sentence))[2];
    const flood = Array.from({ length: 66_000 }, (_, i) => `w${i}`).join(' ');
    cache.scanner.scan(flood);
    expect(cache.begin()).not.toBe(former.vocabulary);
    for (let time = 0; time < 3; time++) {
      const features = cache.get(sentence);
      expect(features.vocabulary).toBe(cache.scanner.vocabulary);
      expect(features.words.map((number) => features.vocabulary.word(number))).toEqual([...contentWords(sentence)]);
    }
    expect(cache.statistics()).toMatchObject({ size: 1, hits: 3, misses: 3 });
    expect(former.words.map((number) => former.vocabulary.word(number))).toEqual([...contentWords(sentence)]);
  });

  it('holds a bounded number of sentences', () => {
    const cache = new SentenceFeatureCache(properNounExtractor);
    for (let i = 0; i < 21_000; i++) for (let time = 0; time < 2; time++) cache.get(`Number ${i}.`);
    expect(cache.statistics().size).toBeLessThanOrEqual(20_000);
    expect(cache.statistics().size).toBeGreaterThan(19_000);
  });
});

describe('documentText', () => {
  it('joins what its sentences have', () => {
    const cache = new SentenceFeatureCache(properNounExtractor);
    const document = documentText(
      ['The Old Mill stands.', 'Old people like the Mill in Rome.'].map((s) => cache.get(s)),
    );
    const spelled = (numbers: Iterable<number>) =>
      Array.from(numbers, (number) => cache.scanner.vocabulary.word(number));
    expect(spelled(document.words)).toEqual(['old', 'mill', 'stands', 'people', 'like', 'rome']);
    expect(spelled(document.entityWords)).toEqual(['old', 'mill', 'rome']);
    expect([...document.entityNames]).toEqual(['old mill', 'old', 'mill', 'rome']);
    expect(spelled(document.sentences[1].tokens)).toEqual(['old', 'people', 'like', 'the', 'mill', 'in', 'rome']);
    expect(document.sentences.map(({ entityWords }) => spelled(entityWords))).toEqual([
      ['old', 'mill'],
      ['old', 'mill', 'rome'],
    ]);
    expect(document.sentences.map(({ words }) => words.length)).toEqual([3, 5]);
    expect(documentText([]).words.size).toBe(0);
  });
});

describe('encoding of what was read', async () => {
  const encoder = await loadStaticEncoder();
  const parameters = {
    coverage: 'leading',
    sentencesPerDocument: 3,
    locale: 'en',
    limits: { ...DEFAULT_LIMITS, maxSentenceCharacters: 30_000 },
  } as Parameters<typeof prepareContext>[1];
  const prepare = (documents: string[], scanner: WordScanner): PreparedContext =>
    prepareContext(
      { query: documents[0], documents: documents.map((d) => ({ text: d })) },
      parameters,
      new SentenceFeatureCache(properNounExtractor, scanner),
    );

  it('gives the same bits as encoding the texts, with and without a promise, long texts too', async () => {
    // Longer than the encoder reads.
    const long = 'unhappiness '.repeat(2_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(text, fc.constant(long)), { minLength: 2, maxLength: 4 }),
        async (documents) => {
          const plan = planEncoding([prepare(documents, encoder.scanner)]);
          const expected = encoder.encodeSync(plan.texts);
          expect(encodePlanSync(encoder, plan, encoder.scanner)).toEqual(expected);
          expect(await encodePlan(encoder, plan, encoder.scanner)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('reads the texts again where another scanner read them', () => {
    const documents = ['The old mill.', 'A new mill – in Rome.'];
    const other = new WordScanner({ word: () => [1], text: () => [1], marks: new Int32Array(128).fill(-1) });
    const plan = planEncoding([prepare(documents, other)]);
    expect(plan.subwords.every((units) => units !== null)).toBe(true);
    expect(encodePlanSync(encoder, plan, other)).toEqual(encoder.encodeSync(plan.texts));
  });
});
