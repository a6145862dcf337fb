import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TopoGuardError } from '../errors/index.ts';

const NAME = 'topoguard';

let root: string | undefined;

/**
 * Directory of the installed package, from wherever this module was bundled to. Node only.
 *
 * @throws TopoGuardError FILE_UNREADABLE where the code was bundled away from the package's files
 */
export function packageRoot(): string {
  root ??= findPackageRoot(fileURLToPath(import.meta.url));
  if (root !== undefined) return root;
  throw new TopoGuardError('FILE_UNREADABLE', `the files of the ${NAME} package are not beside its code`, {
    remedy: `Leave ${NAME} out of the server bundle (mark it external), so that it finds its assets and addon`,
  });
}

/** The nearest folder above `file` whose package.json is this package's. */
export function findPackageRoot(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (packageName(join(folder, 'package.json')) === NAME) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function packageName(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name;
  } catch {
    return undefined;
  }
}
