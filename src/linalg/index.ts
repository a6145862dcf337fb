import type { BackendInfo } from './backend.ts';
import {
  BACKEND_VARIABLE,
  type BackendLoaders,
  chooseBackend,
  type LoadOutcome,
  type ResolvedBackend,
} from './choose.ts';
import { jsBackend } from './js/index.ts';
import { loadNative } from './native/index.ts';
import { referenceBackend } from './reference/index.ts';

let native: LoadOutcome | undefined;

const loaders: BackendLoaders = {
  native: () => {
    native ??= loadNative();
    return native;
  },
  js: () => ({ backend: jsBackend }),
  reference: () => ({ backend: referenceBackend }),
};

/**
 * The backend to use in Node: `option`, else TOPOGUARD_BACKEND, else native where its addon loads, else js.
 *
 * @throws TopoGuardError OPTION_INVALID for an unknown name, BACKEND_UNAVAILABLE where a named one does not load
 */
export function resolveBackend(option?: string): ResolvedBackend {
  return chooseBackend(loaders, option, process.env[BACKEND_VARIABLE]);
}

/** Which backend `resolveBackend` picks, how, and why not another. Throws as it does. */
export function backendInfo(option?: string): BackendInfo {
  return resolveBackend(option).info;
}

export * from './analysis-layout.ts';
export * from './backend.ts';
export type { ResolvedBackend } from './choose.ts';
export { jsBackend } from './js/index.ts';
