import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseOverwriting } from '../../src/cli/commands/refuse-overwriting.ts';
import { runProgram } from '../../src/cli/program.ts';
import { fakeServices } from './fake-services.ts';
import { fakeTerminal } from './streams.ts';

let directory: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'topoguard-roles-')));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const path = (name: string) => join(directory, name);

/** Other spellings of a path in the directory. */
const spellings: [name: string, spell: (name: string) => string][] = [
  ['as it is', path],
  ['with a dot', (name) => `${directory}/./${name}`],
  ['through its parent', (name) => `${directory}/inner/../${name}`],
  ['relative', (name) => relative(process.cwd(), path(name))],
  ['through a linked directory', (name) => `${directory}/linked/${name}`],
];
function withDirectories(): void {
  mkdirSync(path('inner'));
  symlinkSync(directory, path('linked'), 'junction');
}

describe('two roles on one file', () => {
  const refusal = { code: 'OPTION_INVALID', problem: expect.stringMatching(/^--b and .* are the same file/) };

  it.each(spellings)('are refused however the path is spelled, there already or not: %s', async (_, spell) => {
    withDirectories();
    writeFileSync(path('there'), '');
    for (const name of ['there', 'not-there-yet']) {
      await expect(refuseOverwriting([['--a', path(name)]], [['--b', spell(name)]])).rejects.toMatchObject(refusal);
      await expect(
        refuseOverwriting(
          [],
          [
            ['--a', spell(name)],
            ['--b', path(name)],
          ],
        ),
      ).rejects.toMatchObject(refusal);
    }
  });

  it.skipIf(process.platform === 'win32')('are refused through a symbolic link', async () => {
    writeFileSync(path('file'), '');
    symlinkSync(path('file'), path('link'));
    await expect(refuseOverwriting([['--a', path('file')]], [['--b', path('link')]])).rejects.toMatchObject(refusal);
  });

  it('are no matter where both are read, or where it is no file', async () => {
    writeFileSync(path('file'), '');
    const inputs = [
      ['--a', path('file')],
      ['--b', path('file')],
      ['--c', '-'],
      ['--d', undefined],
    ] as const;
    const outputs = [
      ['--e', '/dev/null'],
      ['--f', '/dev/null'],
      ['--g', '-'],
      ['--h', undefined],
      ['--i', path('other')],
      ['--j', path('another')],
    ] as const;
    await expect(refuseOverwriting(inputs, outputs)).resolves.toBeUndefined();
  });

  it('are no matter where one of them lies in a directory that is not there', async () => {
    await expect(refuseOverwriting([['--a', path('x')]], [['--b', path('none/x')]])).resolves.toBeUndefined();
  });
});

/** Every option that reads a file, for every command that writes one; `@` stands for the file that is both. */
const clashes: [name: string, args: string[]][] = [
  ['screen', ['screen', '@', '-o', '@']],
  ['screen', ['screen', '@', '--report', '@']],
  ['screen', ['screen', 'in', '--profile', '@', '-o', '@']],
  ['screen', ['screen', 'in', '--profile', '@', '--report', '@']],
  ['screen', ['screen', 'in', '--document-frequencies', '@', '-o', '@']],
  ['screen', ['screen', 'in', '--document-frequencies', '@', '--report', '@']],
  ['screen', ['screen', 'in', '-o', '@', '--report', '@']],
  ['screen', ['screen', '-', '-o', '@', '--report', '@']],
  ['calibrate', ['calibrate', '@', '-o', '@']],
  ['calibrate', ['calibrate', 'in', '--reference', '@', '-o', '@']],
  ['calibrate', ['calibrate', 'in', '--document-frequencies', '@', '-o', '@']],
  ['profile merge', ['profile', 'merge', '@', 'in', '-o', '@']],
  ['profile merge', ['profile', 'merge', 'in', 'in', '@', '-o', '@']],
];

describe('commands that write', () => {
  beforeEach(withDirectories);
  const content = '{"id": "kept", "documents": [{"text": "a"}, {"text": "b"}]}\n';

  async function refused(args: string[], shared: string): Promise<void> {
    const services = fakeServices();
    const terminal = fakeTerminal({ input: content });
    const code = await runProgram(args, terminal, services);
    expect([code, terminal.stdout.text]).toEqual([2, '']);
    expect(terminal.stderr.text).toMatch(
      /^error OPTION_INVALID .* are the same file, .*Give each a file of its own\n$/,
    );
    expect(terminal.stderr.text).toContain(shared);
    expect(services.guards).toEqual([]);
  }

  it.each(clashes)('%s refuses %j, and leaves the file as it was', async (_, args) => {
    writeFileSync(path('in'), content);
    for (const [, spell] of spellings) {
      writeFileSync(path('shared'), content);
      let seen = 0;
      const spelled = args.map((a) => (a === 'in' ? path('in') : a === '@' ? (seen++ ? spell : path)('shared') : a));
      await refused(spelled, 'shared');
      expect(readFileSync(path('shared'), 'utf8')).toBe(content);
      expect(readdirSync(directory).sort()).toEqual(['in', 'inner', 'linked', 'shared']);
    }
  });

  it.each(spellings.slice(1))(
    'screen refuses results and report in one file that is not there yet: %s',
    async (_, spell) => {
      writeFileSync(path('in'), content);
      await refused(['screen', path('in'), '-o', spell('new.json'), '--report', path('new.json')], 'new.json');
      expect(readdirSync(directory).sort()).toEqual(['in', 'inner', 'linked']);
    },
  );

  it.each(['vectors.f32', 'vectors.sentences.json.gz'])('screen and calibrate do not write over %s', async (name) => {
    writeFileSync(path('in'), content);
    writeFileSync(path(name), content);
    const encoder = ['--encoder', `precomputed:${path('vectors')}`];
    await refused(['screen', path('in'), ...encoder, '-o', path(name)], name);
    await refused(['screen', path('in'), ...encoder, '--report', path(name)], name);
    await refused(['calibrate', path('in'), ...encoder, '-o', path(name)], name);
    expect(readFileSync(path(name), 'utf8')).toBe(content);
  });
});
