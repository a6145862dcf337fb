import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ValueSplitter } from '../../src/evaluation/datasets/value-splitter.ts';
import { type DatasetOptions, loadDataset, loadPoisonedTexts } from '../../src/evaluation/index.ts';
import { sharedIsAbsent, sharedPath } from '../shared/shared-data.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'topoguard-datasets-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function file(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

const load = (content: unknown, name = 'set.json', options: DatasetOptions = {}) =>
  loadDataset(
    file(name, typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content)),
    options,
  );

const hotpot = (id: string, question = `Which river passes ${id}?`) => ({
  _id: id,
  question,
  answer: 'the Lom',
  type: 'bridge',
  supporting_facts: [
    ['Town', 0],
    ['River', 2],
  ],
  context: [
    ['Hill', ['A hill.', ' Nothing grows there.']],
    ['Town', [`${id} lies on a river.`, ' It is old.', '  ']],
    ['River', ['The Lom is a river.']],
  ],
});

const musique = (id: string, more: object = {}) => ({
  id,
  question: `Who rules ${id}?`,
  answer: 'Ila',
  paragraphs: [
    { idx: 0, title: 'A', paragraph_text: `Dr. Ort wrote of ${id}. It is far. Nobody goes.`, is_supporting: true },
    { idx: 1, title: 'B', paragraph_text: 'Boats are red.', is_supporting: false },
  ],
  ...more,
});

const plain = (id: string) => ({
  id,
  question: `Where is ${id}?`,
  docs: [{ title: 'T', sentences: ['One.', 'Two.'], supporting: true }],
});

const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

describe('loadDataset', () => {
  it('reads the layout of HotpotQA and 2WikiMultihopQA', async () => {
    const { name, rows, leftOut } = await load([hotpot('Arl'), hotpot('Bem')], 'hotpot_dev_distractor_v1.json');
    expect(name).toBe('hotpot_dev_distractor_v1');
    expect(leftOut).toEqual([]);
    expect(rows.map((row) => row.id)).toEqual(['Arl', 'Bem']);
    expect(rows[0]).toEqual({
      id: 'Arl',
      question: 'Which river passes Arl?',
      answer: 'the Lom',
      documents: [
        { title: 'Hill', sentences: ['A hill.', 'Nothing grows there.'], supporting: false },
        { title: 'Town', sentences: ['Arl lies on a river.', 'It is old.'], supporting: true },
        { title: 'River', sentences: ['The Lom is a river.'], supporting: true },
      ],
    });
  });

  it('reads exports of it by column the same', async () => {
    const row = hotpot('Arl');
    const byColumn = {
      ...row,
      supporting_facts: { title: ['Town', 'River'], sent_id: [0, 2] },
      context: { title: row.context.map(([title]) => title), sentences: row.context.map(([, sentences]) => sentences) },
    };
    expect((await load(lines(byColumn), 'a.jsonl')).rows).toEqual((await load([row], 'b.json')).rows);
  });

  it('reads MuSiQue, splits its paragraphs into sentences and leaves out what cannot be answered', async () => {
    const { rows, leftOut } = await load(lines(musique('Arl'), musique('Bem', { answerable: false })), 'm.jsonl');
    expect(rows).toHaveLength(1);
    expect(rows[0].documents).toEqual([
      { title: 'A', sentences: ['Dr. Ort wrote of Arl.', 'It is far.', 'Nobody goes.'], supporting: true },
      { title: 'B', sentences: ['Boats are red.'], supporting: false },
    ]);
    expect(leftOut).toEqual([{ reason: 'marked as unanswerable', count: 1 }]);
  });

  it.each([
    ['lines', lines(plain('Arl'), plain('Bem'))],
    [
      'lines with CRLF, blanks and a byte order mark',
      `\uFEFF\r\n${lines(plain('Arl'), '').replaceAll('\n', '\r\n\r\n').replace('""', '')}${JSON.stringify(plain('Bem'))}\r\n`,
    ],
    ['an indented array', JSON.stringify([plain('Arl'), plain('Bem')], null, 2)],
    ['gzip', gzipSync(lines(plain('Arl'), plain('Bem')))],
  ])('reads rows of one’s own: %s', async (_, content) => {
    const { rows } = await load(content, 'own.jsonl.gz');
    expect(rows.map((row) => row.id)).toEqual(['Arl', 'Bem']);
    expect(rows[0].documents).toEqual([{ title: 'T', sentences: ['One.', 'Two.'], supporting: true }]);
  });

  it('counts rows that cannot be used, by reason', async () => {
    const rows = [
      plain('Arl'),
      plain('Arl'),
      { ...plain('Bem'), question: ' ' },
      { ...plain('Cor'), docs: [{ title: 'T', sentences: 'no list', supporting: true }] },
      musique('Dun'),
      7,
    ];
    const dataset = await load(lines(...rows), 'own.jsonl');
    expect(dataset.rows.map((row) => row.id)).toEqual(['Arl']);
    expect(dataset.leftOut).toEqual([
      { reason: 'not laid out as plain', count: 2 },
      { reason: 'the question of an earlier row', count: 1 },
      { reason: 'no question', count: 1 },
      { reason: 'a document without a title and text', count: 1 },
    ]);
  });

  it('stops at the limit without looking at the rest', async () => {
    const { rows } = await load(`${lines(plain('Arl'), plain('Bem'), plain('Cor'))}\nnot JSON`, 'own.jsonl', {
      limit: 2,
    });
    expect(rows).toHaveLength(2);
  });

  it.each([
    [
      'contexts',
      lines({ id: 'c', query: 'q', documents: [] }),
      'JSON_INVALID',
      /"id", "query", "documents".*HotpotQA.*MuSiQue/s,
    ],
    [
      'PoisonedRAG’s texts',
      { a: { question: 'q', adv_texts: ['t'] } },
      'JSON_INVALID',
      /adversarial texts, which belong/,
    ],
    ['numbers', '1\n2\n', 'JSON_INVALID', /a number/],
    ['an empty array', '[]', 'JSON_INVALID', /the list is empty/],
    ['plain text', 'once upon a time', 'JSON_INVALID', /set\.json:1.*not valid JSON/],
    ['a broken line', `${lines(plain('Arl'))}\n\n{"question"`, 'JSON_INVALID', /set\.json:3.*not valid JSON/],
    ['an array cut short', JSON.stringify([plain('Arl')]).slice(0, -9), 'JSON_INVALID', /ends inside its array/],
    ['nothing', '', 'FILE_EMPTY', /nothing in it/],
    ['white space', ' \n\n', 'FILE_EMPTY', /nothing in it/],
    ['latin-1', Buffer.from('{"question": "caf\xe9"}', 'latin1'), 'TEXT_ENCODING_INVALID', /UTF-8/],
    ['gzip cut short', gzipSync(lines(plain('Arl'))).subarray(0, -12), 'FILE_UNREADABLE', /cut short/],
    ['only bad rows', lines({ ...plain('Arl'), question: 1 }), 'JSON_INVALID', /no question \(1\)/],
  ])('a wrong file: %s', async (_, content, code, message) => {
    await expect(load(content)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it.each([
    ['missing', () => join(directory, 'none.json'), /no such file/],
    ['a folder', () => directory, /a directory/],
  ])('a path that is %s', async (_, path, message) => {
    await expect(loadDataset(path())).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(message),
    });
  });

  it('can be interrupted', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(load(lines(plain('Arl')), 'own.jsonl', { signal })).rejects.toThrow('stop');
  });
});

describe('ValueSplitter', () => {
  const json = fc.json({ maxDepth: 3 }).map((text) => JSON.stringify(JSON.parse(text)));
  const cut = (text: string, sizes: number[]): unknown[] => {
    const splitter = new ValueSplitter(1 << 20);
    const bytes = Buffer.from(text);
    const values: unknown[] = [];
    for (let from = 0, i = 0; from < bytes.length; i++) {
      const to = from + (sizes[i % sizes.length] ?? bytes.length);
      for (const value of splitter.push(bytes.subarray(from, to))) values.push(read(value));
      from = to;
    }
    expect(splitter.closed).toBe(true);
    const last = splitter.finish();
    return last ? [...values, read(last)] : values;
  };
  const read = (value: object) => JSON.parse(String((value as { bytes: Buffer }).bytes)) as unknown;
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

  it('gives the elements of any array, however it is indented and cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(json), sizes, fc.constantFrom(undefined, 1, '\t'), (texts, chunks, indent) => {
        const values = texts.map((text) => JSON.parse(text) as unknown);
        expect(cut(JSON.stringify(values, null, indent), chunks)).toEqual(values);
      }),
    );
  });

  it('gives the values of any lines that begin with an object', () => {
    fc.assert(
      fc.property(fc.array(json), sizes, (texts, chunks) => {
        expect(cut(['{}', ...texts].join('\n'), chunks)).toEqual([
          {},
          ...texts.map((text) => JSON.parse(text) as unknown),
        ]);
      }),
    );
  });

  it('tells of a value over the limit instead of holding it', () => {
    const splitter = new ValueSplitter(10);
    expect([...splitter.push(Buffer.from('{}\n{"a": "0123456789"}'))]).toEqual([
      { bytes: Buffer.from('{}'), line: 1 },
      { line: 2, tooLong: true },
    ]);
  });
});

describe('loadPoisonedTexts', () => {
  it('finds texts by question', async () => {
    const table = { q7: { id: 'q7', question: 'Who? ', 'incorrect answer': 'Ila', adv_texts: [' One. ', 'Two.'] } };
    const texts = await loadPoisonedTexts(file('p.json.gz', gzipSync(JSON.stringify(table))));
    expect(texts.of('Who?')).toEqual({ id: 'q7', question: 'Who?', target: 'Ila', texts: ['One.', 'Two.'] });
    expect(texts.of('Where?')).toBeUndefined();
  });

  it.each([
    ['{}', /no adversarial texts/],
    ['[1]', /no adversarial texts/],
    ['{"a":', /not valid JSON/],
    ['{"a": {"question": "q", "adv_texts": ["t"]}, "b": {"question": "q", "adv_texts": []}}', /entry "b" is malformed/],
  ])('%s is another file', async (content, message) => {
    await expect(loadPoisonedTexts(file('p.json', content))).rejects.toMatchObject({
      code: 'JSON_INVALID',
      message: expect.stringMatching(message),
    });
  });
});

describe.skipIf(sharedIsAbsent('data'))('the real files', () => {
  it.each([
    ['hotpotqa', 872],
    ['musique', 287],
    ['2wiki', 716],
    ['multihoprag', 429],
  ])('%s has %i rows', async (name, count) => {
    const dataset = await loadDataset(sharedPath(`data/${name}.jsonl.gz`)!);
    expect([dataset.name, dataset.rows.length, dataset.leftOut]).toEqual([name, count, []]);
    expect(dataset.rows.every((row) => row.documents.some((document) => document.supporting))).toBe(true);
  });

  it('PoisonedRAG has five texts for each of 100 questions', async () => {
    const { questions } = await loadPoisonedTexts(sharedPath('data/poisonedrag_hotpotqa.json.gz')!);
    expect(questions.map(({ texts }) => texts.length)).toEqual(Array(100).fill(5));
  });
});
