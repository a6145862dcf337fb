import { beforeAll, describe, expect, it } from 'vitest';
import { createGuard, type Guard, type ScreenResult, TopoGuardError } from '../../src/index.ts';
import { exampleContexts } from './toy.ts';

const examples = exampleContexts();
const clean = (result: ScreenResult) => ({ ...result, timings: null });

describe('the default guard', () => {
  let guard: Guard;
  beforeAll(async () => {
    guard = await createGuard();
  });

  it('gives the same result by promise, without one, and in a batch', async () => {
    const batch = await guard.screenBatch(examples);
    for (const [i, context] of examples.entries()) {
      const entry = batch[i];
      if (!entry.ok) throw entry.error;
      expect(clean(guard.screenSync(context))).toEqual(clean(entry.result));
      expect(clean(await guard.screen(context))).toEqual(clean(entry.result));
    }
  });

  it('says what it did: score, threshold, p-value, parts, link, shape, backend', async () => {
    const result = await guard.screen(examples[0]);
    expect(result.id).toBe(examples[0].id);
    expect(result.passthrough).toEqual({ label: examples[0].label });
    expect(result.verdict === 'flag').toBe(result.score! > result.threshold!);
    expect(result.pValue).toBeGreaterThan(0);
    expect(result.pValue).toBeLessThanOrEqual(1);
    expect(Object.keys(result.signals)).toContain('window-query-distance');
    expect(result.finding === undefined).toBe(result.verdict !== 'flag');
    const nodes = result.parts!.flatMap((part) => part.nodes).sort((a, b) => a - b);
    expect(nodes).toEqual(Array.from({ length: result.shape.sentences }, (_, i) => i));
    expect(result.weakestLink!.from.documentId).toBe(examples[0].documents[result.weakestLink!.from.document].id);
    expect(result.profile.generic).toBe(true);
    expect(['native', 'js']).toContain(result.backend);
  });

  it('writes its fields in one order, as readers of the JSON know it', async () => {
    const detailed = await createGuard({ detail: 'graph' });
    const order =
      'id verdict score threshold pValue pValueMidRank fpr detector signals shape parts weakestLink lambda2 components degenerate extrapolated notes backend encoder profile passthrough calibratedShape suspect finding timings graph';
    for (const context of examples) {
      const keys = Object.keys(detailed.screenSync(context));
      expect(keys).toEqual(order.split(' ').filter((key) => keys.includes(key)));
      expect(keys).toEqual(expect.arrayContaining(['id', 'passthrough', 'suspect', 'timings', 'graph']));
    }
    const { id: _, ...unnamed } = examples[0];
    const alone = { ...unnamed, documents: unnamed.documents.slice(0, 1) };
    expect(Object.keys(detailed.screenSync(alone)).join(' ')).toBe(
      `${order.slice(3, order.indexOf(' calibratedShape'))} reason timings`,
    );
  });

  it('uses a detector without query where there is none', async () => {
    const { query: _, ...withoutQuery } = examples[0];
    const result = await guard.screen(withoutQuery);
    expect(result.detector).toBe('pairwise-hybrid');
    expect((await guard.screen(examples[0])).detector).toBe('composite');
  });

  it('gives the same on the js backend', async () => {
    const js = await createGuard({ backend: 'js' });
    for (const context of examples) {
      const expected = guard.screenSync(context);
      const actual = js.screenSync(context);
      expect(actual.verdict).toBe(expected.verdict);
      expect(actual.score).toBeCloseTo(expected.score!, 9);
      expect(actual.parts).toEqual(expected.parts);
    }
  });

  it('gives the similarity graph on request', async () => {
    const detailed = await createGuard({ detail: 'graph', signals: 'all' });
    const { graph, signals, shape } = await detailed.screen(examples[0]);
    expect(graph!.nodes).toHaveLength(shape.sentences);
    expect(graph!.nodes[0].text).toBeTypeOf('string');
    expect(graph!.edges.every((e) => e.i < e.j && e.weight > 0)).toBe(true);
    expect(Object.keys(signals)).toContain('modularity');
  });

  it('counts what its caches knew: a sentence from its third time on, a word from its second', async () => {
    const fresh = await createGuard();
    const statistics = [1, 2, 3].map(() => {
      fresh.screenSync(examples[0]);
      return fresh.cacheStatistics();
    });
    const [once, twice, thrice] = statistics.map(({ sentences }) => sentences);
    expect(once).toEqual({ size: 0, hits: 0, misses: 6 });
    expect(twice).toEqual({ size: 6, hits: 0, misses: 12 });
    expect(thrice).toEqual({ size: 6, hits: 6, misses: 12 });
    const [first, second] = statistics.map(({ words }) => words);
    // Words of stretches that are read as a whole are not looked up one by one.
    expect(first.size).toBeGreaterThanOrEqual(first.misses);
    expect(second.misses).toBe(first.misses);
    expect(second.hits).toBeGreaterThan(2 * first.hits);
  });
});

describe('documents without enough to compare', () => {
  it.each([
    ['no documents', [], 'no document has text'],
    ['one document', [{ text: 'Only this one.' }], 'only one document has text'],
    ['one of two empty', [{ text: 'Only this one.' }, { text: '' }], 'only one document has text'],
    ['white space', [{ text: ' \n\t ' }, { text: '\u00a0' }], 'no document has text'],
    ['no letters', [{ text: '!!! --- ...' }, { text: '***' }], 'no document has text'],
    ['empty sentences', [{ sentences: [] }, { sentences: ['', ' '] }], 'no document has text'],
  ])('%s: abstains', async (_name, documents, reason) => {
    const guard = await createGuard();
    const result = await guard.screen({ query: 'What is it?', documents });
    expect(result.verdict).toBe('abstain');
    expect(result.reason).toContain(reason);
    expect([result.score, result.threshold, result.pValue, result.parts, result.weakestLink]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('contexts that are wrong', () => {
  const two = [{ text: 'One thing.' }, { text: 'Another thing.' }];
  it.each<[string, unknown, string, string]>([
    ['null', null, 'CONTEXT_INVALID', 'not an object'],
    ['a list', [], 'CONTEXT_INVALID', 'not an object'],
    ['documents missing', { query: 'x' }, 'CONTEXT_INVALID', 'documents: is missing'],
    ['documents no list', { documents: 'x' }, 'CONTEXT_INVALID', 'documents: is not an array'],
    ['document null', { documents: [two[0], null] }, 'CONTEXT_INVALID', 'documents[1]'],
    ['text a number', { documents: [{ text: 5 }, two[1]] }, 'CONTEXT_INVALID', 'documents[0].text'],
    ['neither text nor sentences', { documents: [{ id: 'a' }, two[1]] }, 'CONTEXT_INVALID', 'documents[0]'],
    [
      'a sentence no string',
      { documents: [two[0], { sentences: ['a', 7] }] },
      'CONTEXT_INVALID',
      'documents[1].sentences[1]',
    ],
    ['query a number', { query: 4, documents: two }, 'CONTEXT_INVALID', 'query'],
    ['id an object', { id: {}, documents: two }, 'CONTEXT_INVALID', 'id'],
    ['500 documents', { documents: Array.from({ length: 500 }, () => two[0]) }, 'CONTEXT_TOO_LARGE', '500 documents'],
  ])('%s', async (_name, context, code, place) => {
    const guard = await createGuard();
    const error = await guard.screen(context as never).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TopoGuardError);
    expect((error as TopoGuardError).code).toBe(code);
    expect((error as TopoGuardError).message).toContain(place);
    expect((error as TopoGuardError).remedy).toBeTruthy();
    const [bad, good] = await guard.screenBatch([context as never, { query: 'Which thing?', documents: two }]);
    expect(bad.ok).toBe(false);
    expect(good.ok).toBe(true);
  });
});

describe('texts at the edge', () => {
  it('screens duplicate ids, and says so', async () => {
    const guard = await createGuard();
    const documents = [
      { id: 'same', text: 'The harbour of Velmar is deep.' },
      { id: 'same', text: 'Velmar has a deep harbour.' },
    ];
    const result = await guard.screen({ query: 'How deep is the harbour of Velmar?', documents });
    expect(result.notes.join()).toContain('documents 0 and 1 have the same id');
  });

  it('bounds a huge document, and says so', async () => {
    const guard = await createGuard();
    const huge = `${'The tide at Velmar rises and falls twice a day. '.repeat(200_000)}`;
    const result = await guard.screen({
      query: 'tides',
      documents: [{ text: huge }, { text: 'Velmar lies by the sea.' }],
    });
    expect(result.notes.join()).toContain('1 of 2 documents have more than the 3 sentences');
    expect(result.shape.sentences).toBe(4);
  });

  it('says that a script without case has no entities', async () => {
    const guard = await createGuard({ detector: 'hybrid' });
    const result = await guard.screen({
      documents: [{ text: '図書館は町の中心にある。' }, { text: '図書館には古い本が多い。' }],
    });
    expect(result.notes.join()).toContain('without upper and lower case');
  });

  it('keeps markup as text', async () => {
    const guard = await createGuard({ detail: 'graph' });
    const text = '<script>alert(1)</script> is markup in a sentence.';
    const result = await guard.screen({
      query: 'markup',
      documents: [{ text }, { text: 'Another sentence about markup.' }],
    });
    expect(result.graph!.nodes[0].text).toContain('<script>');
  });

  it('covers every sentence with coverage all, and tells what leading left out', async () => {
    const text = 'One is here. Two is here. Three is here. Four is here. Five is here.';
    const context = { documents: [{ text }, { text }] };
    const leading = await (await createGuard({ detector: 'pairwise-hybrid' })).screen(context);
    expect(leading.shape.sentences).toBe(6);
    expect(leading.notes.join()).toContain('2 of 2 documents have more than the 3 sentences');
    const all = await (await createGuard({ coverage: 'all' })).screen(context);
    expect(all).toMatchObject({ detector: 'pairwise-hybrid', shape: { documents: 2, sentences: 10 } });
    expect(all.notes).toEqual([expect.stringContaining('no query to compare with')]);
    const asked = await (await createGuard({ coverage: 'all' })).screen({ ...context, query: 'Which is here?' });
    expect(asked).toMatchObject({ detector: 'composite', calibratedShape: { documents: 2, sentences: 12 }, notes: [] });
    const error = await createGuard({ detector: 'spectral-gap', coverage: 'all' }).catch((thrown: unknown) => thrown);
    expect((error as TopoGuardError).code).toBe('PROFILE_MISSING');
    expect((error as TopoGuardError).message).toContain('coverage all');
  });
});

describe('backends', () => {
  // The same words in another order have one vector but for its last digits, in which backends differ.
  const turned = {
    query: 'Which Orta is named after Ansel?',
    documents: [
      { sentences: ['Orta is named after Ansel.', 'Vesk trades with Ansel.', 'Orta borders Mora.'] },
      { sentences: ['Ansel is named after Orta.', 'Gamma was founded by Calder.', 'Henrik wrote to Bremen.'] },
      { sentences: ['Calder trades with Mora.', 'Bremen was founded by Gamma.', 'Ansel is named after Orta.'] },
    ],
  };

  it('give one score where sentences tie but for the last digits of their cosines', async () => {
    const results = [];
    for (const backend of ['js', 'reference'] as const)
      results.push((await createGuard({ backend })).screenSync(turned));
    const usual = (await createGuard()).screenSync(turned);
    for (const { score, suspect, signals } of results) {
      expect(score).toBeCloseTo(usual.score!, 9);
      expect(suspect).toEqual(usual.suspect);
      expect(Object.keys(signals)).toEqual(Object.keys(usual.signals));
      for (const [name, value] of Object.entries(signals)) expect(value, name).toBeCloseTo(usual.signals[name], 8);
    }
  });

  it('is refused where a name is no option', async () => {
    const error = await createGuard({ detectr: 'composite' } as never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'OPTION_INVALID', location: { field: 'detectr' } });
  });
});
