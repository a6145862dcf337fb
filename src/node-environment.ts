import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from './calibration/index.ts';
import { loadStaticEncoder } from './encoders/static/load-node.ts';
import { loadDocumentFrequencies } from './entities/document-frequency/load-node.ts';
import { type GuardEnvironment, genericProfileName } from './guard/index.ts';
import { resolveBackend } from './linalg/index.ts';
import { packageRoot } from './package-files/index.ts';

/** Node: every backend, and bundled files read from the package's directory. */
export const nodeEnvironment: GuardEnvironment = {
  resolveBackend,
  loadStaticEncoder,
  loadDocumentFrequencies,
  async loadGenericProfile(encoder, detector, coverage) {
    const name = join('profiles', encoder.split(':', 1)[0], `${genericProfileName(detector, coverage)}.json`);
    const file = join(packageRoot(), name);
    if (!existsSync(file)) return null;
    const profile = parseProfile(JSON.parse(readFileSync(file, 'utf8')), name);
    return profile.encoder.id === encoder ? profile : null;
  },
};
