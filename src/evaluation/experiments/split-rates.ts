import type { Detector } from '../../detectors/index.ts';
import type { NamedContexts, Observation } from './observe.ts';
import type { PerformanceOptions } from './performance.ts';
import { Scorer, thresholdOf } from './scoring.ts';

export type SplitOptions = Pick<PerformanceOptions, 'fpr' | 'splits' | 'fittedSplits'>;

/** Shares of contexts above the threshold of one target rate, one number a resample. */
export interface Rates {
  /** Of benign contexts. */
  fpr: number[];
  /** Of each set; NaN where a resample has none of its contexts. */
  recall: number[][];
}

/**
 * Thresholds from development parts, and the shares of contexts above them in the resampled test parts.
 *
 * @returns for each target its rates, or null where development parts are too small to promise it
 */
export function splitRates(
  detector: Detector,
  benign: readonly Observation[],
  sets: readonly NamedContexts[],
  { fpr, splits, fittedSplits }: SplitOptions,
): (Rates | null)[] {
  const rows = 1 + Math.max(...[...benign, ...sets.flatMap((s) => s.observations)].map((o) => o.row));
  const benignRows = new RowScores(benign, rows, fpr.length);
  const setRows = sets.map((s) => new RowScores(s.observations, rows, fpr.length));
  const rates: (Rates | null)[] = fpr.map(() => ({ fpr: [], recall: sets.map(() => []) }));
  // Scores of a detector that is not fitted are the same in every split.
  const constant = detector.fitted ? null : new Scorer(detector, []);
  if (constant) for (const scores of [benignRows, ...setRows]) scores.scoreAll(constant);
  for (const { development, test, resamples } of detector.fitted ? fittedSplits : splits) {
    const developed = benignRows.observationsOf(development);
    const scorer = constant ?? new Scorer(detector, developed);
    const own = developed.map((o) => scorer.score(o)).filter((score) => !Number.isNaN(score));
    const thresholds = fpr.map((rate) => thresholdOf(own, rate));
    for (const scores of [benignRows, ...setRows]) {
      if (!constant) scores.score(scorer, test);
      scores.count(test, thresholds);
    }
    for (const [f, threshold] of thresholds.entries()) {
      if (threshold === Number.POSITIVE_INFINITY) rates[f] = null;
      const at = rates[f];
      if (at === null) continue;
      for (const drawn of resamples) {
        at.fpr.push(benignRows.share(f, drawn));
        setRows.forEach((scores, s) => {
          at.recall[s].push(scores.share(f, drawn));
        });
      }
    }
  }
  return rates;
}

/** Scores of a set of contexts, grouped by row. */
class RowScores {
  readonly #byRow: Observation[][];
  readonly #scores: Float64Array[];
  /** Contexts of a row that have a score, and those above each threshold. */
  readonly #total: Int32Array;
  readonly #above: Int32Array[];

  constructor(observations: readonly Observation[], rows: number, thresholds: number) {
    this.#byRow = Array.from({ length: rows }, () => []);
    for (const o of observations) this.#byRow[o.row].push(o);
    this.#scores = this.#byRow.map((group) => new Float64Array(group.length));
    this.#total = new Int32Array(rows);
    this.#above = Array.from({ length: thresholds }, () => new Int32Array(rows));
  }

  observationsOf(rows: Int32Array): Observation[] {
    const observations: Observation[] = [];
    for (const row of rows) observations.push(...this.#byRow[row]);
    return observations;
  }

  scoreAll(scorer: Scorer): void {
    this.score(scorer, Int32Array.from(this.#byRow.keys()));
  }

  score(scorer: Scorer, rows: Int32Array): void {
    for (const row of rows) {
      const group = this.#byRow[row];
      for (let i = 0; i < group.length; i++) this.#scores[row][i] = scorer.score(group[i]);
    }
  }

  count(rows: Int32Array, thresholds: readonly number[]): void {
    for (const row of rows) {
      const scores = this.#scores[row];
      let total = 0;
      for (let f = 0; f < thresholds.length; f++) this.#above[f][row] = 0;
      for (let i = 0; i < scores.length; i++) {
        if (Number.isNaN(scores[i])) continue;
        total++;
        for (let f = 0; f < thresholds.length; f++) if (scores[i] > thresholds[f]) this.#above[f][row]++;
      }
      this.#total[row] = total;
    }
  }

  /** NaN where none of the rows has a context with a score. */
  share(f: number, rows: Int32Array): number {
    const above = this.#above[f];
    let count = 0;
    let trials = 0;
    for (let i = 0; i < rows.length; i++) {
      count += above[rows[i]];
      trials += this.#total[rows[i]];
    }
    return count / trials;
  }
}
