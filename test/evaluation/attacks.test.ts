import { beforeAll, describe, expect, it } from 'vitest';
import { createPrecomputedEncoder, loadPrecomputed } from '../../src/encoders/node.ts';
import { properNounExtractor } from '../../src/entities/index.ts';
import { paraphrase } from '../../src/evaluation/attacks/paraphrase.ts';
import {
  ATTACKS,
  attackedContext,
  attackedContexts,
  attackNamed,
  benignContext,
  benignContexts,
  buildMaterial,
  dot,
  type EvaluationContext,
  type EvaluationMaterial,
  loadDataset,
  PoisonedTexts,
  planContext,
  randomFor,
} from '../../src/evaluation/index.ts';
import { contentWords } from '../../src/text/index.ts';
import { sharedIsAbsent, sharedPath } from '../shared/shared-data.ts';
import { madeUpRows, vectorsOf, wordEncoder } from './made-up-rows.ts';

const ROWS = madeUpRows(60);
const poisonedTexts = new PoisonedTexts(
  ROWS.slice(0, 40).map(({ id, question }) => ({
    id,
    question,
    target: 'coal',
    texts: [1, 2, 3, 4, 5].map((n) => `Claim ${n} about ${id}. It was coal.`),
  })),
);

let material: EvaluationMaterial;
beforeAll(async () => {
  material = await buildMaterial(ROWS, wordEncoder(), { poisonedTexts });
});

const sentencesOf = (context: EvaluationContext) => context.documents.map(({ sentences }) => sentences ?? []);
const made = (name: string, options = {}) => attackedContexts(material, attackNamed(name), options);
/** Each attacked context with the row it belongs to and the benign context it was made from. */
function pairs(name: string) {
  return made(name).contexts.map((attacked) => {
    const row = material.rows.find(({ row }) => row === attacked.row)!;
    return { attacked, row, benign: benignContext(material, row, planContext(material, row)!) };
  });
}
const titlesOwned = (row: number) => ROWS[row].documents.map(({ title }) => title);
const cosine = (a: number, b: number) =>
  dot(material.pool.vectorOf(a), material.pool.vectors, b * material.pool.dimension, material.pool.dimension);
const poolIndex = (title: string | undefined) =>
  material.pool.documents.findIndex((document) => document.title === title);

describe.each(ATTACKS.map(({ name }) => name))('%s', (name) => {
  it('gives labelled contexts that differ from the benign ones in the planted documents only', () => {
    const { contexts, leftOut } = made(name);
    expect(contexts.length).toBeGreaterThanOrEqual(40);
    expect(contexts.length + leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(material.rows.length);
    for (const context of contexts) {
      expect(context).toMatchObject({ label: 'attack', attack: name, query: ROWS[context.row].question });
      const row = material.rows.find(({ row }) => row === context.row)!;
      const documents = attackNamed(name).start?.documents ?? 2;
      const benign = benignContext(material, row, planContext(material, row, context.kind, documents)!);
      const planted = new Set(context.planted);
      expect(planted.size).toBeGreaterThan(0);
      sentencesOf(context).forEach((sentences, i) => {
        if (planted.has(i)) expect(sentences).not.toEqual(benign.documents[i]?.sentences);
        else expect(sentences).toEqual(benign.documents[i].sentences);
      });
    }
  });

  it('is fixed by the seed, and independent of the other rows', () => {
    expect(made(name, { seed: 5 })).toEqual(made(name, { seed: 5 }));
    expect(made(name, { seed: 6 })).not.toEqual(made(name, { seed: 5 }));
    const row = material.rows[17];
    const alone = attackedContext(material, row, attackNamed(name), { seed: 5 });
    expect(made(name, { seed: 5 }).contexts).toContainEqual(alone);
  });

  it('can start from contexts of more documents', () => {
    for (const kind of ['retrieved', 'with-distractors'] as const) {
      const { contexts } = made(name, { kind, documents: 4 });
      // A retriever may bring neither a distractor nor both supporting documents.
      if ((name === 'distractor' || name === 'replace-supporting') && kind === 'retrieved') continue;
      expect(contexts.length).toBeGreaterThanOrEqual(40);
      for (const { documents, kind: made } of contexts) {
        expect(documents.length).toBeGreaterThanOrEqual(4);
        expect(made).toBe(kind);
      }
    }
  });
});

describe('what each strategy plants', () => {
  it.each(['replace', 'same-community', 'topical'])('%s: one supporting document of another question', (name) => {
    const places = new Set<number>();
    for (const { attacked } of pairs(name)) {
      const [place] = attacked.planted!;
      places.add(place);
      const { title } = attacked.documents[place];
      expect(titlesOwned(attacked.row)).not.toContain(title);
      expect([...material.pool.supporting]).toContain(poolIndex(title));
    }
    expect([...places].sort()).toEqual([0, 1]);
  });

  it('replace-half: half of the documents, by one other question’s', () => {
    for (const documents of [3, 4, 5, 10]) {
      const { contexts } = made('replace-half', { kind: 'retrieved', documents });
      for (const context of contexts) expect(context.planted).toHaveLength(Math.floor(documents / 2));
    }
    // Where the other question's second document is in the context already, a third question's takes its place.
    const ofOne = made('replace-half').contexts.filter((context) => {
      const [a, b] = context.planted!.map((place) => poolIndex(context.documents[place].title));
      return material.rows.some(({ supporting }) => supporting.includes(a) && supporting.includes(b));
    });
    expect(ofOne.length).toBeGreaterThan(50);
    expect(made('replace-half', { documents: 2 }).leftOut).toEqual([
      { reason: 'needs more than two documents', count: 60 },
    ]);
  });

  it('random-padding: a third document of yet another question', () => {
    for (const { attacked } of pairs('random-padding')) {
      expect(attacked.documents).toHaveLength(3);
      expect(attacked.planted).toContain(2);
      expect(titlesOwned(attacked.row)).not.toContain(attacked.documents[2].title);
    }
  });

  /** Mean over contexts of the lesser cosine of the appended documents with the two parts. */
  function meanLink(name: string): number {
    const links = pairs(name).map(({ attacked }) => {
      const [a, b, ...added] = attacked.documents.map(({ title }) => poolIndex(title));
      return Math.max(...added.map((document) => Math.min(cosine(document, a), cosine(document, b))));
    });
    return links.reduce((sum, link) => sum + link, 0) / links.length;
  }

  it('best-of-n: a connector that is nearer to both parts than random padding', () => {
    expect(meanLink('best-of-n')).toBeGreaterThan(meanLink('random-padding') + 0.05);
  });

  it('chain-mimicry: two documents, the first nearer to the kept part and the second to the planted one', () => {
    let ordered = 0;
    const all = pairs('chain-mimicry');
    for (const { attacked } of all) {
      const [victim] = attacked.planted!;
      const indices = attacked.documents.map(({ title }) => poolIndex(title));
      const [kept, planted, first, second] = [indices[1 - victim], indices[victim], indices[2], indices[3]];
      if (cosine(first, kept) >= cosine(second, kept) && cosine(second, planted) >= cosine(first, planted)) ordered++;
      expect(attacked.planted).toEqual([victim, 2, 3]);
    }
    expect(ordered).toBeGreaterThan(0.9 * all.length);
    expect(meanLink('chain-mimicry')).toBeGreaterThan(meanLink('random-padding') + 0.05);
  });

  it('same-community: one of the tenth of the pool, 64 at least, that is nearest to the kept document', () => {
    const size = Math.max(64, Math.round(material.pool.supporting.length / 10));
    expect(material.pool.supporting.length).toBeGreaterThan(size);
    for (const { attacked, row } of pairs('same-community')) {
      const [victim] = attacked.planted!;
      const kept = poolIndex(attacked.documents[1 - victim].title);
      const planted = poolIndex(attacked.documents[victim].title);
      const nearer = [...material.pool.supporting].filter(
        (d) => !material.pool.belongsTo(d, row.row) && cosine(d, kept) > cosine(planted, kept),
      );
      expect(nearer.length).toBeLessThan(size);
    }
  });

  it('topical: one of the 20 nearest to the question', () => {
    const { pool } = material;
    for (const { attacked, row } of pairs('topical')) {
      const question = material.vectorOf(row.question)!;
      const relevance = (d: number) => dot(question, pool.vectors, d * pool.dimension, pool.dimension);
      const planted = relevance(poolIndex(attacked.documents[attacked.planted![0]].title));
      const nearer = [...pool.supporting].filter((d) => !pool.belongsTo(d, row.row) && relevance(d) > planted);
      expect(nearer.length).toBeLessThan(20);
    }
  });

  it('distractor: one of the row’s own', async () => {
    for (const { attacked } of pairs('distractor')) {
      const { title } = attacked.documents[attacked.planted![0]];
      expect(ROWS[attacked.row].documents.find((d) => d.title === title)?.supporting).toBe(false);
    }
    const without = await buildMaterial(madeUpRows(5, 0), wordEncoder());
    expect(attackedContexts(without, attackNamed('distractor')).leftOut).toEqual([
      { reason: 'needs a distractor with enough sentences that is not in the context', count: 5 },
    ]);
  });

  it('bridge: the question, then another question’s sentences', () => {
    for (const { attacked, row } of pairs('bridge')) {
      const [first, ...rest] = sentencesOf(attacked)[attacked.planted![0]];
      expect(first).toBe(row.question);
      expect(rest).toHaveLength(2);
      const own = ROWS[row.row].documents.flatMap((d) => d.sentences);
      for (const sentence of rest) expect(own).not.toContain(sentence);
    }
  });

  it('bridge-paraphrase: not the question itself, but its names', () => {
    for (const { attacked, row } of pairs('bridge-paraphrase')) {
      const [first] = sentencesOf(attacked)[attacked.planted![0]];
      expect(first).not.toContain(row.question);
      expect(first).toContain(ROWS[row.row].documents[3].title);
    }
  });

  it('replace-supporting: among distractors, a supporting document and never one of those', () => {
    const places = new Set<number>();
    for (const { attacked, row } of made('replace-supporting').contexts.map((attacked) => ({
      attacked,
      row: material.rows.find(({ row }) => row === attacked.row)!,
    }))) {
      expect(attacked.documents).toHaveLength(5);
      const [place] = attacked.planted!;
      places.add(place);
      const titles = attacked.documents.map(({ title }) => title);
      const own = row.supporting.map((d) => material.pool.documents[d].title);
      expect(own.filter((title) => titles.includes(title))).toHaveLength(1);
      for (const d of row.distractors) expect(titles).toContain(material.pool.documents[d].title);
    }
    expect([...places].sort()).toEqual([0, 1]);
  });

  it.each([
    ['entity-injection', Number.POSITIVE_INFINITY],
    ['entity-injection-3', 3],
    ['entity-injection-1', 1],
  ])('%s: the kept document’s names in the planted one', (name, most) => {
    for (const { attacked, benign } of pairs(name)) {
      const [place] = attacked.planted!;
      const names = new Set(
        sentencesOf(benign)[1 - place].flatMap((sentence) => properNounExtractor.extract(sentence)),
      );
      const text = sentencesOf(attacked)[place].join(' ').toLowerCase();
      const copied = [...names].filter((one) => text.includes(one));
      expect(copied.length).toBeGreaterThanOrEqual(Math.min(most, names.size));
      expect(sentencesOf(attacked)[place]).toHaveLength(3);
    }
  });

  it.each([false, true])(
    'poisonedrag-document: a released text as a document, with the question %s',
    (withQuestion) => {
      const all = pairs(`poisonedrag-document${withQuestion ? '-question' : ''}`);
      expect(all).toHaveLength(40);
      for (const { attacked, row } of all) {
        const sentences = sentencesOf(attacked)[attacked.planted![0]];
        expect(sentences.slice(-2)).toEqual([expect.stringMatching(`^Claim \\d about ${row.id}\\.$`), 'It was coal.']);
        expect(sentences.slice(0, -2)).toEqual(withQuestion ? [row.question] : []);
      }
    },
  );

  it('tail: leading sentences as they were, the payload behind them', () => {
    for (const { attacked, benign } of pairs('tail')) {
      const [place] = attacked.planted!;
      const sentences = sentencesOf(attacked)[place];
      expect(sentences.slice(0, 3)).toEqual(benign.documents[place].sentences);
      expect(sentences).toHaveLength(6);
    }
  });

  it.each([1, 3])('poisonedrag-%i: so many sentences of one document, in all four readings', (count) => {
    for (const texts of ['', '-other']) {
      for (const question of ['', '-question']) {
        const all = pairs(`poisonedrag-${count}${texts}${question}`);
        expect(all).toHaveLength(texts === '' ? 40 : 60);
        for (const { attacked, benign, row } of all) {
          const [place] = attacked.planted!;
          const before = benign.documents[place].sentences!;
          const changed = sentencesOf(attacked)[place].filter((sentence, i) => sentence !== before[i]);
          expect(changed).toHaveLength(count);
          expect(new Set(changed).size).toBe(count);
          for (const sentence of changed) {
            const [, id] = /Claim \d about (row-\d+)\./.exec(sentence)!;
            expect(id === row.id).toBe(texts === '');
            const asked = ROWS.find((r) => r.id === id)!.question;
            expect(sentence.startsWith(`${asked} Claim`)).toBe(question !== '');
          }
        }
      }
    }
  });
});

describe('with precomputed vectors', () => {
  it('leaves out attacks whose new sentences have none, and counts them', async () => {
    const texts = new Set(ROWS.flatMap((row) => [row.question, ...row.documents.flatMap((d) => d.sentences)]));
    const encoder = createPrecomputedEncoder({ id: 'some', vectors: vectorsOf(texts) });
    const fixed = await buildMaterial(ROWS, encoder, { poisonedTexts });
    for (const { name } of ATTACKS) {
      const { contexts, leftOut } = attackedContexts(fixed, attackNamed(name));
      const writesText = /^(bridge-paraphrase|poisonedrag|entity-injection)/.test(name);
      expect([name, contexts.length]).toEqual([name, writesText ? 0 : 60]);
      if (writesText) expect(leftOut).toEqual([{ reason: expect.stringMatching(/^needs .*vector/), count: 60 }]);
    }
  });
});

it('a material of one row has no other question to take from', async () => {
  const single = await buildMaterial(madeUpRows(1), wordEncoder(), { poisonedTexts: new PoisonedTexts([]) });
  for (const attack of ATTACKS.filter(({ name }) => name !== 'distractor')) {
    expect(attackedContexts(single, attack).contexts).toEqual([]);
  }
});

it('attackNamed lists the names', () => {
  expect(() => attackNamed('replac')).toThrow(/"replac" names no attack.*replace, replace-half, random-padding/);
});

describe('paraphrase', () => {
  const questions = [
    'Which film was directed by Ila Orm, Red Salt or The Pier?',
    'Is the river Lom older than the city of Varn?',
    'Orlo founded which company?',
  ];

  it.each(questions)('%s', (question) => {
    const names = question.match(/Ila Orm|Red Salt|The Pier|Lom|Varn|Orlo/g)!;
    const seen = new Set<string>();
    for (let seed = 0; seed < 30; seed++) {
      const text = paraphrase(question, randomFor(seed));
      seen.add(text);
      for (const name of names) expect(text).toContain(name);
      expect(text).toMatch(/^\p{Lu}[^?]*\.$/u);
      const words = contentWords(text);
      expect([...contentWords(question)].every((word) => words.has(word))).toBe(false);
    }
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe.skipIf(sharedIsAbsent('embeddings'))('document gaps on HotpotQA with MPNet', () => {
  let real: EvaluationMaterial;
  beforeAll(async () => {
    const { rows } = await loadDataset(sharedPath('data/hotpotqa.jsonl.gz')!);
    const vectors = sharedPath('embeddings/all-mpnet-base-v2.f32')!.replace(/\.f32$/, '');
    real = await buildMaterial(rows, await loadPrecomputed(vectors));
  }, 60_000);

  /** Mean over contexts of 1 − the cosine across the worst split of the documents' mean vectors (docs/method.md, `document-gap`). */
  function meanGap(contexts: readonly EvaluationContext[]): number {
    const gaps = contexts.map((context) => {
      const means = sentencesOf(context).map((sentences) => {
        const sum = new Float64Array(real.encoder.dimension);
        for (const text of sentences)
          real.vectorOf(text)!.forEach((value, i) => {
            sum[i] += value;
          });
        const length = Math.hypot(...sum);
        return sum.map((value) => value / length);
      });
      // Prim's maximum spanning tree; its weakest edge.
      let weakest = 1;
      const outside = new Set(means.slice(1));
      const inside = [means[0]];
      while (outside.size > 0) {
        const [link, next] = [...outside]
          .map((o) => [Math.max(...inside.map((i) => dot(i, o, 0, o.length))), o] as const)
          .reduce((best, one) => (one[0] > best[0] ? one : best));
        weakest = Math.min(weakest, link);
        inside.push(next);
        outside.delete(next);
      }
      return 1 - weakest;
    });
    return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  }

  it('327 rows can be used, as in the reference', () => {
    expect(real.rows).toHaveLength(327);
    expect(meanGap(benignContexts(real).contexts)).toBeCloseTo(0.5256, 3);
  });

  it.each([
    ['replace', 0.896],
    ['same-community', 0.667],
    ['topical', 0.67],
    ['distractor', 0.599],
    ['bridge', 0.642],
    ['random-padding', 0.91],
  ])('%s is within 0.02 of the reference', (name, gap) => {
    const { contexts } = attackedContexts(real, attackNamed(name));
    expect(Math.abs(meanGap(contexts) - gap)).toBeLessThan(0.02);
  });
});
