import type { ScreenResult, SentenceRef } from '../../guard/index.ts';
import { rankAmong } from '../charts/benign-rank.ts';
import { histogram } from '../charts/histogram.ts';
import type { ReportEntry, ReportProfile } from '../input.ts';
import { shorten } from '../theme/shorten.ts';
import type { BenignHistogram, ContextDetail, Payload, Screening, SentencePlace } from './payload.ts';
import { outcomeOf } from './tally.ts';

/** Characters kept of one text; a longer one ends with how many were left out. */
const TEXT_LIMIT = 2_000;
/** Edges drawn of one graph, strongest first: more would be a smear. */
const EDGE_LIMIT = 2_000;
const NODE_LIMIT = 400;
const BINS = 32;

/** Data of the contexts at `indices`, for the page to draw on demand. */
export function embedContexts(
  entries: readonly ReportEntry[],
  indices: readonly number[],
  profile: ReportProfile,
): Payload {
  const benign: Record<string, BenignHistogram> = Object.create(null);
  for (const [name, values] of Object.entries(profile.distributions)) {
    const bins = histogram(values, { bins: BINS });
    if (bins) {
      benign[name] = { start: bins.start, width: bins.width, counts: bins.counts, total: values.length };
    }
  }
  return { benign, contexts: indices.map((i) => embedContext(entries[i], i, profile)) };
}

function embedContext(entry: ReportEntry, index: number, profile: ReportProfile): ContextDetail {
  return {
    index,
    id: bounded(entry.ok ? entry.result.id : entry.id),
    query: bounded(entry.query),
    verdict: outcomeOf(entry),
    label: entry.label ?? null,
    error: entry.ok
      ? null
      : { code: entry.error.code, message: bounded(entry.error.message) ?? '', line: entry.line ?? null },
    screening: entry.ok ? embedScreening(entry.result, entry.documents, profile) : null,
  };
}

function embedScreening(
  result: ScreenResult,
  documents: readonly { id?: string; title?: string }[],
  profile: ReportProfile,
): Screening {
  const graph = embedGraph(result);
  const link = result.weakestLink;
  return {
    score: result.score,
    threshold: result.threshold,
    pValue: result.pValue,
    detector: result.detector,
    reason: bounded(result.reason),
    notes: result.notes.map((n) => bounded(n) ?? ''),
    extrapolated: result.extrapolated,
    degenerate: result.degenerate === true,
    lambda2: result.lambda2,
    components: result.components,
    shape: [result.shape.documents, result.shape.sentences],
    documents: documents.map((d) => ({ id: bounded(d.id), title: bounded(d.title) })),
    suspect: result.suspect?.index ?? null,
    finding: result.finding
      ? {
          group: result.finding.group,
          document: result.finding.document.index,
          summary: bounded(result.finding.summary) ?? '',
        }
      : null,
    parts: result.parts && [
      result.parts[0].documents.map((d) => [d.index, round(d.share)]),
      result.parts[1].documents.map((d) => [d.index, round(d.share)]),
    ],
    graph,
    link: link && {
      similarity: round(link.similarity),
      nodes: nodesOf(result, link.from, link.to, graph?.nodes.length ?? 0),
      from: place(link.from),
      to: place(link.to),
    },
    signals: embedSignals(result, profile),
    milliseconds: result.timings.total,
    backend: result.backend,
    encoder: result.encoder,
  };
}

function embedGraph(result: ScreenResult): Screening['graph'] {
  if (!result.graph) return null;
  const nodes = result.graph.nodes.slice(0, NODE_LIMIT);
  const edges = result.graph.edges.filter((e) => e.i < nodes.length && e.j < nodes.length);
  const drawn = edges.length > EDGE_LIMIT ? [...edges].sort((a, b) => b.weight - a.weight).slice(0, EDGE_LIMIT) : edges;
  return {
    nodes: nodes.map((n) => ({
      document: n.document,
      sentence: n.sentence,
      fiedler: round(n.fiedler),
      queryCosine: n.queryCosine === undefined ? null : round(n.queryCosine),
      text: bounded(n.text),
    })),
    second: (result.parts?.[1].nodes ?? []).filter((i) => i < nodes.length),
    edges: drawn.map((e) => [e.i, e.j, round(e.weight)]),
    omitted: [result.graph.nodes.length - nodes.length, result.graph.edges.length - drawn.length],
  };
}

/** Signals with the most unusual first; those that cannot be compared come last, in the order they were computed. */
function embedSignals(result: ScreenResult, profile: ReportProfile): Screening['signals'] {
  // With two documents a pairwise signal is the signal itself; a second row would only repeat it.
  const repeats = (name: string) =>
    result.shape.documents === 2 && name.startsWith('pairwise-') && name !== result.detector;
  return Object.entries(result.signals)
    .filter(([name]) => !repeats(name))
    .map(([name, value]) => {
      const finite = Number.isFinite(value) ? value : null;
      const rank = rankAmong(own(profile.distributions, name), finite);
      const data: Screening['signals'][number] = {
        name,
        value: finite === null ? null : Number(finite.toPrecision(6)),
        rank: rank && [rank.below, rank.equal],
      };
      return { data, order: rank ? (rank.below + rank.equal / 2) / rank.total : -1 };
    })
    .sort((a, b) => b.order - a.order)
    .map((s) => s.data);
}

function nodesOf(result: ScreenResult, from: SentenceRef, to: SentenceRef, shown: number): [number, number] | null {
  const find = (ref: SentenceRef): number =>
    result.graph?.nodes.findIndex((n) => n.document === ref.document && n.sentence === ref.sentence) ?? -1;
  const pair: [number, number] = [find(from), find(to)];
  return pair.every((i) => i >= 0 && i < shown) ? pair : null;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function place(ref: SentenceRef): SentencePlace {
  return [ref.document, ref.sentence];
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

function bounded(text: string | undefined): string | null {
  return text === undefined ? null : shorten(text, TEXT_LIMIT);
}
