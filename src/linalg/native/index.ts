import { createRequire } from 'node:module';
import type { Backend } from '../backend.ts';
import { ADDON_INTERFACE, type Addon } from './addon.ts';
import { nativeBackend } from './backend.ts';
import { type Candidate, findCandidates } from './locate.ts';

/** What came of loading the addon: a backend with its path and version, or the reason why there is none. */
export interface NativeLoad {
  backend?: Backend;
  path?: string;
  /** Eigen, compiler, build type and instruction set of the addon. */
  version?: string;
  /** Every candidate that was tried, with what was wrong with it. */
  reason?: string;
}

/** Loads the C++ addon: the one built on this machine, else a prebuilt one for its platform. Never throws. */
export function loadNative(candidates: readonly Candidate[] = findCandidates(import.meta.url)): NativeLoad {
  const reasons: string[] = [];
  const require = createRequire(import.meta.url);
  for (const { path, reason } of candidates) {
    if (path === undefined) {
      reasons.push(reason);
      continue;
    }
    try {
      const addon = require(path) as Addon;
      const problem = mismatch(addon);
      if (problem === undefined) return { backend: nativeBackend(addon), path, version: describe(addon) };
      reasons.push(`${path} ${problem}`);
    } catch (thrown) {
      reasons.push(
        `${path} does not load: ${thrown instanceof Error ? thrown.message.split('\n')[0] : String(thrown)}`,
      );
    }
  }
  return { reason: reasons.join('; ') };
}

function mismatch(addon: Partial<Addon> | undefined): string | undefined {
  if (addon?.version?.interface === ADDON_INTERFACE) return undefined;
  return `is of another version of this package (interface ${addon?.version?.interface}, not ${ADDON_INTERFACE}): build it again`;
}

function describe({ version }: Addon): string {
  return `Eigen ${version.eigen}, ${version.compiler}, ${version.buildType}, ${version.instructionSet}`;
}
