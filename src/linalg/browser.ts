import type { BackendInfo } from './backend.ts';
import { BACKEND_VARIABLE, type BackendLoaders, chooseBackend, type ResolvedBackend } from './choose.ts';
import { jsBackend } from './js/index.ts';

const loaders: BackendLoaders = {
  native: () => ({ reason: 'browsers and edge runtimes load no addon' }),
  js: () => ({ backend: jsBackend }),
  reference: () => ({ reason: 'the reference backend is left out of the browser build' }),
};

/**
 * The backend to use outside Node: always js. Same contract as the Node entry, so that a forced choice of another backend
 * is an error here and never a silent change.
 *
 * @throws TopoGuardError OPTION_INVALID for an unknown name, BACKEND_UNAVAILABLE for 'native' and 'reference'
 */
export function resolveBackend(option?: string): ResolvedBackend {
  return chooseBackend(loaders, option, environmentVariable(BACKEND_VARIABLE));
}

/** Which backend `resolveBackend` picks, how, and why not another. Throws as it does. */
export function backendInfo(option?: string): BackendInfo {
  return resolveBackend(option).info;
}

/** Edge runtimes may have no process, or one that refuses to be read. */
function environmentVariable(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
    return process?.env?.[name];
  } catch {
    return undefined;
  }
}

export * from './analysis-layout.ts';
export * from './backend.ts';
export type { ResolvedBackend } from './choose.ts';
export { jsBackend } from './js/index.ts';
