import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PassThrough, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/cli/output/display-width.ts';
import { runProgram } from '../../src/cli/program.ts';
import type { Services } from '../../src/cli/services.ts';
import { TopoGuardError } from '../../src/errors/index.ts';
import { fakeServices } from './fake-services.ts';
import { fakeTerminal } from './streams.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'topoguard-cli-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const two = [{ text: 'a' }, { text: 'b' }];
const context = (id: string, score = 0.1, more: object = {}) => ({ id, score, documents: two, ...more });
const jsonLines = (...values: unknown[]) =>
  values.map((v) => (typeof v === 'string' ? v : JSON.stringify(v))).join('\n');

async function run(
  args: string[],
  input?: string | Buffer,
  options: Parameters<typeof fakeTerminal>[0] = {},
  services = fakeServices(),
) {
  const terminal = fakeTerminal({ ...(input === undefined ? {} : { input }), ...options });
  const code = await runProgram(args, terminal, services);
  return { code, out: terminal.stdout.text, err: terminal.stderr.text, services };
}

describe('table', () => {
  it.each([50, 60, 80, 96, 120, 160, 200])('fits into %i columns, whatever ids hold', async (columns) => {
    const input = jsonLines(
      context('short'),
      context('漢字の識別子'.repeat(10), 0.9),
      context('👩‍🚀🧪 é'.repeat(20)),
      context('evil\u001b[31m\u0007\u202e\r\nid', 0.7),
      { documents: [{ text: 'alone' }] },
    );
    const { out } = await run(['screen', '-'], input, { columns });
    const [table] = out.split('\n\n');
    const rows = table!.split('\n');
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(columns);
    const starts = rows.map((row) => displayWidth(row.slice(0, row.search(/ (?:verdict|pass|flag|abstain)\b/))));
    expect(new Set(starts)).toEqual(new Set([starts[0]]));
    expect([...out].filter((c) => c !== '\n' && /[\p{Cc}\u202e]/u.test(c))).toEqual([]);
  });

  it('paints only where colours are wanted', async () => {
    const input = jsonLines(context('a', 0.9));
    const escapes = /\p{Cc}\[/u;
    expect((await run(['screen', '-'], input)).out).not.toMatch(escapes);
    expect((await run(['screen', '-'], input, { tty: true })).out).toMatch(escapes);
    expect((await run(['screen', '-'], input, { tty: true, env: { NO_COLOR: '1' } })).out).not.toMatch(escapes);
    expect((await run(['screen', '-'], input, { tty: true, env: { TERM: 'dumb' } })).out).not.toMatch(escapes);
    expect((await run(['screen', '-'], input, { env: { FORCE_COLOR: '1' } })).out).toMatch(escapes);
  });

  it('ends with counts, and with how labelled contexts were judged where all are labelled', async () => {
    const labelled = [
      context('a', 0.9, { label: 'attack' }),
      context('b', 0.2, { label: 'attack' }),
      context('c', 0.1, { label: 'benign' }),
    ];
    const { out } = await run(['screen', '-'], jsonLines(...labelled));
    expect(out).toMatch(/3 contexts: 2 pass, 1 flag, 0 abstain/);
    expect(out).toMatch(/labelled attack: 1 of 2 flagged \(50 %\)/);
    expect(out).toMatch(/labelled benign: 0 of 1 flagged \(0 %\)/);
    expect((await run(['screen', '-'], jsonLines(...labelled, context('d')))).out).not.toMatch(/labelled/);
  });

  it('marks extrapolated thresholds and explains the mark', async () => {
    const { out } = await run(['screen', '-'], jsonLines(context('a', 0.1, { extrapolated: true }), context('b')));
    expect(out).toMatch(/~0\.5000/);
    expect(out).toMatch(/~ 1 threshold extrapolated/);
  });
});

describe('machine-readable output', () => {
  const input = jsonLines(context('a'), '{broken', context('c', 0.9), { id: 'd' }, '7');

  it('ndjson has one record for each context, errors among them, in order', async () => {
    const { out, err, code } = await run(['screen', '-', '--format', 'ndjson'], input);
    const records = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map((r) => [r.line, r.id, r.verdict ?? r.error.code])).toEqual([
      [1, 'a', 'pass'],
      [2, undefined, 'JSON_INVALID'],
      [3, 'c', 'flag'],
      [4, 'd', 'CONTEXT_INVALID'],
      [5, undefined, 'CONTEXT_INVALID'],
    ]);
    expect(records[3].error.location).toEqual({ file: '<stdin>', line: 4, field: 'documents' });
    expect(err).toMatch(/5 contexts: 1 pass, 1 flag, 0 abstain, 3 errors/);
    expect(code).toBe(3);
  });

  it('writes to standard output for --output -', async () => {
    const { out } = await run(['screen', '-', '--format', 'ndjson', '-o', '-'], jsonLines(context('a')));
    expect(JSON.parse(out)).toMatchObject({ id: 'a', verdict: 'pass' });
  });

  it('json is one document with results and summary', async () => {
    const { out, code } = await run(['screen', '-', '--format', 'json'], input);
    const { results, summary } = JSON.parse(out);
    expect(results).toHaveLength(5);
    expect(summary).toMatchObject({
      contexts: 5,
      errors: 3,
      verdicts: { pass: 1, flag: 1, abstain: 0 },
      backend: 'js',
    });
    expect(summary.profiles).toEqual([{ name: 'fake', generic: true, detector: 'hybrid', fpr: 0.01 }]);
    expect(code).toBe(3);
  });

  it('in table format errors go to standard error with their place', async () => {
    const { out, err } = await run(['screen', '-'], input);
    expect(err).toMatch(/^error JSON_INVALID <stdin>:2: not valid JSON/m);
    expect(err).toMatch(/^error CONTEXT_INVALID <stdin>:4, documents: is missing/m);
    expect(out).not.toMatch(/JSON_INVALID/);
  });

  it('survives unknown fields nested too deep to be written', async () => {
    const deep = `{"id":"deep","documents":[{"text":"a"},{"text":"b"}],"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const { out, code } = await run(
      ['screen', '-', '--format', 'ndjson'],
      `${deep}\n${JSON.stringify(context('next'))}`,
    );
    const records = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map((r) => r.id)).toEqual(['deep', 'next']);
    expect(code).toBe(0);
  });
});

describe('exit codes', () => {
  const flagged = context('f', 0.9);
  const cases: [name: string, expected: number, input: string, more: string[]][] = [
    ['all pass', 0, jsonLines(context('a')), []],
    ['a flag alone', 0, jsonLines(flagged), []],
    ['a flag with --fail-on flag', 4, jsonLines(flagged), ['--fail-on', 'flag']],
    ['a flag and an error with --fail-on flag', 4, jsonLines(flagged, '{'), ['--fail-on', 'flag']],
    ['an error with --fail-on flag', 3, jsonLines(context('a'), '{'), ['--fail-on', 'flag']],
    ['an error', 3, jsonLines(context('a'), '{'), []],
    ['only errors', 3, 'nonsense', []],
    ['an error with --fail-on never', 0, jsonLines(flagged, '{'), ['--fail-on', 'never']],
    ['an empty input', 2, '', []],
    ['an option out of range', 2, jsonLines(context('a')), ['--fpr', '1']],
    ['an unknown choice', 2, jsonLines(context('a')), ['--backend', 'gpu']],
  ];
  it.each(cases)('%s: %i', async (_, expected, input, more) => {
    expect((await run(['screen', '-', ...more], input)).code).toBe(expected);
  });

  it.each([
    ['a missing file', 'missing.jsonl', /^error FILE_UNREADABLE .*missing\.jsonl: there is no such file/],
    ['a directory', '.', /^error FILE_UNREADABLE .*: it is a directory/],
  ])('%s: 2', async (_, name, message) => {
    const { code, err } = await run(['screen', join(directory, name)]);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('what the guard refuses: 2, with remedy and without a stack', async () => {
    const services = fakeServices({
      createGuard: async () => {
        throw new TopoGuardError('PROFILE_MISMATCH', 'the profile is for another encoder', { remedy: 'Recalibrate' });
      },
    });
    const { code, err } = await run(['screen', '-'], jsonLines(context('a')), {}, services);
    expect([code, err]).toEqual([2, 'error PROFILE_MISMATCH the profile is for another encoder. Recalibrate\n']);
  });

  it('something unexpected: 1, with a stack only when asked for', async () => {
    const services = () =>
      fakeServices({
        createGuard: async () => {
          throw new RangeError('boom\u001b[2J');
        },
      });
    const input = jsonLines(context('a'));
    const plain = await run(['screen', '-'], input, {}, services());
    expect(plain.code).toBe(1);
    expect(plain.err).toMatch(/^error unexpected: boom\\x1b\[2J\n/);
    expect(plain.err).not.toMatch(/ {4}at /);
    expect((await run(['--verbose', 'screen', '-'], input, {}, services())).err).toMatch(/ {4}at /);
    expect((await run(['screen', '-', '--verbose'], input, {}, services())).err).toMatch(/ {4}at /);
    expect((await run(['screen', '-'], input, { env: { DEBUG: 'topoguard' } }, services())).err).toMatch(/ {4}at /);
  });
});

describe('files', () => {
  const input = () => {
    const path = join(directory, 'in.data');
    writeFileSync(path, gzipSync(jsonLines(context('a'), context('b', 0.9))));
    return path;
  };

  it('writes output and report, and the output format follows the ending', async () => {
    const [output, report] = [join(directory, 'o.ndjson'), join(directory, 'r.html')];
    const { code, out, err, services } = await run(['screen', input(), '-o', output, '--report', report]);
    expect(code).toBe(0);
    expect(out).toBe('');
    expect(err).toMatch(/2 contexts: 1 pass, 1 flag/);
    const records = readFileSync(output, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map((r) => [r.id, r.graph])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
    expect(readFileSync(report, 'utf8')).toBe('<!doctype html>2');
    expect(services.guards[0]).toMatchObject({ detail: 'graph' });
    expect(services.closed).toBe(1);
  });

  it('leaves nothing half-written, and an existing file as it was, when the run fails', async () => {
    const output = join(directory, 'o.json');
    writeFileSync(output, 'before');
    const services = fakeServices({
      renderScreenReport: async () => {
        throw new Error('no report');
      },
    });
    const { code } = await run(
      ['screen', input(), '-o', output, '--report', join(directory, 'r.html')],
      undefined,
      {},
      services,
    );
    expect(code).toBe(1);
    expect(readFileSync(output, 'utf8')).toBe('before');
    expect(readdirSync(directory).sort()).toEqual(['in.data', 'o.json']);
  });

  it('leaves nothing half-written when interrupted', async () => {
    const controller = new AbortController();
    const services: Services = fakeServices();
    const make = services.createGuard;
    services.createGuard = async (options) => {
      const guard = await make(options);
      return {
        ...guard,
        async screenBatch(contexts, settings) {
          const entries = await guard.screenBatch(contexts, settings);
          controller.abort();
          return entries;
        },
      };
    };
    const { code } = await run(
      ['screen', input(), '-o', join(directory, 'o.json')],
      undefined,
      { interrupt: controller.signal },
      services as never,
    );
    expect(code).toBe(130);
    expect(readdirSync(directory)).toEqual(['in.data']);
  });

  it('refuses to write over its input', async () => {
    const path = input();
    const before = readFileSync(path);
    const { code, err } = await run(['screen', path, '-o', path]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^error OPTION_INVALID --output and the input are the same file/),
    ]);
    expect(readFileSync(path)).toEqual(before);
  });

  it('says where it cannot write before it screens', async () => {
    const { code, err, services } = await run(['screen', input(), '-o', join(directory, 'none', 'o.json')]);
    expect([code, err]).toEqual([2, expect.stringMatching(/^error FILE_UNWRITABLE .*there is no such directory/)]);
    expect(services.batches).toEqual([]);
  });

  it('gives options and a profile to the guard', async () => {
    const profile = join(directory, 'p.json');
    writeFileSync(profile, '{"name": "p"}');
    const flags = [
      '--detector',
      'hybrid',
      '-k',
      '5',
      '--alpha',
      '0.25',
      '--sentences',
      '2',
      '--coverage',
      'all',
      '--fpr',
      '0.05',
    ];
    const more = [
      '--entities',
      'compromise',
      '--entity-unit',
      'name',
      '--backend',
      'reference',
      '--signals',
      'all',
      '--encoder',
      'static',
    ];
    const { services } = await run(['screen', input(), '--profile', profile, ...flags, ...more]);
    expect(services.guards).toEqual([
      {
        backend: 'reference',
        k: 5,
        alpha: 0.25,
        sentencesPerDocument: 2,
        coverage: 'all',
        entities: 'compromise',
        entityUnit: 'name',
        encoder: expect.objectContaining({ id: 'static' }),
        detector: 'hybrid',
        fpr: 0.05,
        signals: 'all',
        profile: { name: 'p' },
      },
    ]);
  });

  it('reports a truncated gzip file after what it held', async () => {
    const path = join(directory, 'cut.gz');
    const contexts = Array.from({ length: 300 }, (_, i) => context(`c${(i * 7919) % 1009}`, ((i * 31) % 50) / 100));
    const whole = gzipSync(jsonLines(...contexts));
    writeFileSync(path, whole.subarray(0, whole.length - 20));
    const { code, out, err } = await run(['screen', path]);
    expect(code).toBe(3);
    expect(err).toMatch(/^error FILE_UNREADABLE .*cut\.gz: the gzip data is cut short/m);
    expect(out.split('\n').length).toBeGreaterThan(100);
  });
});

describe('streams', () => {
  it('waits for a slow reader and holds no more than the stream asked for', async () => {
    const terminal = fakeTerminal({ input: jsonLines(...Array.from({ length: 2000 }, (_, i) => context(`c${i}`))) });
    let waiting = 0;
    let most = 0;
    let received = 0;
    const slow = new Writable({
      highWaterMark: 1024,
      write(chunk: Buffer, _encoding, done) {
        waiting = slow.writableLength;
        most = Math.max(most, waiting);
        received += chunk.toString().split('\n').length - 1;
        setImmediate(done);
      },
    });
    const code = await runProgram(['screen', '-', '--format', 'ndjson'], { ...terminal, stdout: slow }, fakeServices());
    expect(code).toBe(0);
    expect(received).toBe(2000);
    expect(most).toBeLessThan(4096);
  });

  it('ends quietly when the reader of its output has gone', async () => {
    const terminal = fakeTerminal({ input: jsonLines(...Array.from({ length: 500 }, (_, i) => context(`c${i}`))) });
    const gone = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      },
    });
    const code = await runProgram(['screen', '-', '--format', 'ndjson'], { ...terminal, stdout: gone }, fakeServices());
    expect([code, terminal.stderr.text]).toEqual([0, '']);
  });

  it('answers a pipe before it ends', async () => {
    const terminal = fakeTerminal();
    const done = runProgram(['screen', '-', '--format', 'ndjson'], terminal, fakeServices());
    const stdin = terminal.stdin as PassThrough;
    stdin.write(`${JSON.stringify(context('first'))}\n`);
    await expect.poll(() => terminal.stdout.text).toMatch(/"first"/);
    stdin.write(`${JSON.stringify(context('second'))}\n`);
    await expect.poll(() => terminal.stdout.text).toMatch(/"second"/);
    stdin.end();
    expect(await done).toBe(0);
  });
});
