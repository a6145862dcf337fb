import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TopoGuardError } from '../errors/index.ts';

let root: string | undefined;

/** Directory of the installed package, from wherever this module was bundled to. Node only. */
export function packageRoot(): string {
  root ??= findRoot();
  return root;
}

function findRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(directory, 'package.json');
    if (
      existsSync(manifest) &&
      (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'topoguard'
    ) {
      return directory;
    }
    const parent = dirname(directory);
    if (parent === directory) {
      throw new TopoGuardError('FILE_UNREADABLE', 'the files of the topoguard package are not beside its code', {
        remedy: 'Leave topoguard out of the server bundle (mark it external), so that it finds its assets and addon',
      });
    }
    directory = parent;
  }
}
