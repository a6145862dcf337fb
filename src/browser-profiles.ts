/**
 * Profiles that travel with the browser build: the default detectors and the paper's. Bundlers without code splitting put all of
 * them into one file, so the others are left to calibration.
 */
export const BROWSER_PROFILES: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  anchored: () => import('../profiles/static/anchored.json'),
  composite: () => import('../profiles/static/composite.json'),
  'composite-all': () => import('../profiles/static/composite-all.json'),
  conductance: () => import('../profiles/static/conductance.json'),
  'document-anomaly': () => import('../profiles/static/document-anomaly.json'),
  hybrid: () => import('../profiles/static/hybrid.json'),
  modularity: () => import('../profiles/static/modularity.json'),
  'pairwise-hybrid': () => import('../profiles/static/pairwise-hybrid.json'),
  'pairwise-hybrid-all': () => import('../profiles/static/pairwise-hybrid-all.json'),
  'spectral-gap': () => import('../profiles/static/spectral-gap.json'),
};
