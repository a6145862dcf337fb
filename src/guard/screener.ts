import {
  type ContextFeatures,
  computeSignals,
  type Detector,
  type DocumentText,
  type ReferenceSample,
  SIGNALS,
  type SignalValues,
} from '../detectors/index.ts';
import type { Encoder } from '../encoders/encoder.ts';
import type { DocumentFrequencies } from '../entities/index.ts';
import { asTopoGuardError, TopoGuardError } from '../errors/index.ts';
import { analyzeBatch, analyzeBatchAsync, type BatchAnalysis, contextView } from '../graph/index.ts';
import type { Backend, PackedBatch } from '../linalg/backend.ts';
import type { Context } from '../text/index.ts';
import type { ScreeningParameters } from './options.ts';
import { type PreparedContext, prepareContext } from './prepare.ts';
import type { SentenceFeatureCache } from './sentence-features.ts';
import { type EncodingPlan, encodePlan, encodePlanSync, packVectors, planEncoding } from './vectors.ts';
import { WordIdf } from './word-idf.ts';

/** Milliseconds a context took, by stage. */
export interface StageTimings {
  text: number;
  encode: number;
  graph: number;
}

/** One context on its way: prepared, then with features, or with the error that stopped it. */
export interface Candidate {
  prepared?: PreparedContext;
  features?: ContextFeatures;
  /** Part of the graph that each sentence is in, 0 or 1; [n], with `features`. */
  sides?: Float64Array;
  error?: TopoGuardError;
  id?: string | undefined;
  timings: StageTimings;
}

/**
 * The way from contexts to features that guards and calibration share. The stages are separate because encoding may or may
 * not be synchronous.
 */
export class Screener {
  readonly encoder: Encoder;
  readonly backend: Backend;
  readonly parameters: ScreeningParameters;
  readonly cache: SentenceFeatureCache;
  readonly documentFrequencies: DocumentFrequencies;
  readonly #idf: WordIdf;

  constructor(parts: {
    encoder: Encoder;
    backend: Backend;
    parameters: ScreeningParameters;
    cache: SentenceFeatureCache;
    documentFrequencies: DocumentFrequencies;
  }) {
    this.encoder = parts.encoder;
    this.backend = parts.backend;
    this.parameters = parts.parameters;
    this.cache = parts.cache;
    this.documentFrequencies = parts.documentFrequencies;
    this.#idf = new WordIdf(parts.documentFrequencies);
  }

  /** First stage: text. Faults stay with their context. */
  prepare(contexts: readonly Context[]): Candidate[] {
    return contexts.map((context) => {
      const start = performance.now();
      const candidate: Candidate = { timings: { text: 0, encode: 0, graph: 0 } };
      try {
        candidate.id = idOf(context);
        candidate.prepared = prepareContext(context, this.parameters, this.cache);
      } catch (thrown) {
        candidate.error = asTopoGuardError(thrown, 'CONTEXT_INVALID');
      }
      candidate.timings.text = performance.now() - start;
      return candidate;
    });
  }

  /** Second and third stage, for encoders with a promise. */
  async analyze(candidates: readonly Candidate[], signal?: AbortSignal): Promise<void> {
    const live = comparable(candidates);
    if (live.length === 0) return;
    const plan = planEncoding(live.map((c) => c.prepared!));
    const start = performance.now();
    let encoded: Float32Array;
    try {
      encoded = await encodePlan(this.encoder, plan, this.cache.scanner, signal);
      this.#requireEncoded(encoded, plan.texts.length);
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      if (live.length === 1 || !isOfOneText(thrown)) {
        this.#fail(live, thrown);
        return;
      }
      // One text without a vector must not take the whole batch with it.
      for (const candidate of live) await this.analyze([candidate], signal);
      return;
    }
    await this.#graphAsync(live, plan, encoded, performance.now() - start, signal);
  }

  /** The same, for encoders without a promise. Throws SYNC_UNAVAILABLE otherwise. */
  analyzeSync(candidates: readonly Candidate[]): void {
    const live = comparable(candidates);
    if (live.length === 0) return;
    if (!this.encoder.encodeSync) {
      throw new TopoGuardError('SYNC_UNAVAILABLE', `encoder ${this.encoder.id} answers with a promise`, {
        remedy: 'Use await guard.screen(context), or the static encoder',
      });
    }
    const plan = planEncoding(live.map((c) => c.prepared!));
    const start = performance.now();
    let encoded: Float32Array;
    try {
      encoded = encodePlanSync(this.encoder, plan, this.cache.scanner);
      this.#requireEncoded(encoded, plan.texts.length);
    } catch (thrown) {
      this.#fail(live, thrown);
      return;
    }
    this.#graph(live, plan, encoded, performance.now() - start);
  }

  /** A buffer of the wrong size would give every context behind the gap another one's vectors. */
  #requireEncoded(encoded: unknown, texts: number): asserts encoded is Float32Array {
    const { id, dimension } = this.encoder;
    if (encoded instanceof Float32Array && encoded.length === texts * dimension) return;
    const given = encoded instanceof Float32Array ? `${encoded.length} numbers` : 'no Float32Array';
    throw new TopoGuardError(
      'ENCODER_FAILED',
      `encoder ${id} gave ${given} for ${texts} texts of dimension ${dimension}`,
      { remedy: 'Check the encoder: encode() must return texts × dimension numbers' },
    );
  }

  #fail(live: readonly Candidate[], thrown: unknown): void {
    for (const candidate of live) candidate.error = asTopoGuardError(thrown, 'ENCODER_FAILED');
  }

  #graph(live: readonly Candidate[], plan: EncodingPlan, encoded: Float32Array, encodeTime: number): void {
    try {
      this.analyzeVectors(live, this.#pack(live, plan, encoded, encodeTime));
    } catch (thrown) {
      for (const [candidate, own] of this.#singledOut(live, plan, thrown)) {
        this.#graph([candidate], own, encoded, candidate.timings.encode);
      }
    }
  }

  async #graphAsync(
    live: readonly Candidate[],
    plan: EncodingPlan,
    encoded: Float32Array,
    encodeTime: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    try {
      await this.analyzeVectorsAsync(live, this.#pack(live, plan, encoded, encodeTime), signal);
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      for (const [candidate, own] of this.#singledOut(live, plan, thrown)) {
        await this.#graphAsync([candidate], own, encoded, candidate.timings.encode, signal);
      }
    }
  }

  #pack(live: readonly Candidate[], plan: EncodingPlan, encoded: Float32Array, encodeTime: number): PackedBatch {
    for (const candidate of live) candidate.timings.encode = encodeTime / live.length;
    const prepared = live.map((candidate) => candidate.prepared!);
    return packVectors(prepared, plan, encoded, this.encoder.dimension);
  }

  /** Contexts to try again one by one, where a fault of one stopped them all. Otherwise the fault is everyone's. */
  #singledOut(live: readonly Candidate[], plan: EncodingPlan, thrown: unknown): [Candidate, EncodingPlan][] {
    const ofOneContext = thrown instanceof TopoGuardError && thrown.code === 'EMBEDDING_NON_FINITE';
    if (live.length === 1 || !ofOneContext) {
      this.#fail(live, thrown);
      return [];
    }
    let at = 0;
    return live.map((candidate, c) => {
      const next = at + candidate.prepared!.sentenceCount;
      const sentenceRows = plan.sentenceRows.slice(at, next);
      at = next;
      return [candidate, { ...plan, sentenceRows, queryRows: plan.queryRows.slice(c, c + 1) }];
    });
  }

  /** Third stage: vectors to features. Throws what the graph stage throws. */
  analyzeVectors(live: readonly Candidate[], batch: PackedBatch): void {
    const start = performance.now();
    const analysis = analyzeBatch(this.backend, batch, this.parameters.k);
    this.#setFeatures(live, batch, analysis, performance.now() - start);
  }

  /** The same, off this thread where the backend can and it pays. */
  async analyzeVectorsAsync(
    live: readonly Candidate[],
    batch: PackedBatch,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const start = performance.now();
    const analysis = await analyzeBatchAsync(this.backend, batch, this.parameters.k, { signal });
    this.#setFeatures(live, batch, analysis, performance.now() - start);
  }

  #setFeatures(live: readonly Candidate[], batch: PackedBatch, analysis: BatchAnalysis, graphTime: number): void {
    for (let c = 0; c < live.length; c++) {
      const candidate = live[c];
      const prepared = candidate.prepared!;
      const view = contextView(batch, analysis, c);
      const texts = textsOf(prepared);
      candidate.timings.graph = graphTime / live.length;
      candidate.sides = view.sides;
      candidate.features = {
        documentCount: prepared.documents.length,
        sentenceCount: prepared.sentenceCount,
        windowLength: this.parameters.sentencesPerDocument,
        offsets: fromZero(view.rowOffsets),
        k: this.parameters.k,
        alpha: this.parameters.alpha,
        entityUnit: this.parameters.entityUnit,
        graph: view.graph,
        pairs: view.pairs,
        similarities: view.similarities,
        fiedler: view.fiedler,
        relations: view.relations,
        queryCosines: prepared.query === undefined ? null : view.queryCosines,
        documents: texts,
        queryWords: prepared.queryWords,
        queryTokens: prepared.queryTokens,
        vocabulary: texts === null ? null : prepared.vocabulary,
        idf: this.#idf.in(prepared.vocabulary),
      };
    }
  }
}

function fromZero(offsets: Int32Array): Int32Array {
  const origin = offsets[0];
  return origin === 0 ? offsets : offsets.map((offset) => offset - origin);
}

/** Null where a document came as vectors without texts. */
function textsOf({ documents }: PreparedContext): DocumentText[] | null {
  const texts: DocumentText[] = [];
  for (const { text } of documents) {
    if (text === null) return null;
    texts.push(text);
  }
  return texts;
}

/** Signals for a detector over a reference, or every signal whose needs the context meets. */
export function signalValues(
  features: ContextFeatures,
  detector: Detector,
  reference: ReferenceSample | null,
  which: 'detector' | 'all',
): SignalValues {
  const perWindow =
    which === 'detector' && detector.windowSignalsFor
      ? detector.windowSignalsFor(features.documentCount, reference)
      : detector.windowSignals;
  const perDocument = detector.blame ? [...detector.documentSignals, detector.blame] : detector.documentSignals;
  if (which === 'detector') return computeSignals(features, detector.signals, perDocument, perWindow);
  const possible = SIGNALS.filter((s) => missingRequirement(features, s.requires) === null).map((s) => s.name);
  return computeSignals(features, possible, perDocument, perWindow);
}

/** The first thing a signal or detector needs that the context lacks; null where nothing is missing. */
export function missingRequirement(
  features: ContextFeatures,
  requires: readonly ('query' | 'text')[],
): 'query' | 'text' | null {
  if (requires.includes('text') && features.documents === null) return 'text';
  if (requires.includes('query')) {
    if (features.queryCosines === null) return 'query';
    if (requires.includes('text') && features.queryWords === null) return 'query';
  }
  return null;
}

function comparable(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    (c) => c.prepared !== undefined && c.error === undefined && c.prepared.documents.length >= 2,
  );
}

function isOfOneText(thrown: unknown): boolean {
  return thrown instanceof TopoGuardError && thrown.code === 'EMBEDDING_MISSING';
}

/** The id of a context that may be anything at all. */
export function idOf(context: unknown): string | undefined {
  const id: unknown = (context as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : typeof id === 'number' ? String(id) : undefined;
}
