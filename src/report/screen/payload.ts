/** The data that the page draws a context from, as embedded in the file. Type-only: shared by the writer and the page. */

export interface NodeData {
  document: number;
  sentence: number;
  fiedler: number;
  queryCosine: number | null;
  /** Null where the graph was recorded without texts. */
  text: string | null;
}

export interface SignalData {
  name: string;
  /** Null where the signal is not defined for this context. */
  value: number | null;
  /** Counts among the profile's benign values; null without a distribution. */
  rank: [below: number, equal: number] | null;
}

export interface ContextDetail {
  index: number;
  id: string | null;
  query: string | null;
  verdict: 'pass' | 'flag' | 'abstain' | 'error';
  label: string | null;
  error: { code: string; message: string; line: number | null } | null;
  screening: Screening | null;
}

export interface Screening {
  score: number | null;
  threshold: number | null;
  pValue: number | null;
  detector: string;
  reason: string | null;
  notes: string[];
  extrapolated: boolean;
  degenerate: boolean;
  lambda2: number | null;
  components: number | null;
  shape: [documents: number, sentences: number];
  documents: { id: string | null; title: string | null }[];
  suspect: number | null;
  /** What makes the suspect stand out; null where the detector does not tell. */
  finding: { group: string; document: number; summary: string } | null;
  /** Documents of each part with the share of their sentences in it; null without a cut. */
  parts: [PartDocument[], PartDocument[]] | null;
  /** Null where the graph was not recorded. */
  graph: GraphData | null;
  /** The strongest tie across the cut; nodes are null without a graph. */
  link: { similarity: number; nodes: [number, number] | null; from: SentencePlace; to: SentencePlace } | null;
  signals: SignalData[];
  milliseconds: number;
  backend: string;
  encoder: string;
}

export interface GraphData {
  nodes: NodeData[];
  /** Nodes of the second part, ascending. */
  second: number[];
  edges: [i: number, j: number, weight: number][];
  /** Sentences and edges beyond what the report draws of one graph. */
  omitted: [nodes: number, edges: number];
}

export type PartDocument = [index: number, share: number];
export type SentencePlace = [document: number, sentence: number];

export interface BenignHistogram {
  start: number;
  width: number;
  counts: number[];
  total: number;
}

export interface Payload {
  /** By signal name, and by the detector's name where its benign scores are kept. */
  benign: Record<string, BenignHistogram>;
  contexts: ContextDetail[];
}
