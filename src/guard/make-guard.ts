import type { Profile } from '../calibration/index.ts';
import type { SignalValues } from '../detectors/index.ts';
import { asTopoGuardError, TopoGuardError } from '../errors/index.ts';
import type { BackendInfo } from '../linalg/backend.ts';
import type { Context } from '../text/index.ts';
import { abstention, uncoveredAbstention, verdict } from './build-result.ts';
import { analyzeEmbedded, analyzeEmbeddedBatch, type EmbeddedCandidate, prepareEmbedded } from './embedded.ts';
import type { EmbeddedContext, Guard } from './guard.ts';
import { inTurns } from './in-turns.ts';
import type { Judge, Judgement } from './judge.ts';
import type { BatchEntry, ScreenResult } from './result.ts';
import { type Candidate, idOf, missingRequirement, type Screener, signalValues } from './screener.ts';

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
    if (judge !== judges.withQuery) {
      candidate.prepared!.notes.push(
        `no query to compare with: ${judge.detector.name} judged how the documents fit each other`,
      );
    }
    const features = candidate.features;
    if (!features) return abstention(candidate, judge, screener.backend);
    const missing = missingRequirement(features, judge.detector.requires);
    if (missing !== null) throw lacks(judge.detector.name, missing);
    const start = performance.now();
    const values = signalValues(features, judge.detector, judge.profile.reference, shown.signals);
    const shape = judge.detector.calibratedShape?.(values) ?? {
      documents: features.documentCount,
      sentences: features.sentenceCount,
    };
    if (shown.uncoveredShapes === 'abstain' && judge.threshold(shape).extrapolated) {
      return uncoveredAbstention(candidate, judge, shape, screener.backend);
    }
    const judgement = judge.judge(values, shape);
    return verdict(
      candidate,
      judge,
      judgement,
      shownSignals(values, judgement),
      screener.backend,
      shown.detail,
      performance.now() - start,
    );
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
      const stages = {
        prepare: (context: Context) => screener.prepare([context])[0]!,
        analyze: (candidates: readonly Candidate[]) => screener.analyze(candidates, options.signal),
        conclude: entryOf,
      };
      return inTurns(listOf(contexts), stages, options.signal);
    },
    screenEmbeddings(context: EmbeddedContext) {
      return conclude(analyzeEmbedded(prepareEmbedded(context, screener), screener));
    },
    async screenEmbeddingsBatch(contexts, options = {}) {
      const stages = {
        prepare: (context: EmbeddedContext) => embeddedOrError(context, screener),
        analyze: (chunk: readonly EmbeddedCandidate[]) => analyzeEmbeddedBatch(chunk, screener, options.signal),
        conclude: ({ candidate }: EmbeddedCandidate) => entryOf(candidate),
      };
      return inTurns(listOf(contexts), stages, options.signal);
    },
    cacheStatistics: () => ({ sentences: screener.cache.statistics(), ...screener.cache.scanner.statistics() }),
    async close() {
      await screener.encoder.close?.();
    },
  };
}

/** The caller's array may change while a batch waits; Array.from also fills holes. */
function listOf<T>(contexts: readonly T[]): T[] {
  if (Array.isArray(contexts)) return Array.from(contexts);
  throw new TopoGuardError('CONTEXT_INVALID', 'the batch is not an array of contexts', {
    remedy: 'Give an array; use guard.screen or guard.screenEmbeddings for a single context',
  });
}

/** A fault stays with its context. */
function embeddedOrError(context: EmbeddedContext, screener: Screener): EmbeddedCandidate {
  const failed: Candidate = { timings: { text: 0, encode: 0, graph: 0 } };
  try {
    failed.id = idOf(context);
    return prepareEmbedded(context, screener);
  } catch (thrown) {
    failed.error = asTopoGuardError(thrown, 'CONTEXT_INVALID');
    return { candidate: failed, vectors: null, query: null };
  }
}

/** Signals of the context, and those of the window that made the score; undefined ones left out. */
function shownSignals({ signals, windows }: SignalValues, { opinion: { cause } }: Judgement): Record<string, number> {
  const shown: Record<string, number> = {};
  for (const name in signals) if (!Number.isNaN(signals[name])) shown[name] = signals[name];
  if (cause === undefined) return shown;
  const { values } = windows!;
  for (const name in values) {
    const value = values[name][cause.window];
    if (!Number.isNaN(value)) shown[name] = value;
  }
  return shown;
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
