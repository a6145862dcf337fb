import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TopoGuardError } from '../errors/index.ts';
import { packageRoot } from '../package-files/index.ts';
import { VERSION } from '../version.ts';
import type { OptionalPackage, Services } from './services.ts';

/** Files that ship beside the code. */
const BUNDLED_FILES = ['assets/static-encoder.bin', 'assets/document-frequency.txt'] as const;

/** The commands' services in Node. Modules are imported when a command first needs them. */
export const nodeServices: Services = {
  version: VERSION,
  async createGuard(options) {
    const [{ createGuardIn }, { nodeEnvironment }] = await Promise.all([
      import('../guard/index.ts'),
      import('../node-environment.ts'),
    ]);
    return createGuardIn(nodeEnvironment, options);
  },
  async calibrate(contexts, options) {
    const [{ calibrateIn }, { nodeEnvironment }] = await Promise.all([
      import('../guard/index.ts'),
      import('../node-environment.ts'),
    ]);
    return calibrateIn(nodeEnvironment, contexts, options);
  },
  async parseProfile(value, source) {
    return (await import('../calibration/index.ts')).parseProfile(value, source);
  },
  async createEncoder(spec) {
    const { encoderFromSpec } = await import('../encoders/node.ts');
    return encoderFromSpec(spec);
  },
  async parseDocumentFrequencies(value, source) {
    const { DocumentFrequencies } = await import('../entities/index.ts');
    try {
      return DocumentFrequencies.fromJson(value);
    } catch (thrown) {
      throw thrown instanceof TopoGuardError ? thrown.at({ file: source }) : thrown;
    }
  },
  async backendInfo() {
    return (await import('../linalg/index.ts')).backendInfo();
  },
  async transformersPackages() {
    const { TRANSFORMERS_PACKAGES } = await import('../encoders/transformers/index.ts');
    return Promise.all(TRANSFORMERS_PACKAGES.map(optionalPackage));
  },
  async bundledFiles() {
    const root = packageRoot();
    return Promise.all(
      BUNDLED_FILES.map(async (name) => ({
        name,
        bytes: (await stat(join(root, name)).catch(() => null))?.size ?? null,
      })),
    );
  },
  async renderScreenReport(input) {
    return (await import('../report/index.ts')).renderScreenReport(input);
  },
};

/** Imports the package: that it is installed does not mean that its native parts load. */
async function optionalPackage(name: string): Promise<OptionalPackage> {
  try {
    const imported = (await import(/* @vite-ignore */ name)) as { env?: { version?: unknown } };
    const version = imported.env?.version;
    return typeof version === 'string' ? { name, version } : { name };
  } catch (thrown) {
    const missing = (thrown as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const reason = thrown instanceof Error ? thrown.message.split('\n', 1)[0]! : String(thrown);
    return { name, reason: missing ? 'not installed' : reason };
  }
}
