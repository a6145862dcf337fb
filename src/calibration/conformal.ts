import { TopoGuardError } from '../errors/index.ts';
import { clopperPearsonUpper } from './binomial.ts';
import { DEFAULT_RULE, minimumCount, setAside, type ThresholdRule, thresholdRank } from './guarantee.ts';
import { countAtMost, countBelow, mostAtMost, mostBelow, type ScoreSample } from './score-sample.ts';

/** Scores of several groups taken as one sample. */
export type PooledSample = readonly ScoreSample[];

/** A threshold with what it rests on. A context is flagged when its score is above `threshold`. */
export interface ConformalThreshold {
  threshold: number;
  /** Number of benign scores m. */
  count: number;
  /** One-sided 95 % Clopper–Pearson bound of the FPR, from the benign scores above the threshold; none is set aside here. */
  fprUpper95: number;
  /** At most so many ranks too high, where scores were thinned; 0 = the exact order statistic. */
  rankError: number;
}

export function pooledCount(pool: PooledSample): number {
  return sum(pool, (sample) => sample.count);
}

/**
 * Split conformal threshold (docs/method.md): τ = the ⌈(m+1)(1−β)⌉-th smallest of m benign scores; a new benign context from
 * the same source then exceeds τ with probability ≤ β, for any distribution, ties included. With `pac`, and where attacks may
 * be among the scores, the rank is as ThresholdRule says. Where scores were thinned, the next kept score at or above that rank.
 *
 * @param fpr β in (0, 1)
 * @throws TopoGuardError CALIBRATION_TOO_SMALL when m < minimumCount(fpr, rule), saying how many are needed
 */
export function conformalThreshold(
  pool: PooledSample,
  fpr: number,
  rule: Readonly<ThresholdRule> = DEFAULT_RULE,
): ConformalThreshold {
  const count = pooledCount(pool);
  const needed = minimumCount(fpr, rule);
  if (count < needed) throw tooFew(count, needed, fpr, rule);
  // Those set aside are the highest, so ranks from below do not change.
  const rank = thresholdRank(count - setAside(count, rule.contamination), fpr, rule.guarantee);
  const scores = Float64Array.from(pool.flatMap((sample) => sample.scores)).sort();
  let from = 0;
  let to = scores.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sum(pool, (sample) => countAtMost(sample, scores[middle])) >= rank) to = middle;
    else from = middle + 1;
  }
  const threshold = scores[from];
  const atMost = sum(pool, (sample) => countAtMost(sample, threshold));
  return {
    threshold,
    count,
    fprUpper95: clopperPearsonUpper(count - atMost, count),
    rankError: Math.max(0, sum(pool, (sample) => mostBelow(sample, threshold)) - (rank - 1)),
  };
}

/** Both p-values of a score; see `conformalPValue` and `conformalMidRankPValue`. */
export interface ConformalPValues {
  conservative: number;
  midRank: number;
}

/** Both at once, for less than one after the other. */
export function conformalPValues(pool: PooledSample, score: number, contamination = 0): ConformalPValues {
  let count = 0;
  let below = 0;
  let midBelow = 0;
  let midAtMost = 0;
  for (const sample of pool) {
    const least = countBelow(sample, score);
    count += sample.count;
    below += least;
    midBelow += (least + mostBelow(sample, score)) / 2;
    midAtMost += (countAtMost(sample, score) + mostAtMost(sample, score)) / 2;
  }
  const aside = setAside(count, contamination);
  const above = count - midAtMost;
  const equal = Math.max(0, midAtMost - midBelow - Math.max(0, aside - above));
  return {
    conservative: (1 + Math.max(0, count - below - aside)) / (count - aside + 1),
    midRank: (1 + Math.max(0, above - aside) + equal / 2) / (count - aside + 1),
  };
}

/**
 * Conservative conformal p-value: (1 + #{benign scores ≥ score}) / (m + 1), never below the exact one, and P(p ≤ β) ≤ β for a
 * benign context. Scores set aside as possible attacks do not count. With a `marginal` threshold flagged means p ≤ β.
 */
export function conformalPValue(pool: PooledSample, score: number, contamination = 0): number {
  return conformalPValues(pool, score, contamination).conservative;
}

/**
 * Mid-rank conformal p-value: (1 + #{> score} + ½ #{= score}) / (m + 1), never above the conservative one. Fairer where scores
 * tie, and the form that p-values are fused in; it promises no rate. Between thinned scores the middle of the possible ranks.
 */
export function conformalMidRankPValue(pool: PooledSample, score: number, contamination = 0): number {
  return conformalPValues(pool, score, contamination).midRank;
}

function sum(pool: PooledSample, value: (sample: ScoreSample) => number): number {
  return pool.reduce((total, sample) => total + value(sample), 0);
}

function tooFew(count: number, needed: number, fpr: number, rule: Readonly<ThresholdRule>): TopoGuardError {
  const promise =
    rule.guarantee === 'pac'
      ? `a false-positive rate of ${fpr} with 95 % confidence (pac)`
      : `a false-positive rate of ${fpr}`;
  const aside = rule.contamination > 0 ? ` when up to ${rule.contamination} of them may be attacks` : '';
  return new TopoGuardError(
    'CALIBRATION_TOO_SMALL',
    `${count} benign scores cannot support ${promise}${aside}; it takes at least ${needed}`,
    { remedy: 'Calibrate with more benign contexts, or ask for a larger rate' },
  );
}
