import { formatPercent } from '../theme/numbers.ts';

/** Where a value stands among benign values: how many lie below it, and how many equal it. */
export interface BenignRank {
  below: number;
  equal: number;
  total: number;
}

/** Rank of a value in an ascending array; null where there is nothing to compare with. */
export function rankAmong(sorted: readonly number[] | undefined, value: number | null): BenignRank | null {
  if (!sorted || sorted.length === 0 || value === null || !Number.isFinite(value)) return null;
  const below = bound(sorted, (x) => x < value);
  return { below, equal: bound(sorted, (x) => x <= value) - below, total: sorted.length };
}

/** Share of benign values below the value, ties counted half (mid-rank). In [0, 1]. */
export function midRank(rank: BenignRank): number {
  return (rank.below + rank.equal / 2) / rank.total;
}

/** The percentile as a reader would say it. Never claims more than the counts: shares are of values strictly below. */
export function rankInWords({ below, equal, total }: BenignRank): string {
  if (below === total) return 'higher than every benign context';
  if (below + equal === 0) return 'lower than every benign context';
  if (equal === total) return 'the same as every benign context';
  if (below === 0) return `as low as the lowest ${share(equal / total)} of benign contexts`;
  if (below + equal === total) return `as high as the highest ${share(equal / total)} of benign contexts`;
  if (below / total < 0.5 && below + equal <= total / 2) {
    return `lower than ${share((total - below - equal) / total)} of benign contexts`;
  }
  return `higher than ${share(below / total)} of benign contexts`;
}

/** A share inside a sentence: "more than" and "less than" instead of signs. */
function share(value: number): string {
  return formatPercent(value).replace('> ', 'more than ').replace('< ', 'less than ');
}

/** First index at which the predicate, true then false along the array, is false. */
function bound(sorted: readonly number[], holds: (x: number) => boolean): number {
  let lo = 0;
  let hi = sorted.length;
  while (lo < hi) {
    const mid = (lo + hi) >>> 1;
    if (holds(sorted[mid])) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}
