import { TopoGuardError } from '../../errors/index.ts';

export const TRANSFORMERS_PACKAGES = ['@huggingface/transformers', '@xenova/transformers'] as const;
export type TransformersPackage = (typeof TRANSFORMERS_PACKAGES)[number];

/** What is used of either package. */
export interface TransformersModule {
  env: { localModelPath: string; allowRemoteModels: boolean; allowLocalModels: boolean; version?: string };
  pipeline(task: 'feature-extraction', model: string, options: Record<string, unknown>): Promise<FeatureExtractor>;
}

export interface FeatureExtractor {
  (texts: string[], options: { pooling: string; normalize: boolean }): Promise<FeatureTensor>;
  dispose?(): Promise<unknown>;
}

export interface FeatureTensor {
  dims: number[];
  data: ArrayLike<number>;
  dispose?(): void;
}

const INSTALL: Record<TransformersPackage, string> = {
  '@huggingface/transformers':
    'ONNXRUNTIME_NODE_INSTALL=skip npm install @huggingface/transformers (the variable skips the download of GPU libraries)',
  '@xenova/transformers':
    'npm install @xenova/transformers, with "overrides": {"@xenova/transformers": {"sharp": "^0.34.5"}} in package.json (its own sharp downloads a binary)',
};

export interface ModuleChoice {
  package?: TransformersPackage | 'auto';
  /** The package already imported; bundlers need this, since they cannot follow an optional import. */
  module?: unknown;
  /** How to import a package by name, e.g. from another folder; `import()` by default. */
  importModule?: (name: string) => Promise<unknown>;
}

/**
 * The transformers package to use: the one handed in, the one named, or the first of both that can be imported.
 *
 * @throws TopoGuardError DEPENDENCY_MISSING with the install command, OPTION_INVALID for another package name or module
 */
export async function resolveModule(choice: ModuleChoice): Promise<TransformersModule> {
  const named = choice.package ?? 'auto';
  if (named !== 'auto' && !TRANSFORMERS_PACKAGES.includes(named)) {
    throw new TopoGuardError('OPTION_INVALID', `${JSON.stringify(named)} is no transformers package`, {
      location: { field: 'package' },
      remedy: `Use auto, ${TRANSFORMERS_PACKAGES.join(' or ')}.`,
    });
  }
  if (choice.module !== undefined) {
    const given = asModule(choice.module);
    if (given !== null) return given;
    throw new TopoGuardError('OPTION_INVALID', 'has no pipeline() and env', {
      location: { field: 'module' },
      remedy: `Give the namespace of ${TRANSFORMERS_PACKAGES.join(' or ')}: import * as transformers from …`,
    });
  }
  const candidates = named === 'auto' ? TRANSFORMERS_PACKAGES : [named];
  const importModule = choice.importModule ?? ((name: string): Promise<unknown> => import(/* @vite-ignore */ name));
  const failures: { reason: string; cause: unknown }[] = [];
  for (const name of candidates) {
    try {
      const imported = asModule(await importModule(name));
      if (imported !== null) return imported;
      failures.push({ reason: `${name} has no pipeline() and env`, cause: undefined });
    } catch (cause) {
      failures.push({ reason: `${name}: ${firstLine(cause)}`, cause });
    }
  }
  throw new TopoGuardError(
    'DEPENDENCY_MISSING',
    `the transformers encoder needs a package that cannot be imported (${failures.map((f) => f.reason).join('; ')})`,
    { remedy: `Run: ${candidates.map((name) => INSTALL[name]).join('; or: ')}`, cause: failures[0].cause },
  );
}

function asModule(value: unknown): TransformersModule | null {
  const candidates = [value, (value as { default?: unknown } | null | undefined)?.default];
  for (const candidate of candidates) {
    const { pipeline, env } = (candidate ?? {}) as Partial<TransformersModule>;
    if (typeof pipeline === 'function' && typeof env === 'object' && env !== null)
      return candidate as TransformersModule;
  }
  return null;
}

export function firstLine(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1)[0];
}
