import { TopoGuardError } from '../errors/index.ts';
import type { Backend, BackendInfo, BackendName } from './backend.ts';

const NAMES: readonly BackendName[] = ['native', 'js', 'reference'];

/** The environment variable that chooses a backend where no option does. */
export const BACKEND_VARIABLE = 'TOPOGUARD_BACKEND';

/** What came of trying to load a backend. */
export interface LoadOutcome {
  backend?: Backend;
  path?: string;
  version?: string;
  /** Why it did not load. */
  reason?: string;
}

/** How each backend is loaded here; a loader never throws. */
export type BackendLoaders = Readonly<Record<BackendName, () => LoadOutcome>>;

export interface ResolvedBackend {
  backend: Backend;
  info: BackendInfo;
}

/**
 * Picks a backend: the option where given, else the environment variable where set, else native, then js.
 *
 * @throws TopoGuardError OPTION_INVALID for an unknown name; BACKEND_UNAVAILABLE when a backend was asked for by name and
 *   did not load. The automatic choice does not throw.
 */
export function chooseBackend(loaders: BackendLoaders, option?: string, environment?: string): ResolvedBackend {
  if (option !== undefined) return forced(loaders, asName(option, 'backend'), 'option');
  if (environment !== undefined && environment !== '') {
    return forced(loaders, asName(environment, BACKEND_VARIABLE), BACKEND_VARIABLE);
  }
  const tried: BackendInfo['tried'] = [];
  for (const name of ['native', 'js'] as const) {
    const backend = attempt(loaders, name, tried);
    if (backend) return { backend, info: { backend: name, chosenBy: 'automatic', tried } };
  }
  throw unavailable('js', tried);
}

function asName(value: string, field: string): BackendName {
  const name = NAMES.find((known) => known === value);
  if (name !== undefined) return name;
  throw new TopoGuardError('OPTION_INVALID', `unknown backend ${JSON.stringify(value)}`, {
    location: { field },
    remedy: `Use one of ${NAMES.join(', ')}, or leave it unset for the fastest that loads`,
  });
}

function forced(
  loaders: BackendLoaders,
  name: BackendName,
  chosenBy: 'option' | typeof BACKEND_VARIABLE,
): ResolvedBackend {
  const tried: BackendInfo['tried'] = [];
  const backend = attempt(loaders, name, tried);
  if (!backend) throw unavailable(name, tried);
  return { backend, info: { backend: name, chosenBy, tried } };
}

function attempt(loaders: BackendLoaders, name: BackendName, tried: BackendInfo['tried']): Backend | undefined {
  const { backend, ...outcome } = loaders[name]();
  tried.push({ backend: name, loaded: backend !== undefined, ...outcome });
  return backend;
}

function unavailable(name: BackendName, tried: BackendInfo['tried']): TopoGuardError {
  const reasons = tried.map((candidate) => candidate.reason ?? 'no reason given').join('; ');
  return new TopoGuardError('BACKEND_UNAVAILABLE', `backend '${name}' did not load: ${reasons}`, {
    remedy:
      name === 'native'
        ? "Run 'npm run build:native' (needs CMake and a C++17 compiler), or use backend 'js'"
        : "Use backend 'js'",
  });
}
