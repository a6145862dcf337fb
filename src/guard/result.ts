import type { TopoGuardError } from '../errors/index.ts';
import type { BackendName } from '../linalg/backend.ts';

/** `abstain`: nothing to compare (fewer than two documents with text), or, by option, a shape the profile does not cover. */
export type Verdict = 'pass' | 'flag' | 'abstain';

/** Points at one sentence of a context. */
export interface SentenceRef {
  /** Index of the document in the context as given. */
  document: number;
  /** The document's id, where it has one. */
  documentId?: string;
  /** Index of the sentence inside its document. */
  sentence: number;
}

/** One side of the cut through the similarity graph. */
export interface ContextPart {
  /** Documents with at least one sentence on this side; `share` of their sentences that are. */
  documents: { index: number; id?: string; share: number }[];
  /** Graph nodes (see ContextGraph.nodes) on this side, ascending. */
  nodes: number[];
}

/** The similarity graph as it was screened, for drawing and audits. */
export interface ContextGraph {
  /** Node i is a sentence. */
  nodes: { document: number; sentence: number; text?: string; fiedler: number; queryCosine?: number }[];
  /** k-NN edges of positive weight, i < j. */
  edges: { i: number; j: number; weight: number }[];
}

/** Why the suspect stands out (docs/detection.md). */
export interface ResultFinding {
  /** The group of signals that weighs most: `relation`, `name-link`, `imbalance`, `echo`, `over-relevance` or
   * `name-copy`. */
  group: string;
  document: { index: number; id?: string };
  /** Sentences to look at, the most telling first. */
  sentences: SentenceRef[];
  /** The words behind it, rarest first, lower case, at most 8: names without link, words of the query, or names shared. */
  words: string[];
  /** One clause for people. Words in it come from the documents. */
  summary: string;
}

export interface ScreenResult {
  id?: string;
  verdict: Verdict;
  /** Why the verdict is `abstain`, else absent. */
  reason?: string;
  /** Higher = more attack-like; null when abstaining. */
  score: number | null;
  /** Flagged when score > threshold; null when abstaining. */
  threshold: number | null;
  /** Conservative conformal p-value of the score among the profile's benign scores of this shape; null when abstaining. */
  pValue: number | null;
  /** Mid-rank p-value (ties counted half), at most `pValue`; it promises no rate. Null when abstaining. */
  pValueMidRank: number | null;
  /** The false-positive rate the threshold was set for. */
  fpr: number;
  detector: string;
  /** Every signal that was computed, by name; higher = more attack-like. Those named window-… are of the suspect's window. */
  signals: Record<string, number>;
  /** Shape of what was screened: documents with text, and sentences that entered the graph. */
  shape: { documents: number; sentences: number };
  /** Shape whose benign scores the score was held against, where that is not `shape`: `composite` counts windows (docs/detection.md). */
  calibratedShape?: { documents: number; sentences: number };
  /** The two parts the context falls into (sign cut, or components); null when abstaining. The smaller part comes second. */
  parts: [ContextPart, ContextPart] | null;
  /** The strongest similarity that crosses the cut: what still holds the parts together. Null when abstaining. */
  weakestLink: { similarity: number; from: SentenceRef; to: SentenceRef } | null;
  /** The document to look at first: the most anomalous one, or with `anchored` the least relevant to the query. */
  suspect?: { index: number; id?: string };
  /** What made the score; with `composite`, where flagged. */
  finding?: ResultFinding;
  lambda2: number | null;
  components: number | null;
  /** λ₃ − λ₂ < 1e-9: the sign cut is not unique. Null when disconnected or abstaining. */
  degenerate: boolean | null;
  /** The profile did not cover this shape; the threshold is the nearest more conservative one. */
  extrapolated: boolean;
  /** What limited the screening, e.g. a script without case, sentences left out by coverage or bounds. */
  notes: string[];
  /** Milliseconds by stage. In a batch, shared stages are divided by the number of contexts. */
  timings: { text: number; encode: number; graph: number; signals: number; total: number };
  backend: BackendName;
  encoder: string;
  profile: { name: string; generic: boolean };
  /** Present when asked for with `detail: 'graph'`. */
  graph?: ContextGraph;
  /** Fields of the context that this package does not know, handed through. */
  passthrough?: Record<string, unknown>;
}

/** One entry of a batch: a result, or the error of this context alone. */
export type BatchEntry = { ok: true; result: ScreenResult } | { ok: false; id?: string; error: TopoGuardError };
