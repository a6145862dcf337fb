import type { Exhibit } from '../../src/evaluation/types.ts';
import type { Spread } from './statistics.ts';

/** How a run was asked for. */
export interface BenchOptions {
  /** Fewer rounds and smaller grids: minutes become seconds, and spreads wider. */
  quick: boolean;
  /** Contexts of the memory and event-loop suites. */
  contexts?: number;
  /** Requests to Llama Guard at each concurrency. */
  requests?: number;
  llamaGuard?: { url: string; model: string; api: 'completions' | 'chat'; key?: string };
  /** Python for the numpy suite and, with llama_cpp, for the stand-in. */
  python?: string;
  llamaPython?: string;
  /** One line for whoever waits. */
  progress(line: string): void;
}

/** A named number for the JSON file, the goals and the check. */
export interface Figure {
  id: string;
  unit: 'ratio' | 'µs' | 'ms' | 'contexts/s' | 'bytes/context' | 'MiB' | 'exponent' | 'share' | 'tokens';
  value: number;
  /** Where it was measured over rounds. */
  spread?: Spread;
}

/** What was not measured here, and why. */
export interface LeftOut {
  what: string;
  why: string;
}

export interface SuiteOutcome {
  /** What it rests on, in a sentence or two. */
  basis: string;
  exhibits: SuiteExhibit[];
  figures: Figure[];
  leftOut: LeftOut[];
}

/** As in the evaluation's reports; `logarithmic` curves have both axes by the logarithm. */
export type SuiteExhibit =
  | Extract<Exhibit, { type: 'table' | 'lines' | 'points' | 'bars' }>
  | (Omit<Extract<Exhibit, { type: 'lines' | 'points' }>, 'type'> & { type: 'logarithmic' });

export interface Suite {
  name: string;
  title: string;
  run(options: BenchOptions): Promise<SuiteOutcome>;
}

export function ratioFigure(id: string, spread: Spread): Figure {
  return { id, unit: 'ratio', value: spread.median, spread };
}

export function timeFigure(id: string, spread: Spread): Figure {
  return { id, unit: 'µs', value: spread.median, spread };
}

/** "2.81 (2.75–2.90)": the median with its quartiles. */
export function withQuartiles({ median, low, high }: Spread): string {
  return `${short(median)} (${short(low)}–${short(high)})`;
}

/** Three significant digits, without an exponent; whole numbers from 100 on. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return 'n/a';
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(size >= 10 ? 1 : size >= 1 ? 2 : 3);
}
