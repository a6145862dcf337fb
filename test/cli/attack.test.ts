import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { ATTACKS, type EvaluationContext } from '../../src/evaluation/index.ts';
import { madeUpRows, wordEncoder } from '../evaluation/made-up-rows.ts';
import { fakeServices } from './fake-services.ts';
import { fakeTerminal } from './streams.ts';

const ROWS = madeUpRows(40);

let directory: string;
let data: string;
let output: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'topoguard-attack-'));
  data = write(
    'data.jsonl',
    ROWS.map(({ documents, ...row }) => JSON.stringify({ ...row, docs: documents })).join('\n'),
  );
  output = join(directory, 'attacked.jsonl');
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  writeFileSync(join(directory, name), text);
  return join(directory, name);
}

async function run(args: string[], options: Parameters<typeof fakeTerminal>[0] = {}) {
  const encoder = wordEncoder();
  const specs: string[] = [];
  const services = fakeServices({
    createEncoder: async (spec) => {
      specs.push(spec);
      return encoder;
    },
  });
  const terminal = fakeTerminal(options);
  const code = await runProgram(['attack', ...args], terminal, services);
  return { code, out: terminal.stdout.text, err: terminal.stderr.text, encoder, specs };
}

const contextsIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as EvaluationContext);
const written = () => contextsIn(readFileSync(output, 'utf8'));

describe('topoguard attack', () => {
  it('does not overwrite the data set', async () => {
    const before = readFileSync(data, 'utf8');
    const { code, err } = await run(['--data', data, '--strategy', 'replace', '-o', data]);
    expect(code).toBe(2);
    expect(err).toContain('are the same file');
    expect(readFileSync(data, 'utf8')).toBe(before);
  });

  it('writes one labelled context a row and says what it did', async () => {
    const { code, out, err, encoder, specs } = await run(['--data', data, '--strategy', 'replace', '-o', output]);
    expect([code, out, specs, encoder.closed]).toEqual([0, '', ['static'], 1]);
    expect(err).toBe(`replace: 40 contexts\nwritten to ${output}\n`);
    const contexts = written();
    expect(contexts.map(({ row }) => row)).toEqual(ROWS.map((_, i) => i));
    for (const context of contexts) {
      expect(context).toMatchObject({ label: 'attack', attack: 'replace', kind: 'supporting' });
      expect(context.documents).toHaveLength(2);
      expect(context.planted).toHaveLength(1);
    }
    expect(readdirSync(directory).sort()).toEqual(['attacked.jsonl', 'data.jsonl']);
  });

  it('gives the same bytes for the same seed', async () => {
    const bytes: string[] = [];
    for (const seed of ['3', '3', '4']) {
      await run(['--data', data, '--strategy', 'replace,topical', '--seed', seed, '-o', output]);
      bytes.push(readFileSync(output, 'utf8'));
    }
    expect(bytes[1]).toBe(bytes[0]);
    expect(bytes[2]).not.toBe(bytes[0]);
  });

  it('writes the benign context before its attacks, once', async () => {
    const args = ['--strategy', 'replace,tail,replace-half', '--with-benign', '--limit', '5', '-q', '-o', '-'];
    const { code, out, err } = await run(['--data', data, ...args]);
    expect([code, err]).toEqual([0, '']);
    const contexts = contextsIn(out);
    expect(contexts.slice(0, 5).map(({ id }) => id)).toEqual([
      'row-0',
      'row-0:replace',
      'row-0:tail',
      'row-0:retrieved-4',
      'row-0:retrieved-4:replace-half',
    ]);
    expect(contexts).toHaveLength(25);
  });

  it('takes size and kind of the contexts', async () => {
    const size = ['--sentences', '2', '--documents', '3'];
    await run(['--data', data, '--strategy', 'replace', ...size, '-o', output]);
    expect(written()[0]).toMatchObject({ kind: 'retrieved', id: 'row-0:retrieved-3:replace' });
    expect(written()[0].documents.map(({ sentences }) => sentences?.length)).toEqual([2, 2, 2]);
    await run(['--data', data, '--strategy', 'replace', ...size, '--kind', 'with-distractors', '-o', output]);
    expect(written()[0].kind).toBe('with-distractors');
  });

  it('encodes distractors only where a context can hold one', async () => {
    const replaced = await run(['--data', data, '--strategy', 'replace', '-o', output]);
    const all = await run(['--data', data, '--strategy', 'distractor', '-o', output]);
    expect(replaced.encoder.asked.length).toBe(ROWS.length * 7);
    expect(all.encoder.asked.length).toBe(ROWS.length * 16);
  });

  it('all: every strategy, with PoisonedRAG’s where its texts are given', async () => {
    const texts = ROWS.map(({ id, question }) => [
      id,
      { question, adv_texts: ['A.', 'B.', 'C.'].map((t) => `${id} ${t}`) },
    ]);
    const poisoned = write('poisoned.json', JSON.stringify(Object.fromEntries(texts)));
    await run(['--data', data, '--strategy', 'all', '--limit', '1', '-o', output]);
    const without = ATTACKS.filter(({ name }) => !name.startsWith('poisonedrag'));
    expect(written().map(({ attack }) => attack)).toEqual(without.map(({ name }) => name));
    await run(['--data', data, '--strategy', 'all', '--poisoned-texts', poisoned, '--limit', '1', '-o', output]);
    expect(written().map(({ attack }) => attack)).toEqual(ATTACKS.map(({ name }) => name));
  });

  it('counts what is left out', async () => {
    const short = ROWS.map((row, i) => ({ ...row, documents: i < 3 ? row.documents.slice(0, 4) : row.documents }));
    data = write('short.json', JSON.stringify([...short, { question: 'no documents', documents: 7 }]));
    const { code, err } = await run(['--data', data, '--strategy', 'replace', '-o', output]);
    expect(code).toBe(0);
    expect(err).toContain('1 row left out: a document without a title and text\n');
    expect(err).toContain('3 rows left out: fewer than two supporting documents\n');
    expect(err).toContain('replace: 37 contexts\n');
  });

  it.each([
    [['--strategy', 'replac'], 2, /"replac" names no attack.*replace-half/],
    [['--strategy', 'poisonedrag-1'], 2, /poisonedrag-1 needs adversarial texts.*--poisoned-texts/],
    [['--strategy', ','], 2, /one name or several/],
    [
      ['--strategy', 'replace', '--kind', 'supporting', '--documents', '3'],
      2,
      /supporting context cannot have 3 documents/,
    ],
    [
      ['--strategy', 'replace', '--sentences', '9'],
      2,
      /no context could be made \(fewer than two supporting documents of/,
    ],
    [['--strategy', 'replace', '--documents', '1'], 2, /at least 2/],
    [[], 2, /required option '--strategy <names>' not specified/],
  ])('%j: an error, and no file', async (args, expected, message) => {
    const { code, err } = await run(['--data', data, '-o', output, ...args]);
    expect([code, err]).toEqual([expected, expect.stringMatching(message)]);
    expect(readdirSync(directory)).toEqual(['data.jsonl']);
  });

  it('a failure leaves an earlier file as it was', async () => {
    writeFileSync(output, 'earlier');
    const wrong = write('wrong.json', '{"query": 1}');
    const { code, err } = await run(['--data', wrong, '--strategy', 'replace', '-o', output]);
    expect([code, err]).toEqual([2, expect.stringMatching(/JSON_INVALID .*wrong\.json.*HotpotQA/)]);
    expect(readFileSync(output, 'utf8')).toBe('earlier');
    expect(readdirSync(directory).sort()).toEqual(['attacked.jsonl', 'data.jsonl', 'wrong.json']);
  });

  it('can be interrupted, and then writes nothing', async () => {
    const interrupt = AbortSignal.abort();
    const { code } = await run(['--data', data, '--strategy', 'replace', '-o', output], { interrupt });
    expect(code).toBe(130);
    expect(readdirSync(directory)).toEqual(['data.jsonl']);
  });

  it('names every strategy in its help', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const { name } of ATTACKS) expect(out).toContain(name.replace(/(?<=poisonedrag-\d)-.*/, ''));
  });
});
