import type { Profile } from '../../src/calibration/index.ts';
import type { Services } from '../../src/cli/services.ts';
import { TopoGuardError } from '../../src/errors/index.ts';
import type { Guard, GuardOptions, ScreenResult } from '../../src/guard/index.ts';
import type { Context } from '../../src/text/context.ts';

/** A profile as the fake guard's. */
export const PROFILE: Profile = {
  format: 'topoguard-profile',
  version: 2,
  name: 'fake',
  generic: true,
  created: '2026-01-01T00:00:00.000Z',
  detector: { name: 'hybrid', k: 4, alpha: 0.4, entityUnit: 'word', documentFrequencies: 'none' },
  text: { coverage: 'leading', sentencesPerDocument: 3 },
  entities: 'proper-noun',
  encoder: { id: 'static:fake', dimension: 2, fingerprint: 'f' },
  fpr: 0.01,
  guarantee: 'marginal',
  contamination: 0,
  count: 120,
  groups: [{ documents: 2, sentences: 6, count: 3, scores: [0.1, 0.2, 0.3] }],
  thresholds: [
    { documents: 2, sentences: 6, count: 99, threshold: 0.5, fprUpper95: 0.03, rankError: 0 },
    { documents: 3, sentences: 9, count: 21, threshold: 0.61, fprUpper95: 0.1234, rankError: 0 },
  ],
  reference: null,
  distributions: { 'spectral-gap': [0, 1] },
  hash: '0'.repeat(64),
};

/** What the fake guard makes of a context: its `score` field against 0.5, so that tests choose the verdict. */
export function fakeResult(context: Context): ScreenResult {
  const score = context.documents.length < 2 ? null : Number(context.score ?? 0);
  const { id, query: _, documents, ...passthrough } = context;
  const judged = score !== null;
  return {
    ...(id === undefined ? {} : { id }),
    verdict: !judged ? 'abstain' : score > 0.5 ? 'flag' : 'pass',
    ...(judged ? {} : { reason: 'only one document has text: there is nothing to compare it with' }),
    score,
    threshold: judged ? 0.5 : null,
    pValue: judged ? Math.max(0.00004, 1 - score) : null,
    pValueMidRank: judged ? Math.max(0.00004, 1 - score) : null,
    fpr: 0.01,
    detector: 'hybrid',
    signals: {},
    shape: { documents: documents.length, sentences: 3 * documents.length },
    parts: null,
    weakestLink: judged
      ? {
          similarity: 0.25,
          from: { document: 0, documentId: 'first-document', sentence: 1 },
          to: { document: 1, sentence: 0 },
        }
      : null,
    lambda2: judged ? 0.2 : null,
    components: judged ? 1 : null,
    degenerate: judged ? false : null,
    extrapolated: context.extrapolated === true,
    notes: [],
    timings: { text: 0, encode: 0, graph: 0, signals: 0, total: 0 },
    backend: 'js',
    encoder: 'static:fake',
    profile: { name: 'fake', generic: true },
    ...(Object.keys(passthrough).length > 0 ? { passthrough } : {}),
  };
}

export interface FakeServices extends Services {
  /** Options of each guard that was made. */
  guards: GuardOptions[];
  closed: number;
  batches: number[];
}

/** Services with a guard that needs no encoder; single ones can be replaced. */
export function fakeServices(replaced: Partial<Services> = {}): FakeServices {
  const services: FakeServices = {
    version: '9.8.7',
    guards: [],
    closed: 0,
    batches: [],
    async createGuard(options) {
      services.guards.push(options);
      return fakeGuard(options, services);
    },
    async calibrate(contexts, options) {
      let used = 0;
      const skipped: { index: number; error: TopoGuardError }[] = [];
      for await (const context of contexts) {
        if (context.documents.length < 2) {
          const one = {
            index: used + skipped.length,
            error: new TopoGuardError('CONTEXT_INVALID', 'fewer than two documents have text'),
          };
          skipped.push(one);
          options.onSkip?.(one);
        } else used++;
        options.onProgress?.(used);
      }
      if (used < 3)
        throw new TopoGuardError('CALIBRATION_TOO_SMALL', `${used} benign contexts could be used, it takes at least 3`);
      return {
        profile: { ...PROFILE, name: options.name ?? 'fake', count: used },
        used,
        skipped,
        skippedCount: skipped.length,
      };
    },
    parseProfile: async (value) => value as Profile,
    createEncoder: async (spec) => ({
      id: spec,
      dimension: 2,
      fingerprint: 'f',
      encode: async () => new Float32Array(0),
    }),
    bundledFiles: async () => [{ name: 'assets/table.bin', bytes: 12_345 }],
    parseDocumentFrequencies: async () => {
      throw new Error('not used');
    },
    backendInfo: async () => ({
      backend: 'js',
      chosenBy: 'automatic',
      tried: [
        { backend: 'native', loaded: false, reason: 'there is no prebuilt addon' },
        { backend: 'js', loaded: true },
      ],
    }),
    transformersPackages: async () => [{ name: 'some-package', reason: 'not installed' }],
    renderScreenReport: async (input) => `<!doctype html>${input.entries.length}`,
    ...replaced,
  };
  return services;
}

function fakeGuard(options: GuardOptions, services: FakeServices): Guard {
  const screenOne = (context: Context): ScreenResult => {
    if (!Array.isArray(context.documents)) {
      throw new TopoGuardError('CONTEXT_INVALID', 'is missing', { location: { field: 'documents' } });
    }
    const result = fakeResult(context);
    return options.detail === 'graph' ? { ...result, graph: { nodes: [], edges: [] } } : result;
  };
  return {
    screen: async (context) => screenOne(context),
    screenSync: screenOne,
    async screenBatch(contexts, { signal } = {}) {
      signal?.throwIfAborted();
      services.batches.push(contexts.length);
      return contexts.map((context, i) => {
        try {
          return { ok: true as const, result: screenOne(context) };
        } catch (thrown) {
          const error = (thrown as TopoGuardError).at({ context: i });
          return context.id === undefined
            ? { ok: false as const, error }
            : { ok: false as const, id: context.id, error };
        }
      });
    },
    screenEmbeddings() {
      throw new Error('not used');
    },
    async screenEmbeddingsBatch() {
      throw new Error('not used');
    },
    profileFor: () => PROFILE,
    backendInfo: { backend: 'js', chosenBy: 'automatic', tried: [{ backend: 'js', loaded: true }] },
    encoder: { id: 'static:fake', dimension: 2, fingerprint: 'f' },
    cacheStatistics: () => {
      const unused = { size: 0, hits: 0, misses: 0 };
      return { sentences: unused, words: unused, stretches: unused };
    },
    async close() {
      services.closed++;
    },
  };
}
