import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReportCollector } from '../../src/cli/commands/report-collector.ts';
import { AtomicFile, writeFileAtomically } from '../../src/cli/output/atomic-file.ts';
import { Diagnostics } from '../../src/cli/output/diagnostics.ts';
import { formatDuration, formatPercent, formatPValue, formatScore } from '../../src/cli/output/numbers.ts';
import { OutputFailed } from '../../src/cli/output/output-failed.ts';
import { columnsOf } from '../../src/cli/terminal.ts';
import { fakeResult, fakeServices } from './fake-services.ts';
import { fakeTerminal } from './streams.ts';

describe('numbers', () => {
  it('keep scores within 7 and p-values within 6 characters', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -9e9, max: 9e9 }), (x) => {
        expect(formatScore(x).length).toBeLessThanOrEqual(x < -99_999 ? 8 : 7);
        expect(formatPValue(Math.abs(x) / 9e9).length).toBeLessThanOrEqual(6);
      }),
    );
    expect([0.51239, -0.5, 12.3456, null].map(formatScore)).toEqual(['0.5124', '-0.5000', '12.346', '–']);
    expect([0.00412, 0.00004, 1, null].map(formatPValue)).toEqual(['0.0041', '4e-5', '1.0000', '–']);
    expect([0.01, 0.00123, 1, 0].map(formatPercent)).toEqual(['1 %', '0.123 %', '100 %', '0 %']);
    expect([12.4, 2400, 200_000].map(formatDuration)).toEqual(['12 ms', '2.4 s', '3 min 20 s']);
  });
});

describe('atomic files', () => {
  let directory: string;
  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'topoguard-file-')));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  const path = (name: string) => join(directory, name);

  it('appear only when committed', async () => {
    const file = await AtomicFile.create(path('f'));
    await file.write('one ');
    await file.write('two');
    expect(() => statSync(path('f'))).toThrow();
    await file.commit();
    expect(readFileSync(path('f'), 'utf8')).toBe('one two');
    expect(readdirSync(directory)).toEqual(['f']);
  });

  it('leave nothing when discarded, and discarding after a commit does nothing', async () => {
    const first = await AtomicFile.create(path('f'));
    await first.write('x');
    await first.discard();
    expect(readdirSync(directory)).toEqual([]);
    const second = await AtomicFile.create(path('f'));
    await second.commit();
    await second.discard();
    expect(readdirSync(directory)).toEqual(['f']);
  });

  it('keep permissions and symbolic links', async () => {
    writeFileSync(path('target'), 'old');
    chmodSync(path('target'), 0o640);
    symlinkSync(path('target'), path('link'));
    await writeFileAtomically(path('link'), 'new');
    expect(readFileSync(path('target'), 'utf8')).toBe('new');
    expect(realpathSync(path('link'))).toBe(path('target'));
    expect(statSync(path('target')).mode & 0o777).toBe(0o640);
  });

  it('say why not', async () => {
    await expect(AtomicFile.create(directory)).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      problem: 'it is a directory',
    });
    await expect(AtomicFile.create(path('no/f'))).rejects.toMatchObject({ problem: 'there is no such directory' });
  });

  it('clean up what killed runs into the same file left, and nothing else', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const running = await AtomicFile.create(path('f'));
    const [part] = readdirSync(directory);
    expect(part).toMatch(new RegExp(`^\\.f\\.[0-9a-f]{8}-${process.pid}-[0-9a-f]{12}\\.part$`));
    const ofDead = part!.replace(`-${process.pid}-`, `-${dead}-`);
    const kept = [
      part!.replace(/-[0-9a-f]{12}\./, `-${'0'.repeat(12)}.`),
      ofDead.replace('.f.', '.g.'),
      ofDead.replace('.f.', '.f.f.'),
      ofDead.replace(/^\.f\.[0-9a-f]{8}/, '.f.00000000'),
      ofDead.replace(/\.part$/, '.txt'),
      `.f.${dead}.part`,
    ];
    for (const name of [ofDead, ...kept]) writeFileSync(path(name), 'x');
    await writeFileAtomically(path('f'), 'second');
    expect(readdirSync(directory).sort()).toEqual(['f', part, ...kept].sort());
    await running.write('first');
    await running.commit();
    expect(readFileSync(path('f'), 'utf8')).toBe('first');
  });

  it.skipIf(!existsSync('/dev/full'))('tell a failure while writing from a path that cannot be opened', async () => {
    const full = writeFileAtomically('/dev/full', 'x');
    await expect(full).rejects.toBeInstanceOf(OutputFailed);
    await expect(full).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      problem: 'the disk is full',
      location: { file: '/dev/full' },
    });
    await expect(AtomicFile.create(path('no/f'))).rejects.not.toBeInstanceOf(OutputFailed);
  });

  it.skipIf(process.platform === 'win32')('write to devices as they are', async () => {
    await writeFileAtomically('/dev/null', 'x');
    expect(statSync('/dev/null').isFile()).toBe(false);
  });
});

describe('progress', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  function progressOf(
    options: { tty?: boolean; env?: Record<string, string> },
    flags: ConstructorParameters<typeof Diagnostics>[1] = {},
  ) {
    vi.useFakeTimers({ toFake: ['performance'] });
    const terminal = fakeTerminal(options);
    const diagnostics = new Diagnostics(terminal, flags);
    const state = () => ({ text: '5 contexts', fraction: 0.5 });
    diagnostics.progress(state);
    expect(terminal.stderr.text).toBe('');
    vi.advanceTimersByTime(1500);
    diagnostics.progress(state);
    diagnostics.progress(state);
    diagnostics.note('note');
    return terminal.stderr.text;
  }

  it('is one line that gives way to messages, on a terminal and after a second only', () => {
    const clear = '\r\u001b[2K';
    expect(progressOf({ tty: true })).toBe(`${clear}██████████░░░░░░░░░░  50 % 5 contexts${clear}note\n`);
  });

  it.each([
    ['a pipe', {}, {}],
    ['NO_COLOR', { tty: true, env: { NO_COLOR: '1' } }, {}],
    ['CI', { tty: true, env: { CI: 'true' } }, {}],
    ['a dumb terminal', { tty: true, env: { TERM: 'dumb' } }, {}],
    ['results on the same terminal', { tty: true }, { shareTerminal: true }],
  ])('is not shown with %s', (_, options, flags) => {
    expect(progressOf(options, flags)).toBe('note\n');
  });

  it('and notes are not shown when quiet', () => {
    expect(progressOf({ tty: true }, { quiet: true })).toBe('');
  });
});

describe('terminal columns', () => {
  it.each([
    [{ columns: 120 }, 120],
    [{ columns: 20 }, 50],
    [{ columns: 900 }, 200],
    [{ env: { COLUMNS: '77' } }, 77],
    [{ env: { COLUMNS: 'wide' } }, 100],
    [{}, 100],
  ])('%j: %i', (options, expected) => {
    const { stdout, env } = fakeTerminal(options);
    expect(columnsOf(stdout, env)).toBe(expected);
  });
});

describe('report collector', () => {
  it('keeps the graphs of the most suspicious contexts and lets the others go', async () => {
    const guard = await fakeServices().createGuard({});
    const collector = new ReportCollector({ entries: 9, graphs: 2 });
    for (let i = 0; i < 12; i++) {
      const context = {
        id: `c${i}`,
        query: 'q',
        score: ((i * 5) % 12) / 12,
        label: 'benign',
        documents: [{ text: 'a', title: 't' }, { text: 'b' }],
      };
      collector.result({ ...fakeResult(context), graph: { nodes: [], edges: [] } }, context, 'benign');
    }
    const input = collector.input(guard, { title: 't', version: '1' });
    expect(collector.leftOut).toBe(3);
    expect(input.entries).toHaveLength(9);
    const score = (e: (typeof input.entries)[number]) => (e.ok ? (e.result.score ?? 0) : 0);
    const kept = input.entries.filter((e) => e.ok && e.result.graph);
    expect(kept.length).toBeLessThanOrEqual(3);
    const top = [...input.entries].sort((a, b) => score(b) - score(a)).slice(0, 2);
    for (const entry of top) expect(kept).toContain(entry);
    expect(input.entries[0]).toMatchObject({ query: 'q', label: 'benign', documents: [{ title: 't' }, {}] });
    expect(input.profile).toMatchObject({
      name: 'fake',
      detector: 'hybrid',
      distributions: { hybrid: [0.1, 0.2, 0.3] },
    });
  });
});
