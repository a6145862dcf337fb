import type { Shape } from '../calibration/index.ts';
import { type ContextFeatures, compositeFinding, graphMeasure } from '../detectors/index.ts';
import { edgeList, graphParts, knnGraph, weakestLink } from '../graph/index.ts';
import { type Backend, DEGENERATE_GAP } from '../linalg/backend.ts';
import type { Judge, Judgement } from './judge.ts';
import type { PreparedContext } from './prepare.ts';
import type { ContextGraph, ContextPart, ResultFinding, ScreenResult, SentenceRef } from './result.ts';
import type { Candidate } from './screener.ts';

/**
 * The result of a context of which nothing is known yet, without its timings. Fields are set one by one, here and below: to
 * spread objects into one of so many fields takes longer than the analysis of a small context.
 */
function blank(candidate: Candidate, judge: Judge, backend: Backend): ScreenResult {
  const prepared = candidate.prepared!;
  const result = {} as ScreenResult;
  if (prepared.id !== undefined) result.id = prepared.id;
  // Placed first, where a reader of JSON looks.
  result.verdict = 'abstain';
  result.score = null;
  result.threshold = null;
  result.pValue = null;
  result.pValueMidRank = null;
  result.fpr = judge.fpr;
  result.detector = judge.detector.name;
  result.signals = {};
  result.shape = { documents: prepared.documents.length, sentences: prepared.sentenceCount };
  result.parts = null;
  result.weakestLink = null;
  result.lambda2 = null;
  result.components = null;
  result.degenerate = null;
  result.extrapolated = false;
  result.notes = prepared.notes;
  result.backend = backend.name;
  result.encoder = judge.profile.encoder.id;
  result.profile = { name: judge.profile.name, generic: judge.profile.generic };
  if (prepared.passthrough !== undefined) result.passthrough = prepared.passthrough;
  return result;
}

function timingsOf({ timings: { text, encode, graph } }: Candidate, signals: number): ScreenResult['timings'] {
  return { text, encode, graph, signals, total: text + encode + graph + signals };
}

/** The result for a context with nothing to compare. */
export function abstention(candidate: Candidate, judge: Judge, backend: Backend): ScreenResult {
  const result = blank(candidate, judge, backend);
  const withText = candidate.prepared!.documents.length;
  result.reason =
    withText === 0 ? 'no document has text' : 'only one document has text: there is nothing to compare it with';
  result.timings = timingsOf(candidate, 0);
  return result;
}

/** The result for a context of a shape that the profile does not cover, where the guard was told to abstain then. */
export function uncoveredAbstention(candidate: Candidate, judge: Judge, shape: Shape, backend: Backend): ScreenResult {
  const result = blank(candidate, judge, backend);
  const { documents, sentenceCount } = candidate.prepared!;
  result.reason = `profile ${judge.profile.name} covers no context of ${documents.length} documents with ${sentenceCount} sentences (uncoveredShapes: abstain)`;
  if (!sameShape(shape, candidate.features!)) result.calibratedShape = shape;
  result.extrapolated = true;
  result.timings = timingsOf(candidate, 0);
  return result;
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
  const { offsets } = features;
  const { score, suspect, cause } = judgement.opinion;
  const components = graphMeasure(features, 'components');
  const { first, second } = graphParts(candidate.sides!);
  const result = blank(candidate, judge, backend);
  result.verdict = judgement.flagged ? 'flag' : 'pass';
  result.score = score;
  result.threshold = judgement.threshold;
  result.pValue = judgement.pValue;
  result.pValueMidRank = judgement.pValueMidRank;
  result.signals = signals;
  result.parts = [partOf(first, prepared, offsets), partOf(second, prepared, offsets)];
  result.weakestLink = linkBetween(first, second, features, prepared);
  result.lambda2 = graphMeasure(features, 'lambda2');
  result.components = components;
  result.degenerate = components > 1 ? null : graphMeasure(features, 'gap') < DEGENERATE_GAP;
  result.extrapolated = judgement.extrapolated;
  if (!sameShape(judgement.shape, features)) result.calibratedShape = judgement.shape;
  if (suspect !== undefined) result.suspect = suspectOf(prepared, suspect);
  if (cause && judgement.flagged) result.finding = findingOf(features, cause, prepared);
  result.timings = timingsOf(candidate, signalsTime);
  if (detail === 'graph') result.graph = contextGraph(features, prepared);
  return result;
}

function sameShape(shape: Shape, features: ContextFeatures): boolean {
  return shape.documents === features.documentCount && shape.sentences === features.sentenceCount;
}

/** Where a graph node stands in the context as given. */
function reference(node: number, prepared: PreparedContext, offsets: Int32Array): SentenceRef {
  let d = 0;
  while (offsets[d + 1] <= node) d++;
  const { index, id, indices } = prepared.documents[d];
  const sentence = indices[node - offsets[d]];
  return id === undefined ? { document: index, sentence } : { document: index, documentId: id, sentence };
}

function suspectOf(prepared: PreparedContext, i: number): { index: number; id?: string } {
  const { index, id } = prepared.documents[i];
  return id === undefined ? { index } : { index, id };
}

function findingOf(
  features: ContextFeatures,
  cause: { group: string; window: number },
  prepared: PreparedContext,
): ResultFinding {
  const { group, document, sentences, words, summary } = compositeFinding(features, cause);
  return {
    group,
    document: suspectOf(prepared, document),
    sentences: sentences.map((node) => reference(node, prepared, features.offsets)),
    words,
    summary,
  };
}

function linkBetween(
  first: readonly number[],
  second: readonly number[],
  { similarities, sentenceCount, offsets }: ContextFeatures,
  prepared: PreparedContext,
): ScreenResult['weakestLink'] {
  const link = weakestLink(similarities, sentenceCount, first, second);
  if (link === null) return null;
  const from = reference(link.i, prepared, offsets);
  const to = reference(link.j, prepared, offsets);
  return { similarity: link.similarity, from, to };
}

/** @param nodes ascending, and so are documents */
function partOf(nodes: number[], { documents }: PreparedContext, offsets: Int32Array): ContextPart {
  const within: ContextPart['documents'] = [];
  let at = 0;
  for (let d = 0; at < nodes.length; d++) {
    const start = at;
    while (at < nodes.length && nodes[at] < offsets[d + 1]) at++;
    if (at === start) continue;
    const { index, id, sentences } = documents[d];
    const share = (at - start) / sentences.length;
    within.push(id === undefined ? { index, share } : { index, id, share });
  }
  return { documents: within, nodes };
}

function contextGraph(features: ContextFeatures, prepared: PreparedContext): ContextGraph {
  const { similarities, sentenceCount, k, fiedler, queryCosines } = features;
  const nodes: ContextGraph['nodes'] = [];
  for (const { index, sentences, indices } of prepared.documents) {
    sentences.forEach((text, s) => {
      const i = nodes.length;
      const node = { document: index, sentence: indices[s], text, fiedler: fiedler[i] };
      nodes.push(queryCosines ? { ...node, queryCosine: queryCosines[i] } : node);
    });
  }
  return { nodes, edges: edgeList(knnGraph(similarities, sentenceCount, k), sentenceCount) };
}
