import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { fakeServices } from './fake-services.ts';
import { Captured, fakeTerminal } from './streams.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'topoguard-failure-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const context = (id: string, score: number) => JSON.stringify({ id, score, documents: [{ text: 'a' }, { text: 'b' }] });
/** Contexts of which the last one alone is flagged. */
const contexts = (count: number, last = 0.9) =>
  Array.from({ length: count }, (_, i) => context(`c${i}`, i === count - 1 ? last : 0.1)).join('\n');

/** A stream whose writes fail from the first or after `taken` on, as an error event or, as redirected files do, by throwing. */
function failing(code: string, how: 'tells' | 'throws', taken = 0): Captured {
  const error = Object.assign(new Error(`write ${code}`), { code });
  let left = taken;
  const stream = new Captured();
  stream._write = (chunk, encoding, done) => {
    if (left-- > 0) Captured.prototype._write.call(stream, chunk, encoding, done);
    else if (how === 'throws') throw error;
    else done(error);
  };
  return stream;
}

async function run(args: string[], input: string, stdout: Writable) {
  const services = fakeServices();
  const terminal = { ...fakeTerminal({ input }), stdout };
  const code = await runProgram(args, terminal, services);
  return { code, err: (terminal.stderr as Captured).text, services };
}

const printing: [name: string, args: (directory: string) => string[]][] = [
  ['screen, table', () => ['screen', '-']],
  ['screen, json', () => ['screen', '-', '--format', 'json']],
  ['screen, ndjson', () => ['screen', '-', '--format', 'ndjson']],
  ['screen for a gate', () => ['screen', '-', '--fail-on', 'flag']],
  ['screen with a report', (at) => ['screen', '-', '--report', join(at, 'r.html')]],
  ['calibrate', () => ['calibrate', '-', '-o', '-']],
  ['doctor', () => ['doctor']],
];

describe('standard output that cannot be written', () => {
  describe.each(printing)('%s', (_, args) => {
    it.each(['tells', 'throws'] as const)('a full disk: 1, and says so once (%s)', async (how) => {
      const { code, err } = await run(args(directory), contexts(300), failing('ENOSPC', how));
      expect(code).toBe(1);
      expect(err.match(/^error .*/gm)).toEqual([
        'error FILE_UNWRITABLE standard output: the disk is full. Make room, or write to another place',
      ]);
      expect(readdirSync(directory)).toEqual([]);
    });
  });

  it('a disk that fills up while screening: 1', async () => {
    const { code, err } = await run(['screen', '-'], contexts(300), failing('ENOSPC', 'tells', 5));
    expect([code, err]).toEqual([1, expect.stringMatching(/standard output: the disk is full/)]);
  });
});

describe('a reader that goes away', () => {
  const gone = (taken = 1) => failing('EPIPE', 'tells', taken);
  const ndjson = ['screen', '-', '--format', 'ndjson'];

  it.each(['table', 'json', 'ndjson'])(
    'ends a run that does nothing but print, quietly with 0 (%s)',
    async (format) => {
      const { code, err, services } = await run(['screen', '-', '--format', format], contexts(1000), gone());
      expect([code, err]).toEqual([0, '']);
      expect(services.batches.reduce((a, b) => a + b, 0)).toBeLessThan(1000);
    },
  );

  it.each(['table', 'json', 'ndjson'])('does not keep the report from being written (%s)', async (format) => {
    const report = join(directory, 'r.html');
    const args = ['screen', '-', '--format', format, '--report', report];
    const { code, err } = await run(args, contexts(1000), gone());
    expect(code).toBe(0);
    expect(readFileSync(report, 'utf8')).toBe('<!doctype html>1000');
    expect(err.match(/nobody reads the output any more; going on for the report/g)).toHaveLength(1);
  });

  it.each([
    ['a flag', contexts(1000), 4],
    ['none', contexts(1000, 0.1), 0],
    ['an error and no flag', `${contexts(1000, 0.1)}\n{`, 3],
  ])('does not change the exit code of a gate: %s after it went', async (_, input, expected) => {
    const { code, err, services } = await run([...ndjson, '--fail-on', 'flag'], input, gone());
    expect(code).toBe(expected);
    expect(err).toMatch(/going on for the exit code/);
    expect(services.batches.reduce((a, b) => a + b, 0)).toBe(1000);
  });

  it('gives report and gate both, and nothing on standard error when quiet', async () => {
    const report = join(directory, 'r.html');
    const args = [...ndjson, '--fail-on', 'flag', '--report', report, '--quiet'];
    const { code, err } = await run(args, contexts(1000), gone(0));
    expect([code, err, existsSync(report)]).toEqual([4, '', true]);
  });
});

describe.skipIf(!existsSync('/dev/full'))('files that cannot be written to their end', () => {
  it('results: 1, and no report either', async () => {
    const report = join(directory, 'r.html');
    const { code, err } = await run(
      ['screen', '-', '-o', '/dev/full', '--report', report],
      contexts(5),
      new Captured(),
    );
    expect(code).toBe(1);
    expect(err).toMatch(/^error FILE_UNWRITABLE \/dev\/full: the disk is full/m);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('a report: 1, and says that the results are there', async () => {
    const output = join(directory, 'o.ndjson');
    writeFileSync(output, 'old');
    const { code, err } = await run(
      ['screen', '-', '-o', output, '--report', '/dev/full'],
      contexts(5),
      new Captured(),
    );
    expect(code).toBe(1);
    expect(err).toContain(
      `error FILE_UNWRITABLE /dev/full: the disk is full; the results were written to ${output}, the report was not. `,
    );
    expect(readFileSync(output, 'utf8').trimEnd().split('\n')).toHaveLength(5);
    expect(readdirSync(directory)).toEqual(['o.ndjson']);
  });

  it('a report beside results on standard output: 1', async () => {
    const stdout = new Captured();
    const { code, err } = await run(
      ['screen', '-', '--format', 'ndjson', '--report', '/dev/full'],
      contexts(5),
      stdout,
    );
    expect(code).toBe(1);
    expect(err).toMatch(/the results were written to standard output, the report was not/);
    expect(stdout.text.trimEnd().split('\n')).toHaveLength(5);
  });

  it('a profile: 1', async () => {
    const { code, err } = await run(['calibrate', '-', '-o', '/dev/full'], contexts(5), new Captured());
    expect([code, err]).toEqual([1, expect.stringMatching(/^error FILE_UNWRITABLE \/dev\/full: the disk is full/m)]);
  });
});
