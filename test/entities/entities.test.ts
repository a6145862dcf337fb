import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createEntityExtractor,
  type EntityExtractor,
  entityWords,
  jaccard,
  properNounExtractor,
} from '../../src/entities/index.ts';

describe('createEntityExtractor', () => {
  it('gives the proper-noun extractor by default and by name', async () => {
    expect(await createEntityExtractor()).toBe(properNounExtractor);
    expect(await createEntityExtractor('proper-noun')).toBe(properNounExtractor);
  });

  it('hands a caller’s extractor through', async () => {
    const own: EntityExtractor = { id: 'own', extract: () => ['x'] };
    expect(await createEntityExtractor(own)).toBe(own);
  });

  it.each([['spacy'], [{ id: 'x' }], [{ id: '', extract: () => [] }], [null]])('refuses %j', async (wrong) => {
    await expect(createEntityExtractor(wrong as never)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      location: { field: 'entities' },
    });
  });
});

describe('compromise', () => {
  it('finds people, places and organizations in order of appearance, normalized', async () => {
    const extractor = await createEntityExtractor('compromise');
    expect(extractor.id).toBe('compromise');
    expect(extractor.extract("Marie Curie was born in Warsaw, and Barack Obama's wife visited Paris.")).toEqual([
      'marie curie',
      'warsaw',
      'barack obama',
      'paris',
    ]);
    expect(extractor.extract('nothing here')).toEqual([]);
    expect(extractor.extract('')).toEqual([]);
  });

  it('sees what stands behind its first piece', async () => {
    const extractor = await createEntityExtractor('compromise');
    expect(extractor.extract(`${'and so on '.repeat(150)}with Barack Obama.`)).toEqual(['barack obama']);
  });

  it('takes the capitalized names of text with more words or commas than prose has', async () => {
    const extractor = await createEntityExtractor('compromise');
    for (const dense of ['A, '.repeat(100), "I'd ".repeat(100), 'Oslo, paris, '.repeat(30)]) {
      expect(extractor.extract(dense)).toEqual(properNounExtractor.extract(dense));
    }
    // Only there: the tagger knows a place in lower case, capitals do not tell it.
    expect(extractor.extract('she left paris, rome and oslo in a hurry')).toContain('paris');
  });

  it('gets through text that would take it minutes at once', async () => {
    const extractor = await createEntityExtractor('compromise');
    for (const unit of ['"a ', "don't ", 'A-', '(', '\ud800 ', 'John and Mary and ']) {
      expect(Array.isArray(extractor.extract(unit.repeat(6_000 / unit.length)))).toBe(true);
    }
  });
});

describe('sets', () => {
  it('entityWords: the content words of names', () => {
    expect([...entityWords(['university of turin', 'turin', "o'neill"])]).toEqual([
      'university',
      'turin',
      'o',
      'neill',
    ]);
    expect(entityWords([]).size).toBe(0);
  });

  it('jaccard: shared over union, 0 for two empty sets, symmetric', () => {
    expect(jaccard(new Set([1, 2, 3]), new Set([2, 3, 4]))).toBe(0.5);
    expect(jaccard(new Set(), new Set())).toBe(0);
    expect(jaccard(new Set([1]), new Set())).toBe(0);
    const set = fc.array(fc.integer({ min: 0, max: 20 })).map((a) => new Set(a));
    fc.assert(
      fc.property(set, set, (a, b) => {
        const union = new Set([...a, ...b]).size;
        const shared = [...a].filter((x) => b.has(x)).length;
        expect(jaccard(a, b)).toBe(union === 0 ? 0 : shared / union);
        expect(jaccard(a, b)).toBe(jaccard(b, a));
        if (a.size > 0) expect(jaccard(a, a)).toBe(1);
      }),
    );
  });
});
