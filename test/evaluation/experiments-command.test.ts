import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeServices } from '../../src/cli/node-services.ts';
import { runProgram } from '../../src/cli/program.ts';
import type { EvaluationFile } from '../../src/evaluation/index.ts';
import { fakeTerminal } from '../cli/streams.ts';
import { madeUpRows } from './made-up-rows.ts';

let directory: string;
let data: string;
let output: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'topoguard-evaluate-'));
  data = join(directory, 'towns.jsonl');
  output = join(directory, 'evaluation');
  const lines = madeUpRows(40).map(({ documents, ...row }) => JSON.stringify({ ...row, docs: documents }));
  writeFileSync(data, lines.join('\n'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = fakeTerminal();
  const code = await runProgram(['evaluate', ...args], terminal, nodeServices);
  return { code, out: terminal.stdout.text, err: terminal.stderr.text };
}

const options = () => ['--data', data, '-o', output, '--fpr', '0.1,0.05', '--resamples', '20', '--draws', '1'];
const written = () => JSON.parse(readFileSync(join(output, 'evaluation.json'), 'utf8')) as EvaluationFile;
const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

describe('topoguard evaluate', () => {
  it('writes the report in both forms, and nothing else is left', async () => {
    const { code, out, err } = await run('figure-4', 'document-gap', ...options(), '--limit', '30');
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(
      /^k: \d+\.\d s \(1 of 2\)\ndocument-gap: \d+\.\d s \(2 of 2\)\ntowns: 30 rows of 30 used, encoder static:/,
    );
    expect(filesIn(output)).toEqual([
      'evaluation.html',
      'evaluation.json',
      'experiments',
      join('experiments', 'document-gap.json'),
      join('experiments', 'k.json'),
    ]);
    const file = written();
    expect(file).toMatchObject({
      format: 'topoguard-evaluation',
      version: 1,
      dataset: { name: 'towns', rows: 30, used: 30, leftOut: [] },
      options: { seed: 1, k: 4, alpha: 0.4, sentences: 3, fpr: [0.05, 0.1] },
    });
    expect(new Set(file.results.map((r) => r.experiment))).toEqual(new Set(['k', 'document-gap']));
    // A data set that is not the paper's is compared with none of its numbers.
    expect(file.experiments.flatMap((e) => e.comparisons)).toEqual([]);
    const page = readFileSync(join(output, 'evaluation.html'), 'utf8');
    for (const { title } of file.experiments) expect(page).toContain(title);
  });

  it('takes finished experiments up again, runs damaged ones anew, and all with --fresh', async () => {
    await run('k', 'document-gap', ...options());
    const before = written();
    writeFileSync(join(output, 'experiments', 'k.json'), '{"format":"topoguard-exper');
    const second = await run('k', 'document-gap', ...options());
    expect(second.err).toMatch(/^k: \d+\.\d s \(1 of 2\)\ndocument-gap: kept from an earlier run \(2 of 2\)/);
    expect(written().results).toEqual(before.results);
    expect((await run('k', ...options(), '--seed', '2')).err).toMatch(/^k: \d+\.\d s/);
    expect((await run('document-gap', ...options(), '--fresh')).err).toMatch(/^document-gap: \d+\.\d s/);
  });

  it('names what is wrong, and writes no report', async () => {
    for (const [args, code, text] of [
      [['table-99', ...options()], 2, 'names no experiment'],
      [['k', ...options(), '--limit', '5'], 2, '5 rows can be used, fewer than 12'],
      [['k', ...options(), '--encoder', 'unheard-of'], 2, 'unheard-of'],
      [['k', ...options(), '--fpr', '0'], 2, 'between 0 and 1'],
      [['k', '--data', join(directory, 'none.jsonl'), '-o', output], 2, 'none.jsonl'],
    ] as const) {
      const result = await run(...args);
      expect([result.code, result.out]).toEqual([code, '']);
      expect(result.err).toContain(text);
    }
    expect(existsSync(join(output, 'evaluation.json'))).toBe(false);
    expect(existsSync(join(output, 'evaluation.html'))).toBe(false);
  });
});
