import { exactDevelopmentSize, mean, splitsByRow, standardDeviation } from '../metrics/index.ts';
import { RandomStream } from '../random.ts';
import type { EvaluatedDetector } from './detectors.ts';
import type { NamedContexts, Observation } from './observe.ts';
import { type Estimate, namedFirst, type Performance, resampledAurocs, type Scored } from './performance.ts';
import { Scorer, thresholdOf } from './scoring.ts';

/** Parts of the questions; each is scored against a reference of the other parts. */
const PARTS = 32;
/** Random divisions of the questions into those that set the threshold and those that are tested. */
const SPLITS = 400;

export interface CrossFitOptions {
  fpr: readonly number[];
  resamples: number;
  seed: number;
}

/**
 * Performances as in `performances`, for more use of few questions. Every context is scored once, against a reference fitted without
 * its question. Thresholds come from as many benign scores as make the promised rate exact where there are enough of them (99, 199, 299,
 * … at 1 %), over many random divisions; recall is the mean over the questions left. Deviations are over bootstrap resamples of the
 * questions, each with a threshold of its own, so that they hold the chance of both the threshold and the contexts.
 */
export function crossFitted(
  { name, detector }: EvaluatedDetector,
  benign: readonly Observation[],
  attacks: readonly NamedContexts[],
  { fpr, resamples, seed }: CrossFitOptions,
): Performance[] {
  const rows = [...new Set(benign.map((o) => o.row))];
  const partOf = new Map(rows.map((row, i) => [row, i % PARTS]));
  const parts = Math.min(PARTS, rows.length);
  const scorers = Array.from(
    { length: detector.fitted ? parts : 1 },
    (_, part) => new Scorer(detector, detector.fitted ? benign.filter((o) => partOf.get(o.row) !== part) : []),
  );
  const scored = (set: readonly Observation[]): Scored[] =>
    set.flatMap((o) => {
      const { score, suspect } = scorers[detector.fitted ? (partOf.get(o.row) ?? 0) : 0].judge(o);
      if (Number.isNaN(score)) return [];
      const { row, planted } = o;
      return planted && suspect !== undefined ? { row, score, named: planted.includes(suspect) } : { row, score };
    });
  const safe = scored(benign);
  const sets = attacks.map((attack) => scored(attack.observations));
  const draws = bootstrap(rows, resamples, seed);
  const rates = fpr.map((rate) => recallAt(rate, rows, safe, sets, draws, seed));
  return attacks.map((attack, a) => ({
    detector: name,
    attack: attack.name,
    contexts: sets[a].length,
    benign: safe.length,
    auroc: estimateOf(resampledAurocs(safe, sets[a], draws)),
    named: namedFirst(sets[a], draws),
    recall: rates.map((rate) => rate?.[a] ?? null),
    // The same questions in other roles: the rate is what was asked, and no finding.
    fpr: fpr.map(() => null),
  }));
}

/** Recall of each set; null where there are too few benign scores to promise the rate. */
function recallAt(
  rate: number,
  rows: readonly number[],
  safe: readonly Scored[],
  sets: readonly (readonly Scored[])[],
  draws: readonly Int32Array[],
  seed: number,
): Estimate[] | null {
  const size = exactDevelopmentSize(rows.length, rate);
  if (size === null) return null;
  const benign = new ByRow(safe);
  const attacked = sets.map((set) => new ByRow(set));
  const recall: number[][] = sets.map(() => []);
  for (const { development, test } of splitsByRow(rows, size, SPLITS, SPLITS, seed)) {
    const threshold = thresholdOf(benign.scoresOf(development), rate);
    attacked.forEach((set, a) => {
      recall[a].push(set.shareAbove(threshold, test));
    });
  }
  const drawn: number[][] = sets.map(() => []);
  for (const draw of draws) {
    const threshold = thresholdOf(benign.scoresOf(draw), rate);
    attacked.forEach((set, a) => {
      drawn[a].push(set.shareAbove(threshold, draw));
    });
  }
  const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
  return recall.map((values, a) => ({ mean: mean(known(values)), sd: standardDeviation(known(drawn[a])) }));
}

/** Scores of a set of contexts by question. */
class ByRow {
  readonly #scores = new Map<number, number[]>();

  constructor(set: readonly Scored[]) {
    for (const { row, score } of set) {
      const own = this.#scores.get(row);
      if (own) own.push(score);
      else this.#scores.set(row, [score]);
    }
  }

  scoresOf(rows: Iterable<number>): number[] {
    const scores: number[] = [];
    for (const row of rows) scores.push(...(this.#scores.get(row) ?? []));
    return scores;
  }

  /** NaN where none of the questions has a context. */
  shareAbove(threshold: number, rows: Iterable<number>): number {
    let above = 0;
    let all = 0;
    for (const row of rows) {
      const own = this.#scores.get(row);
      if (own === undefined) continue;
      all += own.length;
      for (const score of own) if (score > threshold) above++;
    }
    return above / all;
  }
}

function bootstrap(rows: readonly number[], resamples: number, seed: number): Int32Array[] {
  const random = RandomStream.seeded(seed);
  return Array.from({ length: resamples }, () => Int32Array.from(rows, () => rows[random.below(rows.length)]));
}

function estimateOf(values: readonly number[]): Estimate {
  return { mean: mean(values), sd: standardDeviation(values) };
}
