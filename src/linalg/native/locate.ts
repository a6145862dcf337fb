import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackageRoot } from '../../package-files/index.ts';

const NAME = 'topoguard';

/** What pkg-prebuilds exports beside its types: the path of the prebuilt binary for this machine, or null. */
interface PrebuildFinder {
  resolve(
    root: string,
    options: { name: string; napi_versions: number[] },
    prebuildsOnly: boolean,
    throws: boolean,
  ): string | null;
}

/** A binary that may be there, or the reason why there is none of its kind. */
export type Candidate = { path: string; reason?: never } | { path?: never; reason: string };

/** Where the addon may be, best first: built on this machine, then prebuilt for its platform. Never throws. */
export function findCandidates(moduleUrl: string): Candidate[] {
  if (!moduleUrl.startsWith('file:')) return [{ reason: `no files beside ${moduleUrl.split(':')[0]}: modules` }];
  const root = findPackageRoot(fileURLToPath(moduleUrl));
  if (root === undefined) return [{ reason: `no package.json of ${NAME} above the module that loads the addon` }];
  return candidatesIn(root);
}

/** The candidates of a package folder. */
export function candidatesIn(root: string): Candidate[] {
  const built = join(root, 'build', 'Release', `${NAME}.node`);
  return [existsSync(built) ? { path: built } : { reason: `${built} does not exist` }, prebuilt(root)];
}

function prebuilt(root: string): Candidate {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(join(root, 'package.json'));
    const { binary } = require('./package.json') as { binary: { napi_versions: number[] } };
    const { resolve } = require('pkg-prebuilds') as PrebuildFinder;
    const path = resolve(root, { name: NAME, ...binary }, true, false);
    return path ? { path } : { reason: `no prebuilt addon for ${platform}` };
  } catch (thrown) {
    return {
      reason: `no prebuilt addon for ${platform} (${thrown instanceof Error ? thrown.message.split('\n')[0] : thrown})`,
    };
  }
}
