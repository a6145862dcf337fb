import { BROWSER_PROFILES } from './browser-profiles.ts';
import { parseProfile } from './calibration/index.ts';
import { loadStaticEncoder } from './encoders/browser.ts';
import { loadDocumentFrequencies } from './entities/browser.ts';
import { type GuardEnvironment, genericProfileName } from './guard/index.ts';
import { resolveBackend } from './linalg/browser.ts';

/** Browsers and edge runtimes: the JS backend, and bundled files as chunks that are fetched when first needed. */
export const browserEnvironment: GuardEnvironment = {
  resolveBackend,
  loadStaticEncoder,
  loadDocumentFrequencies,
  async loadGenericProfile(encoder, detector, coverage) {
    const name = genericProfileName(detector, coverage);
    const load = encoder.startsWith('static:') ? BROWSER_PROFILES[name] : undefined;
    if (!load) return null;
    const profile = parseProfile((await load()).default, `profiles/static/${name}.json`);
    return profile.encoder.id === encoder ? profile : null;
  },
};
