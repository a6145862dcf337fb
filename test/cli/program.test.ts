import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeServices } from '../../src/cli/node-services.ts';
import { runProgram } from '../../src/cli/program.ts';
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

async function run(
  args: string[],
  input?: string,
  options: Parameters<typeof fakeTerminal>[0] = {},
  services = fakeServices(),
) {
  const terminal = fakeTerminal({ ...(input === undefined ? {} : { input }), ...options });
  const code = await runProgram(args, terminal, services);
  return { code, out: terminal.stdout.text, err: terminal.stderr.text };
}

describe('usage', () => {
  it('prints the version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, out: '9.8.7\n', err: '' });
  });

  it.each([[['--help']], [['screen', '--help']], [['calibrate', '--help']], [['doctor', '--help']]])(
    '%j: help with exit codes',
    async (args) => {
      const { code, out } = await run(args, undefined, { columns: 80 });
      expect(code).toBe(0);
      expect(out).toMatch(/^Usage: topoguard/);
      expect(out).toMatch(/Exit codes/);
    },
  );

  it('without a command prints help to standard error and is a usage error', async () => {
    const { code, out, err } = await run([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Usage: topoguard/);
  });

  it.each([
    [['scren', 'x'], /unknown command 'scren'\n\(Did you mean screen\?\)/],
    [['screen', 'x', '--detectr', 'y'], /unknown option '--detectr'\n\(Did you mean --detector\?\)/],
    [['calibrate', 'x'], /required option '-o, --output <file>' not specified/],
    [['screen'], /missing required argument 'file'/],
    [['screen', 'x', '-k', '2.5'], /whole number of at least 1/],
    [['screen', 'x', '--alpha', 'much'], /number from 0 to 1/],
    [['screen', 'x', '--backend', '\u001b[2J'], /argument '\\x1b\[2J' is invalid/],
  ])('%j: 2', async (args, message) => {
    const { code, err } = await run(args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('calibrate', () => {
  const benign = (id: number) => JSON.stringify({ id: `b${id}`, documents: [{ text: 'a' }, { text: 'b' }] });
  const attack = JSON.stringify({ id: 'x', label: 'attack', documents: [{ text: 'a' }, { text: 'b' }] });

  it('writes the profile and reports m, thresholds and bounds', async () => {
    const output = join(directory, 'p.json');
    const { code, out, err } = await run(
      ['calibrate', '-', '--name', 'desk', '-o', output],
      [1, 2, 3].map(benign).join('\n'),
    );
    expect([code, out]).toEqual([0, '']);
    expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject({ name: 'desk', count: 3 });
    expect(err).toMatch(/m = 3 benign contexts/);
    expect(err).toMatch(/2 +6 +99 +0\.5000 +3 %/);
    expect(err).toMatch(/3 +9 +21 +0\.6100 +12\.3 %/);
  });

  it('leaves out labelled attacks and says so; that alone is no failure', async () => {
    const { code, err, out } = await run(
      ['calibrate', '-', '-o', '-'],
      [benign(1), attack, benign(2), benign(3), attack].join('\n'),
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).count).toBe(3);
    expect(err).toMatch(/warning 2 contexts labelled attack left out/);
  });

  it('names what it skipped by line, and the exit code tells', async () => {
    const lines = [
      '{bad',
      benign(1),
      '{"documents": [{"text": "a"}]}',
      benign(2),
      attack,
      '',
      '{"documents": []}',
      benign(3),
    ];
    const { code, err } = await run(['calibrate', '-', '-o', join(directory, 'p.json')], lines.join('\n'));
    expect(code).toBe(3);
    expect(err).toMatch(/error JSON_INVALID <stdin>:1:/);
    expect(err).toMatch(/error CONTEXT_INVALID <stdin>:3: fewer than two documents/);
    expect(err).toMatch(/error CONTEXT_INVALID <stdin>:7: fewer than two documents/);
    expect(err).toMatch(/m = 3 benign contexts \(1 labelled attack left out, 3 skipped\)/);
  });

  it('names twenty and counts the rest', async () => {
    const lines = [...Array.from({ length: 30 }, () => '{'), ...[1, 2, 3].map(benign)];
    const { err } = await run(['calibrate', '-', '-o', join(directory, 'p.json')], lines.join('\n'));
    expect(err.match(/error JSON_INVALID/g)).toHaveLength(20);
    expect(err).toMatch(/warning 10 more contexts skipped/);
  });

  it('too few: 2, and no file', async () => {
    const { code, err } = await run(
      ['calibrate', '-', '-o', join(directory, 'p.json')],
      [benign(1), attack].join('\n'),
    );
    expect(code).toBe(2);
    expect(err).toMatch(/1 context labelled attack left out/);
    expect(err).toMatch(/error CALIBRATION_TOO_SMALL 1 benign contexts could be used/);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('gives rate and options on', async () => {
    const seen: unknown[] = [];
    const services = fakeServices();
    const { calibrate } = services;
    services.calibrate = (contexts, options) => {
      const { onProgress: _, onSkip: __, ...given } = options;
      seen.push(given);
      return calibrate(contexts, options);
    };
    const file = join(directory, 'traffic.jsonl');
    writeFileSync(file, [1, 2, 3].map(benign).join('\n'));
    await run(
      ['calibrate', file, '--fpr', '0.05', '--detector', 'hybrid', '-k', '3', '-o', '-'],
      undefined,
      {},
      services,
    );
    expect(seen).toEqual([{ fpr: 0.05, detector: 'hybrid', k: 3, name: 'traffic.jsonl' }]);
  });
});

describe('doctor', () => {
  it('screens end to end, tells of what is missing and why, and exits 0', async () => {
    const { code, out } = await run(['doctor'], undefined, { env: { OPENAI_API_KEY: 'sk-very-secret' } });
    expect(code).toBe(0);
    expect(out).toMatch(/backend native: not used: there is no prebuilt addon/);
    expect(out).toMatch(/backend js: used \(chosen: automatic\)/);
    expect(out).toMatch(/screening, hybrid: pass, score 0\.0000/);
    expect(out).toMatch(/assets\/table\.bin: 12\.3 kB/);
    expect(out).toMatch(/some-package: not installed/);
    expect(out).toMatch(/OPENAI_API_KEY is set/);
    expect(out).not.toMatch(/very-secret/);
    expect(out).toMatch(/The default guard works\./);
  });

  it('exits 1 with the reason when the default guard cannot be made', async () => {
    const services = fakeServices({
      createGuard: async () => {
        throw new TopoGuardError('FILE_UNREADABLE', 'the token table is not there', { remedy: 'Install again' });
      },
    });
    const { code, out } = await run(['doctor', '--json'], undefined, {}, services);
    expect(code).toBe(1);
    const { works, version, checks } = JSON.parse(out);
    expect([works, version]).toEqual([false, '9.8.7']);
    expect(checks).toContainEqual({
      name: 'default guard',
      status: 'failed',
      detail: 'FILE_UNREADABLE: the token table is not there',
      remedy: 'Install again',
    });
  });

  it('fails when backends disagree', async () => {
    const services = fakeServices();
    const { createGuard } = services;
    services.createGuard = async (options) => {
      const guard = await createGuard(options);
      if (options.backend === 'js') return guard;
      return {
        ...guard,
        backendInfo: { ...guard.backendInfo, backend: 'native' },
        screen: async (context) => ({ ...(await guard.screen(context)), score: 0.001 }),
      };
    };
    const { code, out } = await run(['doctor'], undefined, {}, services);
    expect(code).toBe(1);
    expect(out).toMatch(/FAIL native against js: scores differ by 1\.0e-3/);
  });
});

describe('a language tag that is none', () => {
  const contexts = Array.from({ length: 30 }, (_, i) => benignContext(i)).join('\n');
  function benignContext(i: number): string {
    return JSON.stringify({ id: `b${i}`, documents: [{ text: 'One bridge.' }, { text: 'One mayor.' }] });
  }

  it.each([
    ['screen', ['screen', 'FILE']],
    ['screen into a file', ['screen', 'FILE', '-o', 'OUT']],
    ['calibrate', ['calibrate', 'FILE', '-o', 'OUT']],
    ['certify', ['certify', 'FILE', 'FILE']],
  ])('is one usage error of %s, before anything is screened', async (_, args) => {
    const file = join(directory, 'in.jsonl');
    writeFileSync(file, contexts);
    for (const locale of ['xx!!', '', 'de_AT', 'x']) {
      const named = args.map((a) => (a === 'FILE' ? file : a === 'OUT' ? join(directory, 'out') : a));
      const terminal = fakeTerminal({});
      const code = await runProgram([...named, '--locale', locale], terminal, nodeServices);
      expect([code, terminal.stdout.text]).toEqual([2, '']);
      expect(terminal.stderr.text).toMatch(/^error OPTION_INVALID .*locale.*\n$/);
      expect(readdirSync(directory)).toEqual(['in.jsonl']);
    }
  });
});

describe('help', () => {
  it.each([
    ['screen', /default: the\s+profile’s\)/],
    ['calibrate', /default: that of\s+--reference, else composite\)/],
    ['certify', /default: spectral-gap\)/],
  ])('%s tells which detector it takes without --detector', async (command, expected) => {
    const { out } = await run([command, '--help'], undefined, { columns: 200 });
    const detector = out.slice(out.indexOf('--detector'), out.indexOf('--backend'));
    expect(detector.replace(/\s+/g, ' ')).toMatch(expected);
  });
});
