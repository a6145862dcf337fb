import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TopoGuardError } from '../../errors/index.ts';
import type { ScreeningFlags } from './screening-flags.ts';

/** What a file is to a command, as its messages call it, and its path as given; undefined where the option is not. */
export type FileRole = readonly [role: string, path: string | undefined];

/** Paths that stand for no file of their own: standard input and output, and what swallows everything. */
const NO_FILE: ReadonlySet<string> = new Set(['-', '/dev/null']);

/**
 * Makes sure, before anything is written, that no output would replace an input or another output. Inputs may be one file.
 *
 * @throws TopoGuardError OPTION_INVALID naming both roles
 */
export async function refuseOverwriting(inputs: readonly FileRole[], outputs: readonly FileRole[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const [role, path] of inputs) {
    if (path !== undefined && !NO_FILE.has(path)) seen.set(await identityOf(path), role);
  }
  for (const [role, path] of outputs) {
    if (path === undefined || NO_FILE.has(path)) continue;
    const identity = await identityOf(path);
    const other = seen.get(identity);
    if (other !== undefined) {
      throw new TopoGuardError('OPTION_INVALID', `${role} and ${other} are the same file, ${path}`, {
        remedy: 'Give each a file of its own',
      });
    }
    seen.set(identity, role);
  }
}

/** The files that the options shared by several commands read. */
export function screeningFiles({ documentFrequencies, encoder }: ScreeningFlags): FileRole[] {
  const [kind, ...rest] = encoder?.split(':') ?? [];
  const precomputed = kind === 'precomputed' ? rest.join(':').trim() : undefined;
  return [
    ['--document-frequencies', documentFrequencies],
    ['the vectors of --encoder', precomputed && `${precomputed}.f32`],
    ['the texts of --encoder', precomputed && `${precomputed}.sentences.json.gz`],
  ];
}

/** Where a path leads, whatever it is spelled like; for a file that is not there yet, where it would come to be. */
async function identityOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const directory = await realpath(dirname(path)).catch(() => dirname(path));
    return join(directory, basename(path));
  }
}
