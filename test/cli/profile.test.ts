import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Profile, parseProfile, profileText, scoreSample, sealProfile } from '../../src/calibration/index.ts';
import { runProgram } from '../../src/cli/program.ts';
import { TopoGuardError } from '../../src/errors/index.ts';
import { fakeServices, PROFILE } from './fake-services.ts';
import { fakeTerminal } from './streams.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'topoguard-profile-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const services = () => fakeServices({ parseProfile: async (value, source) => parseProfile(value, source) });

async function run(args: string[], used = services()) {
  const terminal = fakeTerminal({});
  const code = await runProgram(['profile', ...args], terminal, used);
  return { code, out: terminal.stdout.text, err: terminal.stderr.text };
}

/** Writes a profile over these scores and gives its path. */
function written(name: string, scores: number[], more: Partial<Profile> = {}): string {
  const { hash: _, thresholds: __, ...content } = PROFILE;
  const groups = [{ documents: 2, sentences: 6, ...scoreSample(scores) }];
  const profile = sealProfile({ ...content, name, generic: false, fpr: 0.1, count: scores.length, groups, ...more });
  const path = join(directory, `${name}.json`);
  writeFileSync(path, profileText(profile));
  return path;
}

const range = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);

describe('profile show', () => {
  it('tells what the profile was made with, what it covers, and its thresholds', async () => {
    const path = written('desk', range(30));
    const { code, out, err } = await run(['show', path]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/desk: hybrid at 10 % false positives, encoder static:fake/);
    expect(out).toMatch(/sha256 +[0-9a-f]{64}/);
    expect(out).toMatch(/covers +1 shape: 2 documents, 3 sentences a document/);
    expect(out).toMatch(/scores +30 kept of 30, ranks exact/);
    expect(out).toMatch(/2 +6 +30 +27\.000/);
  });

  it('as JSON gives facts without the scores', async () => {
    const path = written('desk', range(9000), {
      groups: [{ documents: 2, sentences: 6, ...scoreSample(range(9000), 100) }],
    });
    const { out } = await run(['show', path, '--json']);
    const facts = JSON.parse(out);
    expect(facts).toMatchObject({
      name: 'desk',
      fpr: 0.1,
      guarantee: 'marginal',
      groups: [{ count: 9000, kept: 100 }],
    });
    expect(facts.groups[0].rankUncertainty).toBeGreaterThan(0);
    expect(out.length).toBeLessThan(2_500);
  });
});

describe('profile check', () => {
  it('verifies the content, then that a guard takes it', async () => {
    const used = services();
    const { code, out } = await run(['check', written('desk', range(30)), '-k', '4'], used);
    expect(code).toBe(0);
    expect(out).toMatch(
      /content: ok \(version 2, sha256 [0-9a-f]{64}\)\nguard: ok \(detector hybrid, encoder static:fake\)/,
    );
    expect(used.guards).toMatchObject([{ k: 4, profile: { name: 'desk' } }]);
    expect(used.closed).toBe(1);
  });

  it('says that the encoder is to be named where it is not the bundled one', async () => {
    const path = written('desk', range(30), { encoder: { id: 'openai:model', dimension: 3, fingerprint: 'f' } });
    const used = services();
    expect((await run(['check', path], used)).out).toMatch(
      /guard: not checked; name the encoder of openai:model with --encoder/,
    );
    expect(used.guards).toEqual([]);
    await run(['check', path, '--encoder', 'openai:model'], used);
    expect(used.guards).toMatchObject([{ encoder: { id: 'openai:model' } }]);
  });

  it('2 where the content was changed, or a guard refuses it', async () => {
    const path = written('desk', range(30));
    writeFileSync(path, readFileSync(path, 'utf8').replace('"threshold":27', '"threshold":28'));
    const changed = await run(['check', path]);
    expect(changed.code).toBe(2);
    expect(changed.err).toMatch(/^error PROFILE_INVALID .*desk\.json, hash: .*changed after it was written/);
    const used = services();
    used.createGuard = async () => {
      throw new TopoGuardError('PROFILE_MISMATCH', 'calibrated with another k');
    };
    expect((await run(['check', written('other', range(30))], used)).code).toBe(2);
  });
});

describe('profile merge', () => {
  it('writes the profile of all shards', async () => {
    const output = join(directory, 'all.json');
    const files = [written('a', range(20)), written('b', range(20, 20)), written('c', range(20, 40))];
    const { code, out, err } = await run(['merge', ...files, '-o', output]);
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/m = 60 benign contexts/);
    const merged = parseProfile(JSON.parse(readFileSync(output, 'utf8')), output);
    expect(merged).toMatchObject({ name: 'a + b + c', count: 60, groups: [{ count: 60, scores: range(60) }] });
    expect(await run(['merge', ...files, '-o', '-', '--quiet'])).toEqual({
      code: 0,
      out: readFileSync(output, 'utf8'),
      err: '',
    });
  });

  it('2 and no file where they do not belong together, or there is one only', async () => {
    const [a, b] = [written('a', range(20)), written('b', range(20), { fpr: 0.2 })];
    const before = readdirSync(directory).length;
    const output = join(directory, 'all.json');
    const { code, err } = await run(['merge', a, b, '-o', output]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /PROFILE_MISMATCH fpr: profiles a and b cannot be merged: fpr is 0\.1 in the first and 0\.2 in the second/,
    );
    expect((await run(['merge', a, '-o', output])).code).toBe(2);
    expect(readdirSync(directory)).toHaveLength(before);
  });
});

describe('profile diff', () => {
  it('shows settings, thresholds and the distance of the distributions', async () => {
    const [a, b] = [written('a', range(30)), written('b', range(30, 15), { entities: 'compromise' })];
    const { code, out } = await run(['diff', a, b]);
    expect(code).toBe(0);
    expect(out).toMatch(/entities: proper-noun → compromise/);
    expect(out).toMatch(/2 +6 +30 → 30 +27\.000 → 42\.000 +0\.500/);
    expect(JSON.parse((await run(['diff', a, b, '--json'])).out)).toMatchObject({
      same: false,
      shapes: [{ distance: 0.5 }],
    });
    expect((await run(['diff', a, a])).out).toBe('the profiles are the same\n');
  });
});

describe('usage', () => {
  it.each([
    [[], /^Usage: topoguard profile/],
    [['shw', 'x'], /unknown command 'shw'\n\(Did you mean show\?\)/],
    [
      ['merge', 'x', 'y'],
      /required option '-o, --output <file>' not specified\n\(?topoguard profile merge --help|required option/,
    ],
    [['diff', 'x'], /missing required argument 'second'/],
  ])('%j: 2', async (args, message) => {
    const { code, err } = await run(args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('calibrate hands its options on', async () => {
    const seen: unknown[] = [];
    const used = services();
    const { calibrate } = used;
    used.calibrate = (contexts, { onProgress: _, onSkip: __, ...options }) => {
      seen.push(options);
      return calibrate(contexts, options);
    };
    const reference = written('first', range(20));
    const lines = range(3).map((id) => JSON.stringify({ id, documents: [{ text: 'a' }, { text: 'b' }] }));
    const terminal = fakeTerminal({ input: lines.join('\n') });
    const args = [
      'calibrate',
      '-',
      '--guarantee',
      'pac',
      '--contamination',
      '0.02',
      '--reference',
      reference,
      '-o',
      '-',
    ];
    expect(await runProgram(args, terminal, used)).toBe(0);
    expect(seen).toMatchObject([{ guarantee: 'pac', contamination: 0.02, reference: { name: 'first' } }]);
    const wrong = fakeTerminal({ input: '' });
    expect(await runProgram(['calibrate', '-', '--contamination', '0.5', '-o', '-'], wrong, used)).toBe(2);
    expect(wrong.stderr.text).toMatch(/number from 0 to 0\.1/);
  });
});
