import type { ScreenResult } from '../guard/index.ts';

/** What was known of a context's class before it was screened, where the input says so. */
export type ReportLabel = 'benign' | 'attack';

/** What the report shows of a document besides its sentences, which come from `result.graph`. */
export interface ReportDocument {
  id?: string;
  title?: string;
}

/** One context of the run: its result with what was asked, or the error of this context alone. */
export type ReportEntry =
  | {
      ok: true;
      /** With `graph` (screened with `detail: 'graph'`) the graph and the sentences are drawn, else the numbers alone. */
      result: ScreenResult;
      query?: string;
      /** The documents in the order of the context, so that indices in `result` apply. */
      documents: readonly ReportDocument[];
      label?: ReportLabel;
    }
  | {
      ok: false;
      id?: string;
      /** Line of the input file, from 1. */
      line?: number;
      error: { code: string; message: string };
      query?: string;
      label?: ReportLabel;
    };

/** The profile that set the thresholds. */
export interface ReportProfile {
  name: string;
  /** True for the profile that ships with the package: not calibrated on the user's own contexts. */
  generic: boolean;
  /** The false-positive rate the thresholds were set for, in [0, 1]. */
  fpr: number;
  detector: string;
  encoder: string;
  /** Number of benign contexts it was calibrated on. */
  count: number;
  /**
   * Benign scores, or equally spaced quantiles of them, by signal name; sorted ascending. Under the detector's own name
   * the benign scores of the detector, where they are kept.
   */
  distributions: Readonly<Record<string, readonly number[]>>;
}

export interface ScreenReportInput {
  /** Heading of the report; by default "Screening report". */
  title?: string;
  /** When the run was made. A string that is no date is shown as it is. */
  created: Date | string;
  entries: readonly ReportEntry[];
  profile: ReportProfile;
  backend: string;
  /** Version of the package. */
  version: string;
  /** Bounds of the file; the report says when one was reached. */
  limits?: {
    /** Contexts in the table, most suspicious first. Default 5,000. */
    rows?: number;
    /** Contexts whose graph and sentences are embedded, most suspicious first. Default 1,000. */
    details?: number;
  };
}
