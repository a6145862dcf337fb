import type { Shape } from '../calibration/index.ts';
import { type ContextFeatures, compositeFinding, graphMeasure } from '../detectors/index.ts';
import { edgeList, graphParts, knnGraph, weakestLink } from '../graph/index.ts';
import { type Backend, DEGENERATE_GAP } from '../linalg/backend.ts';
import type { Judge, Judgement } from './judge.ts';
import type { PreparedContext } from './prepare.ts';
import type { ContextGraph, ContextPart, ResultFinding, ScreenResult, SentenceRef } from './result.ts';
import type { Candidate } from './screener.ts';

/** Fields every result has, whatever the verdict. */
function common(candidate: Candidate, judge: Judge, backend: Backend): Omit<ScreenResult, 'timings'> {
  const prepared = candidate.prepared!;
  return {
    ...(prepared.id === undefined ? {} : { id: prepared.id }),
    // Placed first, where a reader of JSON looks; every result sets its own.
    verdict: 'abstain',
    score: null,
    threshold: null,
    pValue: null,
    pValueMidRank: null,
    fpr: judge.fpr,
    detector: judge.detector.name,
    signals: {},
    shape: { documents: prepared.documents.length, sentences: prepared.sentenceCount },
    parts: null,
    weakestLink: null,
    lambda2: null,
    components: null,
    degenerate: null,
    extrapolated: false,
    notes: prepared.notes,
    backend: backend.name,
    encoder: judge.profile.encoder.id,
    profile: { name: judge.profile.name, generic: judge.profile.generic },
    ...(prepared.passthrough === undefined ? {} : { passthrough: prepared.passthrough }),
  };
}

/** The result for a context with nothing to compare. */
export function abstention(candidate: Candidate, judge: Judge, backend: Backend): ScreenResult {
  const withText = candidate.prepared!.documents.length;
  const { text, encode, graph } = candidate.timings;
  return {
    ...common(candidate, judge, backend),
    verdict: 'abstain',
    reason: withText === 0 ? 'no document has text' : 'only one document has text: there is nothing to compare it with',
    timings: { text, encode, graph, signals: 0, total: text + encode + graph },
  };
}

/** The result for a context of a shape that the profile does not cover, where the guard was told to abstain then. */
export function uncoveredAbstention(candidate: Candidate, judge: Judge, shape: Shape, backend: Backend): ScreenResult {
  const { documents, sentenceCount } = candidate.prepared!;
  const { text, encode, graph } = candidate.timings;
  return {
    ...common(candidate, judge, backend),
    verdict: 'abstain',
    reason: `profile ${judge.profile.name} covers no context of ${documents.length} documents with ${sentenceCount} sentences (uncoveredShapes: abstain)`,
    ...(sameShape(shape, candidate.features!) ? {} : { calibratedShape: shape }),
    extrapolated: true,
    timings: { text, encode, graph, signals: 0, total: text + encode + graph },
  };
}

/** The result for a judged context. `signalsTime` in milliseconds. */
export function verdict(
  candidate: Candidate,
  judge: Judge,
  judgement: Judgement,
  signals: Record<string, number>,
  backend: Backend,
  detail: 'none' | 'graph',
  signalsTime: number,
): ScreenResult {
  const features = candidate.features!;
  const prepared = candidate.prepared!;
  const places = sentencePlaces(prepared);
  const components = graphMeasure(features, 'components');
  const n = features.sentenceCount;
  const { first, second } = graphParts(candidate.sides!);
  const link = weakestLink(features.similarities, n, first, second);
  const { text, encode, graph } = candidate.timings;
  return {
    ...common(candidate, judge, backend),
    verdict: judgement.flagged ? 'flag' : 'pass',
    ...(sameShape(judgement.shape, features) ? {} : { calibratedShape: judgement.shape }),
    score: judgement.score,
    threshold: judgement.threshold,
    pValue: judgement.pValue,
    pValueMidRank: judgement.pValueMidRank,
    signals,
    parts: [partOf(first, prepared, places), partOf(second, prepared, places)],
    weakestLink:
      link === null
        ? null
        : {
            similarity: link.similarity,
            from: reference(places[link.i], prepared),
            to: reference(places[link.j], prepared),
          },
    ...(judgement.suspect === undefined ? {} : { suspect: suspectOf(prepared, judgement.suspect) }),
    ...(judgement.cause && judgement.flagged
      ? { finding: findingOf(features, judgement.cause, prepared, places) }
      : {}),
    lambda2: graphMeasure(features, 'lambda2'),
    components,
    degenerate: components > 1 ? null : graphMeasure(features, 'gap') < DEGENERATE_GAP,
    extrapolated: judgement.extrapolated,
    timings: { text, encode, graph, signals: signalsTime, total: text + encode + graph + signalsTime },
    ...(detail === 'graph' ? { graph: contextGraph(features, prepared, places) } : {}),
  };
}

function sameShape(shape: Shape, features: ContextFeatures): boolean {
  return shape.documents === features.documentCount && shape.sentences === features.sentenceCount;
}

/** Place of a graph node: index into the prepared documents, and of the sentence among those screened there. */
interface Place {
  document: number;
  sentence: number;
}

function sentencePlaces(prepared: PreparedContext): Place[] {
  return prepared.documents.flatMap((d, document) => d.sentences.map((_, sentence) => ({ document, sentence })));
}

function reference(place: Place, prepared: PreparedContext): SentenceRef {
  const document = prepared.documents[place.document];
  return {
    document: document.index,
    ...(document.id === undefined ? {} : { documentId: document.id }),
    sentence: document.indices[place.sentence],
  };
}

function suspectOf(prepared: PreparedContext, i: number): { index: number; id?: string } {
  const { index, id } = prepared.documents[i];
  return id === undefined ? { index } : { index, id };
}

function findingOf(
  features: ContextFeatures,
  cause: { group: string; window: number },
  prepared: PreparedContext,
  places: readonly Place[],
): ResultFinding {
  const { group, document, sentences, words, summary } = compositeFinding(features, cause);
  return {
    group,
    document: suspectOf(prepared, document),
    sentences: sentences.map((node) => reference(places[node], prepared)),
    words,
    summary,
  };
}

function partOf(nodes: readonly number[], prepared: PreparedContext, places: readonly Place[]): ContextPart {
  const counts = new Map<number, number>();
  for (const node of nodes) counts.set(places[node].document, (counts.get(places[node].document) ?? 0) + 1);
  return {
    documents: [...counts].map(([document, count]) => ({
      ...suspectOf(prepared, document),
      share: count / prepared.documents[document].sentences.length,
    })),
    nodes: [...nodes],
  };
}

function contextGraph(features: ContextFeatures, prepared: PreparedContext, places: readonly Place[]): ContextGraph {
  const weights = knnGraph(features.similarities, features.sentenceCount, features.k);
  return {
    nodes: places.map((place, i) => {
      const ref = reference(place, prepared);
      return {
        document: ref.document,
        sentence: ref.sentence,
        text: prepared.documents[place.document].sentences[place.sentence],
        fiedler: features.fiedler[i],
        ...(features.queryCosines ? { queryCosine: features.queryCosines[i] } : {}),
      };
    }),
    edges: edgeList(weights, features.sentenceCount),
  };
}
