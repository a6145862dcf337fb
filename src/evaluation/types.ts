import type { Context } from '../text/index.ts';

/** One question of a multi-hop data set. */
export interface DatasetRow {
  id: string;
  question: string;
  answer?: string;
  documents: { title: string; sentences: string[]; supporting: boolean }[];
}

/** How a context came about. `benign` kinds are what a retriever honestly gives. */
export type ContextKind = 'supporting' | 'retrieved' | 'with-distractors';

/** A context with what is known about it. Documents carry `sentences`. */
export interface EvaluationContext extends Context {
  id: string;
  query: string;
  label: 'benign' | 'attack';
  /** Index of the row of the data set that it belongs to; splits are by row, never by context. */
  row: number;
  kind: ContextKind;
  /** Strategy that made it; absent for benign ones. */
  attack?: string;
  /** Indices of the planted documents; absent for benign ones. */
  planted?: number[];
}

/** One table, curve or map of an experiment, in a form that the JSON file and the report share. */
export type Exhibit =
  | { type: 'table'; title: string; note?: string; columns: string[]; rows: (string | number | null)[][] }
  | {
      type: 'lines' | 'points';
      title: string;
      note?: string;
      xLabel: string;
      yLabel: string;
      series: { name: string; points: { x: number; y: number; error?: number }[] }[];
    }
  | {
      type: 'bars';
      title: string;
      note?: string;
      xLabel: string;
      yLabel: string;
      bars: { name: string; value: number; error?: number }[];
    }
  | {
      type: 'heatmap';
      title: string;
      note?: string;
      xLabel: string;
      yLabel: string;
      x: string[];
      y: string[];
      values: (number | null)[][];
    }
  | { type: 'histogram'; title: string; note?: string; xLabel: string; series: { name: string; values: number[] }[] };

/** A number the paper states in its prose, beside ours. `standardError` is ours, over bootstrap resamples. */
export interface Comparison {
  what: string;
  paper: number;
  ours: number;
  standardError: number;
  /** Contexts ours rests on, and the paper's where it says. */
  contexts: number;
  paperContexts?: number;
}

/** The outcome of one experiment. */
export interface ExperimentResult {
  name: string;
  title: string;
  /** What it rests on: data set, encoder, contexts, seed. */
  basis: string;
  exhibits: Exhibit[];
  comparisons: Comparison[];
  /** Seconds it took. */
  seconds: number;
}

/** The file that `topoguard evaluate` writes. */
export interface EvaluationReport {
  format: 'topoguard-evaluation';
  version: 1;
  created: string;
  dataset: { name: string; rows: number; used: number; leftOut: { reason: string; count: number }[] };
  encoder: { id: string; dimension: number };
  options: { seed: number; k: number; alpha: number; sentences: number; fpr: number[] };
  experiments: ExperimentResult[];
}
