import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPrecomputedEncoder } from '../../src/encoders/index.ts';
import {
  benignContext,
  benignContexts,
  buildMaterial,
  type DatasetRow,
  DocumentPool,
  dot,
  planContext,
} from '../../src/evaluation/index.ts';
import { madeUpRows, vectorsOf, wordEncoder } from './made-up-rows.ts';

const rowWith = (...lengths: [sentences: number, supporting: boolean][]): DatasetRow => ({
  id: 'r',
  question: 'Which one?',
  documents: lengths.map(([count, supporting], i) => ({
    title: `D${i}`,
    sentences: Array.from({ length: count }, (_, s) => `Sentence ${s} of document ${i}.`),
    supporting,
  })),
});

describe('buildMaterial', () => {
  it('takes the first two supporting documents that are long enough, and their leading sentences', async () => {
    const row = rowWith([2, true], [5, false], [4, true], [3, true], [3, true]);
    const { rows, pool, documentsLeftOut } = await buildMaterial([row], wordEncoder());
    expect(rows).toHaveLength(1);
    expect(rows[0].supporting.map((d) => pool.documents[d].title)).toEqual(['D2', 'D3']);
    expect(rows[0].distractors.map((d) => pool.documents[d].title)).toEqual(['D1']);
    expect(pool.documents[rows[0].supporting[0]].sentences).toHaveLength(3);
    expect([...pool.supporting]).toEqual([...rows[0].supporting].sort());
    expect(documentsLeftOut).toEqual([{ reason: 'fewer than 3 sentences', count: 1 }]);
  });

  it('counts the rows that it leaves out, by reason', async () => {
    const rows = [rowWith([3, true], [3, false]), rowWith([3, true], [2, true]), rowWith([1, true], [2, true])];
    const material = await buildMaterial(rows, wordEncoder());
    expect(material.rows).toEqual([]);
    expect(material.leftOut).toEqual([
      { reason: 'fewer than two supporting documents of at least 3 sentences', count: 2 },
      { reason: 'fewer than two supporting documents', count: 1 },
    ]);
  });

  it.each([
    [1, 'leave-out', 1, 2],
    [4, 'leave-out', 0, 0],
    [4, 'keep', 1, 7],
  ] as const)('%i sentences, short documents: %s', async (sentences, shortDocuments, rows, size) => {
    const row = rowWith([4, true], [3, true]);
    const material = await buildMaterial([row], wordEncoder(), { sentences, shortDocuments });
    expect(material.rows).toHaveLength(rows);
    const { contexts } = benignContexts(material);
    expect(contexts.flatMap((c) => c.documents.flatMap((d) => d.sentences ?? []))).toHaveLength(size);
  });

  it('rejects a number of sentences that is none', async () => {
    await expect(buildMaterial([], wordEncoder(), { sentences: 0 })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it('encodes every text once, and gives unit vectors', async () => {
    const encoder = wordEncoder();
    const progress: number[][] = [];
    const rows = madeUpRows(60);
    const material = await buildMaterial(rows, encoder, { onProgress: (...told) => progress.push(told) });
    expect(new Set(encoder.asked).size).toBe(encoder.asked.length);
    expect(progress.at(-1)).toEqual([encoder.asked.length, encoder.asked.length]);
    expect(progress.length).toBeGreaterThan(1);
    for (const { sentences } of material.pool.documents) {
      for (const text of sentences) expect(Math.hypot(...material.vectorOf(text)!)).toBeCloseTo(1, 6);
    }
  });

  it('leaves distractors alone where they are not wanted', async () => {
    const encoder = wordEncoder();
    const material = await buildMaterial(madeUpRows(5), encoder, { distractors: false });
    expect(material.pool.documents).toHaveLength(10);
    expect(encoder.asked).toHaveLength(5 + 30);
    expect(planContext(material, material.rows[0], 'with-distractors', 3)).toBeNull();
  });

  it.each([true, false])(
    'keeps one document that several rows have, and knows its rows (distractors: %s)',
    async (distractors) => {
      const rows = madeUpRows(2);
      rows[1].documents.push(rows[0].documents.at(-1)!);
      const { pool } = await buildMaterial(rows, wordEncoder(), { distractors });
      const shared = pool.documents.findIndex(({ title }) => title === 'Orlo 0');
      expect(pool.documents[shared].owners).toEqual([0, 1]);
      expect(pool.documents.filter(({ title }) => title === 'Orlo 0')).toHaveLength(1);
      expect([0, 1, 2].map((row) => pool.belongsTo(shared, row))).toEqual([true, true, false]);
    },
  );

  it('drops and counts what precomputed vectors lack', async () => {
    const rows = madeUpRows(4);
    const texts = new Set(rows.flatMap((row) => [row.question, ...row.documents.flatMap((d) => d.sentences)]));
    texts.delete(rows[1].question);
    texts.delete(rows[2].documents.at(-1)!.sentences[1]);
    texts.delete(rows[3].documents[0].sentences[0]);
    const encoder = createPrecomputedEncoder({ id: 'some', vectors: vectorsOf(texts) });
    const material = await buildMaterial(rows, encoder);
    expect(material.rows.map(({ row }) => row)).toEqual([0, 3]);
    expect(material.leftOut).toEqual([{ reason: 'a text without a vector', count: 2 }]);
    expect(material.documentsLeftOut).toEqual([{ reason: 'a text without a vector', count: 2 }]);
    expect(material.rows[1].distractors).toHaveLength(2);
    expect([material.encodable(rows[0].question), material.encodable('A text of nobody.')]).toEqual([true, false]);
    expect(await material.encode([rows[0].question, 'Another one.'])).toEqual(['Another one.']);
  });

  it('encodes later texts on request', async () => {
    const material = await buildMaterial(madeUpRows(2), wordEncoder());
    expect(material.vectorOf('New text.')).toBeUndefined();
    expect(await material.encode(['New text.', 'New text.'])).toEqual([]);
    expect(Math.hypot(...material.vectorOf('New text.')!)).toBeCloseTo(1, 6);
  });

  it('hands on other errors of the encoder, and interrupts', async () => {
    const broken = { ...wordEncoder(), encode: () => Promise.reject(new Error('no network')) };
    await expect(buildMaterial(madeUpRows(2), broken)).rejects.toThrow('no network');
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(buildMaterial(madeUpRows(2), wordEncoder(), { signal })).rejects.toThrow('stop');
  });
});

describe('DocumentPool', () => {
  it('finds the nearest documents as a full sort does, ties to the lower index', () => {
    const document = { title: '', sentences: [], owners: [] };
    const coordinate = fc.integer({ min: -2, max: 2 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate), { maxLength: 30 }),
        fc.integer({ min: 1, max: 35 }),
        (points, count) => {
          const vectors = Float32Array.from(points.flat());
          const pool = new DocumentPool(
            points.map(() => document),
            new Uint32Array(0),
            vectors,
            2,
          );
          const query = [1, -1];
          const even = (d: number) => d % 3 !== 0;
          const sorted = points
            .map((_, i) => i)
            .filter(even)
            .sort((a, b) => dot(query, vectors, 2 * b, 2) - dot(query, vectors, 2 * a, 2) || a - b);
          expect(pool.nearest(query, count, even)).toEqual(sorted.slice(0, count));
        },
      ),
    );
  });
});

describe('planContext', () => {
  it('retrieves the documents most similar to the question, best first, each once', async () => {
    const material = await buildMaterial(madeUpRows(20), wordEncoder());
    const { pool } = material;
    const row = material.rows[7];
    const similarity = (d: number) =>
      dot(material.vectorOf(row.question)!, pool.vectors, d * pool.dimension, pool.dimension);
    for (const count of [2, 3, 5, 10, 12]) {
      const { documents } = planContext(material, row, 'retrieved', count)!;
      expect(new Set(documents).size).toBe(count);
      const found = documents.map(similarity);
      expect(found).toEqual([...found].sort((a, b) => b - a));
      const others = pool.documents.map((_, d) => d).filter((d) => !documents.includes(d));
      expect(Math.max(...others.map(similarity))).toBeLessThanOrEqual(found.at(-1)!);
    }
    expect(planContext(material, row, 'retrieved', pool.documents.length + 1)).toBeNull();
  });

  it('adds the row’s own distractors to the supporting documents', async () => {
    const material = await buildMaterial(madeUpRows(20), wordEncoder());
    const row = material.rows[3];
    expect(planContext(material, row, 'with-distractors', 4)).toEqual({
      kind: 'with-distractors',
      documents: [...row.supporting, ...row.distractors.slice(0, 2)],
    });
    expect(planContext(material, row, 'with-distractors', 6)).toBeNull();
  });

  it.each([
    ['supporting', 3],
    ['retrieved', 1],
    ['with-distractors', 2.5],
  ] as const)('refuses a %s context of %d documents', async (kind, count) => {
    const material = await buildMaterial(madeUpRows(2), wordEncoder());
    expect(() => planContext(material, material.rows[0], kind, count)).toThrow(/cannot have/);
  });
});

describe('benignContext', () => {
  it('has the query, label, row and kind, and documents with title and sentences', async () => {
    const material = await buildMaterial([rowWith([3, false]), ...madeUpRows(3)], wordEncoder());
    const row = material.rows[1];
    const context = benignContext(material, row, planContext(material, row)!);
    expect(context).toEqual({
      id: 'row-1',
      query: 'What trade made the founder of Oslen0 rich?',
      label: 'benign',
      row: 2,
      kind: 'supporting',
      documents: [
        { title: 'Oslen0', sentences: madeUpRows(3)[1].documents[3].sentences.slice(0, 3) },
        { title: 'Orlo 1', sentences: madeUpRows(3)[1].documents[4].sentences },
      ],
    });
  });

  it('counts rows that have too few documents', async () => {
    const material = await buildMaterial([...madeUpRows(3), ...madeUpRows(5, 1).slice(3)], wordEncoder());
    const { contexts, leftOut } = benignContexts(material, { kind: 'with-distractors', documents: 5 });
    expect(contexts.map(({ id }) => id)).toEqual([0, 1, 2].map((i) => `row-${i}:with-distractors-5`));
    expect(leftOut).toEqual([{ reason: 'fewer than 5 documents to make a context of', count: 2 }]);
    expect(benignContexts(material, { documents: 3 }).contexts[0].kind).toBe('retrieved');
  });
});
