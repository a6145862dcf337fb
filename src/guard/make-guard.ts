import type { Profile } from '../calibration/index.ts';
import { asTopoGuardError, TopoGuardError } from '../errors/index.ts';
import type { BackendInfo } from '../linalg/backend.ts';
import type { Context } from '../text/index.ts';
import { abstention, uncoveredAbstention, verdict } from './build-result.ts';
import { embeddedCandidate } from './embedded.ts';
import type { EmbeddedContext, Guard } from './guard.ts';
import type { Judge } from './judge.ts';
import type { BatchEntry, ScreenResult } from './result.ts';
import { type Candidate, missingRequirement, type Screener, signalValues } from './screener.ts';

/** Contexts analyzed at once: enough to spread the cost of a call, few enough to keep memory and event loop free. */
const CHUNK = 256;

/** Judges by whether a context has a query; the same one twice where the caller named a detector or a profile. */
export interface Judges {
  withQuery: Judge;
  withoutQuery: Judge;
}

/** A guard over resources that are all loaded. */
export function makeGuard(
  screener: Screener,
  judges: Judges,
  backendInfo: BackendInfo,
  shown: { signals: 'detector' | 'all'; detail: 'none' | 'graph'; uncoveredShapes: 'nearest' | 'abstain' },
): Guard {
  const judgeFor = (candidate: Candidate) =>
    candidate.prepared?.query === undefined ? judges.withoutQuery : judges.withQuery;

  function conclude(candidate: Candidate): ScreenResult {
    if (candidate.error) throw candidate.error;
    const judge = judgeFor(candidate);
    const features = candidate.features;
    if (!features) return abstention(candidate, judge, screener.backend);
    const missing = missingRequirement(features, judge.detector.requires);
    if (missing !== null) throw lacks(judge.detector.name, missing);
    const shape = { documents: features.documentCount, sentences: features.sentenceCount };
    if (shown.uncoveredShapes === 'abstain' && judge.threshold(shape).extrapolated) {
      return uncoveredAbstention(candidate, judge, screener.backend);
    }
    const start = performance.now();
    const values = signalValues(features, judge.detector, shown.signals);
    const judgement = judge.judge(values, shape);
    const defined = Object.fromEntries(Object.entries(values.signals).filter(([, value]) => !Number.isNaN(value)));
    return verdict(candidate, judge, judgement, defined, screener.backend, shown.detail, performance.now() - start);
  }

  function entryOf(candidate: Candidate): BatchEntry {
    try {
      return { ok: true, result: conclude(candidate) };
    } catch (thrown) {
      const error = asTopoGuardError(thrown, 'CONTEXT_INVALID');
      return candidate.id === undefined ? { ok: false, error } : { ok: false, id: candidate.id, error };
    }
  }

  return {
    backendInfo,
    encoder: {
      id: screener.encoder.id,
      dimension: screener.encoder.dimension,
      fingerprint: screener.encoder.fingerprint,
    },
    profileFor: (hasQuery): Profile => (hasQuery ? judges.withQuery : judges.withoutQuery).profile,
    async screen(context, options = {}) {
      const [candidate] = screener.prepare([context]);
      await screener.analyze([candidate!], options.signal);
      return conclude(candidate!);
    },
    screenSync(context) {
      const [candidate] = screener.prepare([context]);
      screener.analyzeSync([candidate!]);
      return conclude(candidate!);
    },
    async screenBatch(contexts, options = {}) {
      if (!Array.isArray(contexts)) {
        throw new TopoGuardError('CONTEXT_INVALID', 'the batch is not an array of contexts', {
          remedy: 'Give an array; use guard.screen for a single context',
        });
      }
      // The caller's array may change while this waits for the encoder; Array.from also fills holes.
      const given: Context[] = Array.from(contexts);
      const entries: BatchEntry[] = [];
      for (let from = 0; from < given.length; from += CHUNK) {
        options.signal?.throwIfAborted();
        const candidates = screener.prepare(given.slice(from, from + CHUNK));
        await screener.analyze(candidates, options.signal);
        for (const candidate of candidates) entries.push(entryOf(candidate));
      }
      return entries;
    },
    screenEmbeddings(context: EmbeddedContext) {
      return conclude(embeddedCandidate(context, screener));
    },
    cacheStatistics: () => ({ sentences: screener.cache.statistics() }),
    async close() {
      await screener.encoder.close?.();
    },
  };
}

function lacks(detector: string, missing: 'query' | 'text'): TopoGuardError {
  return missing === 'query'
    ? new TopoGuardError(
        'QUERY_MISSING',
        `detector ${detector} compares documents with the query, and this context has none`,
        {
          location: { field: 'query' },
          remedy: 'Give the query, or choose a detector that needs none, e.g. pairwise-hybrid',
        },
      )
    : new TopoGuardError(
        'CONTEXT_INVALID',
        `detector ${detector} reads words and entities, and this context has only vectors`,
        {
          location: { field: 'documents' },
          remedy:
            'Give the sentences beside the embeddings, or choose a detector that needs none, e.g. pairwise-spectral-gap',
        },
      );
}
