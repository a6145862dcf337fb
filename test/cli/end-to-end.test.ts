import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** TOPOGUARD_CLI tests another build, e.g. that of an installed package. */
const cli = process.env.TOPOGUARD_CLI ?? join(root, 'dist', 'cli.js');
const built = existsSync(cli);
if (!built) console.warn(`skipped: ${cli} is not there (npm run build)`);

const CITIES = ['Varn', 'Oslen', 'Miru', 'Tekal', 'Brisca', 'Holm', 'Quend', 'Sarov', 'Lindar', 'Pelk'];

/** Contexts about one invented city each, in two documents; the second can be about another city. */
function contextAbout(i: number, other = i): { id: string; query: string; documents: { id: string; text: string }[] } {
  const [a, b] = [CITIES[i % CITIES.length]!, CITIES[other % CITIES.length]!];
  return {
    id: `c${i}`,
    query: `Who built the bridge of ${a}?`,
    documents: [
      {
        id: 'bridge',
        text: `The old bridge of ${a} crosses the river ${i}. It was built by the mayor of ${a}. Boats pass below it.`,
      },
      {
        id: 'mayor',
        text: `The mayor of ${b} was an engineer from ${b}. In year ${1800 + i} a bridge was opened there. The river is wide.`,
      },
    ],
  };
}

const many = (count: number) => Array.from({ length: count }, (_, i) => JSON.stringify(contextAbout(i))).join('\n');

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
  return spawn(process.execPath, [cli, ...args], { env: { ...inherited, ...env } });
}

function ended(child: ChildProcess, input?: string | Buffer): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    err += chunk.toString('utf8');
  });
  child.stdin!.on('error', () => {});
  if (input !== undefined) child.stdin!.end(input);
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

const run = (args: string[], input: string | Buffer = '', env: Record<string, string> = {}) =>
  ended(start(args, env), input);

describe.skipIf(!built)('the built command line', () => {
  let directory: string;
  let profile: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'topoguard-e2e-'));
    profile = join(directory, 'profile.json');
    const args = [
      'calibrate',
      '-',
      '--fpr',
      '0.1',
      '--detector',
      'pairwise-hybrid',
      '--name',
      'bridges',
      '-o',
      profile,
    ];
    const { code, err } = await run(args, many(60));
    expect([code, err]).toEqual([0, expect.stringMatching(/m = 60 benign contexts/)]);
  });
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('screens gzip from a pipe, with a bad line among the others', async () => {
    const lines = [
      JSON.stringify(contextAbout(1)),
      '{"id": ',
      JSON.stringify(contextAbout(2, 7)),
      '{"id": "alone", "documents": [{"text": "x"}]}',
    ];
    const { code, out, err } = await run(
      ['screen', '-', '--profile', profile, '--format', 'ndjson'],
      gzipSync(lines.join('\r\n')),
    );
    const records = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map((r) => r.id ?? r.error.code)).toEqual(['c1', 'JSON_INVALID', 'c2', 'alone']);
    expect(records[3]).toMatchObject({ verdict: 'abstain', score: null });
    for (const i of [0, 2])
      expect(records[i]).toMatchObject({ detector: 'pairwise-hybrid', profile: { name: 'bridges', generic: false } });
    expect(records[2].score).toBeGreaterThan(records[0].score);
    expect(code).toBe(3);
    expect(err).toMatch(/4 contexts: .* 1 error/);
  });

  it('gives the same scores with every format and backend', async () => {
    const scores = async (more: string[]) => {
      const { out } = await run(['screen', '-', '--profile', profile, '--format', 'json', ...more], many(12));
      return JSON.parse(out).results.map((r: { score: number }) => r.score) as number[];
    };
    const [automatic, plain, reference] = await Promise.all([
      scores([]),
      scores(['--backend', 'js']),
      scores(['--backend', 'reference']),
    ]);
    expect(automatic).toHaveLength(12);
    for (const [i, score] of automatic!.entries()) {
      expect(plain![i]).toBeCloseTo(score, 9);
      expect(reference![i]).toBeCloseTo(score, 9);
    }
  });

  it('screens a line of ten megabytes', async () => {
    const long = {
      id: 'long',
      documents: [{ text: 'The bridge is long. '.repeat(500_000) }, { text: 'The mayor of Varn built it.' }],
    };
    const { code, out } = await run(
      ['screen', '-', '--profile', profile, '--format', 'ndjson'],
      `${JSON.stringify(long)}\n${many(1)}`,
    );
    const records = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(records.map((r) => r.id)).toEqual(['long', 'c0']);
    expect(records[0].notes.join()).toMatch(/was cut after/);
  });

  it('writes results and a report', async () => {
    const [output, report] = [join(directory, 'results.json'), join(directory, 'report.html')];
    const { code } = await run(['screen', '-', '--profile', profile, '-o', output, '--report', report], many(20));
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(output, 'utf8')).results).toHaveLength(20);
    expect(readFileSync(report, 'utf8')).toMatch(/^<!doctype html>[\s\S]*c19/i);
  });

  it('ends quietly when its reader goes away', async () => {
    const child = start(['screen', '-', '--profile', profile, '--format', 'ndjson', '--quiet']);
    child.stdout!.once('data', () => child.stdout!.destroy());
    const { code, err } = await ended(child, many(3000));
    expect([code, err]).toEqual([0, '']);
  });

  it('sees a report and a gate through when its reader goes away', async () => {
    const report = join(directory, 'unread.html');
    const input = `${many(3000)}\n{"id": "bad`;
    const child = start([
      'screen',
      '-',
      '--profile',
      profile,
      '--format',
      'ndjson',
      '--fail-on',
      'flag',
      '--report',
      report,
    ]);
    child.stdout!.once('data', () => child.stdout!.destroy());
    const { code, err } = await ended(child, input);
    const [, flags] = /3,001 contexts: [\d,]+ pass, ([\d,]+) flag, 0 abstain, 1 error/.exec(err)!;
    expect(code).toBe(flags === '0' ? 3 : 4);
    expect(readFileSync(report, 'utf8')).toMatch(/^<!doctype html>[\s\S]*c2999/i);
  });

  it.skipIf(!existsSync('/dev/full'))('says that the disk is full, wherever standard output goes', async () => {
    const full = openSync('/dev/full', 'w');
    for (const args of [
      ['profile', 'show', profile],
      ['screen', '-', '--profile', profile],
    ]) {
      const child = spawn(process.execPath, [cli, ...args], { stdio: ['pipe', full, 'pipe'] });
      let err = '';
      child.stderr!.on('data', (chunk: Buffer) => {
        err += chunk.toString('utf8');
      });
      child.stdin!.on('error', () => {});
      child.stdin!.end(many(3));
      const code = await new Promise((resolve) => child.on('close', resolve));
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^error FILE_UNWRITABLE standard output: the disk is full/),
      ]);
    }
    closeSync(full);
  });

  it.skipIf(process.platform === 'win32')('leaves no file behind when interrupted', async () => {
    const folder = mkdtempSync(join(directory, 'interrupted-'));
    const child = start([
      'screen',
      '-',
      '--profile',
      profile,
      '-o',
      join(folder, 'o.json'),
      '--report',
      join(folder, 'r.html'),
    ]);
    const end = ended(child);
    child.stdin!.write(`${many(50)}\n`);
    await expect.poll(() => readdirSync(folder).length, { timeout: 30_000 }).toBe(2);
    child.kill('SIGINT');
    expect((await end).code).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a profile for other options, naming both sides', async () => {
    const { code, out, err } = await run(['screen', '-', '--profile', profile, '-k', '3'], many(1));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error PROFILE_MISMATCH .*= 4.* 3/);
  });

  it('doctor tells what works, and the exit code agrees', async () => {
    const { code, out } = await run(['doctor', '--json'], '', { OPENAI_API_KEY: 'sk-never-shown' });
    const { works, checks } = JSON.parse(out);
    expect(code).toBe(works ? 0 : 1);
    expect(checks.map((c: { name: string }) => c.name)).toEqual(
      expect.arrayContaining(['topoguard', 'encoder openai', 'assets/static-encoder.bin']),
    );
    expect(out).not.toMatch(/never-shown/);
  });
});
