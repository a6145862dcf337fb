import { release } from 'node:os';
import { asTopoGuardError } from '../../errors/index.ts';
import type { Guard } from '../../guard/index.ts';
import type { BackendInfo } from '../../linalg/backend.ts';
import { truncate } from '../output/display-width.ts';
import { formatBytes, formatDuration, formatPercent } from '../output/numbers.ts';
import type { Services } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import { differenceOf, screenSample } from './self-test.ts';

/** `failed`: the default guard does not work; `unavailable`: something optional is not there. */
export type CheckStatus = 'ok' | 'unavailable' | 'failed';

export interface Check {
  /** What was looked at, e.g. `backend native`. */
  name: string;
  status: CheckStatus;
  detail: string;
  remedy?: string;
}

/** Largest difference of a score between backends that is still rounding. */
const TOLERANCE = 1e-9;

/** Looks at everything the default guard rests on and at what is optional. Never throws. */
export async function doctorChecks(services: Services, terminal: Terminal): Promise<Check[]> {
  const checks: Check[] = [
    {
      name: 'topoguard',
      status: 'ok',
      detail: `${services.version}, Node ${process.versions.node}, ${process.platform}-${process.arch}, kernel ${release()}`,
    },
    ...(await backendChecks(services)),
    ...(await fileChecks(services)),
    await staticEncoderCheck(services),
  ];
  let guard: Guard | null = null;
  try {
    guard = await services.createGuard({});
    checks.push(...profileChecks(guard), ...(await screeningChecks(guard, services)));
  } catch (thrown) {
    checks.push(failure('default guard', thrown));
  } finally {
    await guard?.close();
  }
  return [...checks, ...(await transformersChecks(services)), openaiCheck(terminal), PRECOMPUTED];
}

async function backendChecks(services: Services): Promise<Check[]> {
  let info: BackendInfo;
  try {
    info = await services.backendInfo();
  } catch (thrown) {
    return [failure('backend', thrown)];
  }
  return info.tried.map(({ backend, loaded, version, path, reason }) => {
    const used = backend === info.backend ? `used (chosen: ${info.chosenBy})` : 'loads';
    const about = [version, path].filter((part) => part !== undefined).join(', ');
    return {
      name: `backend ${backend}`,
      status: loaded ? 'ok' : 'unavailable',
      detail: (loaded ? [used, about] : ['not used', reason ?? 'no reason given', path ?? ''])
        .filter(Boolean)
        .join(': '),
      ...(!loaded && backend === 'native'
        ? {
            remedy:
              'Results are the same without it, only slower. To build it: npm run build:native (CMake and a C++17 compiler)',
          }
        : {}),
    };
  });
}

async function fileChecks(services: Services): Promise<Check[]> {
  try {
    const files = await services.bundledFiles();
    return files.map(({ name, bytes }) =>
      bytes === null
        ? { name, status: 'failed', detail: 'is missing', remedy: 'Install topoguard again' }
        : { name, status: 'ok', detail: formatBytes(bytes) },
    );
  } catch (thrown) {
    return [failure('bundled files', thrown)];
  }
}

async function staticEncoderCheck(services: Services): Promise<Check> {
  const name = 'encoder static';
  try {
    const encoder = await services.createEncoder('static');
    await encoder.close?.();
    const { id, dimension, fingerprint } = encoder;
    return { name, status: 'ok', detail: `${id}, ${dimension} dimensions, fingerprint ${truncate(fingerprint, 24)}` };
  } catch (thrown) {
    return failure(name, thrown);
  }
}

function profileChecks(guard: Guard): Check[] {
  return [true, false].map((hasQuery) => {
    const { name, detector, fpr, count, generic } = guard.profileFor(hasQuery);
    return {
      name: hasQuery ? 'profile, with query' : 'profile, without query',
      status: 'ok' as const,
      detail: `${name}: ${detector.name} at ${formatPercent(fpr)} false positives, m = ${count}${generic ? ', generic' : ''}`,
      ...(generic ? { remedy: 'Calibrate on your own benign contexts: topoguard calibrate' } : {}),
    };
  });
}

/** Screens a small context with and without a query, and again with the plain-JavaScript backend. */
async function screeningChecks(guard: Guard, services: Services): Promise<Check[]> {
  const checks: Check[] = [];
  const results = await screenSample(guard);
  for (const result of results) {
    const sound = result.verdict !== 'abstain' && result.score !== null && Number.isFinite(result.score);
    checks.push({
      name: `screening, ${result.detector}`,
      status: sound ? 'ok' : 'failed',
      detail: sound
        ? `${result.verdict}, score ${result.score!.toFixed(4)}, in ${formatDuration(result.timings.total)}`
        : `no score for the built-in context: ${result.reason ?? String(result.score)}`,
    });
  }
  if (guard.backendInfo.backend !== 'js') {
    const plain = await services.createGuard({ backend: 'js' });
    try {
      const difference = differenceOf(results, await screenSample(plain));
      checks.push({
        name: `${guard.backendInfo.backend} against js`,
        status: difference <= TOLERANCE ? 'ok' : 'failed',
        detail: `scores differ by ${difference.toExponential(1)} at most`,
        ...(difference <= TOLERANCE ? {} : { remedy: 'Set TOPOGUARD_BACKEND=js and report this' }),
      });
    } finally {
      await plain.close();
    }
  }
  const { size, hits, misses } = guard.cacheStatistics().sentences;
  checks.push({
    name: 'sentence cache',
    status: 'ok',
    detail: `${size} entries, ${hits} hits, ${misses} misses after the screening`,
  });
  return checks;
}

async function transformersChecks(services: Services): Promise<Check[]> {
  const packages = await services.transformersPackages();
  const usable = packages.find((p) => p.reason === undefined);
  const detail = packages
    .map((p) => (p.reason === undefined ? [p.name, p.version].filter(Boolean).join(' ') : `${p.name}: ${p.reason}`))
    .join('; ');
  return [
    {
      name: 'encoder transformers',
      status: usable ? 'ok' : 'unavailable',
      detail,
      ...(usable ? {} : { remedy: 'Optional: npm install @huggingface/transformers' }),
    },
  ];
}

/** Tells whether a key is set, never the key. A service of one's own may need none. */
function openaiCheck({ env }: Terminal): Check {
  const key = `OPENAI_API_KEY is ${env.OPENAI_API_KEY ? 'set' : 'not set'}`;
  const address = `OPENAI_BASE_URL is ${env.OPENAI_BASE_URL ? 'set' : 'not set'}`;
  const name = 'encoder openai';
  if (env.OPENAI_API_KEY || env.OPENAI_BASE_URL)
    return { name, status: 'ok', detail: `${key}, ${address} (not contacted)` };
  return {
    name,
    status: 'unavailable',
    detail: `${key}, ${address}`,
    remedy: 'Optional: set OPENAI_API_KEY, or OPENAI_BASE_URL for a service that needs no key',
  };
}

const PRECOMPUTED: Check = { name: 'encoder precomputed', status: 'ok', detail: 'needs nothing but your vectors' };

function failure(name: string, thrown: unknown): Check {
  const error = asTopoGuardError(thrown, 'DEPENDENCY_MISSING');
  return {
    name,
    status: 'failed',
    detail: `${error.code}: ${error.problem}`,
    ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
  };
}
