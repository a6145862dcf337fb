import { upperBound } from '../detectors/index.ts';

/**
 * Quantiles of the mixture of two samples from their evenly spaced quantiles (linear in between); as many as the longer list has.
 *
 * @param a ascending, from minimum to maximum; may be empty
 * @param weightA number of values behind `a`
 */
export function mergeQuantiles(a: readonly number[], weightA: number, b: readonly number[], weightB: number): number[] {
  if (a.length === 0) return [...b];
  if (b.length === 0) return [...a];
  const knots = [...new Set([...a, ...b])].sort((x, y) => x - y);
  const share = weightA / (weightA + weightB);
  const levels = knots.map((x) => share * cumulative(a, x) + (1 - share) * cumulative(b, x));
  const steps = Math.max(a.length, b.length) - 1;
  return Array.from({ length: steps + 1 }, (_, i) => {
    if (i === 0) return knots[0];
    if (i === steps) return knots[knots.length - 1];
    return inverse(knots, levels, i / steps);
  });
}

/** Share of the sample ≤ x, linear between quantiles. */
function cumulative(quantiles: readonly number[], x: number): number {
  const steps = quantiles.length - 1;
  const at = upperBound(quantiles, x);
  if (at === 0) return 0;
  if (at > steps) return 1;
  return (at - 1 + (x - quantiles[at - 1]) / (quantiles[at] - quantiles[at - 1])) / steps;
}

function inverse(knots: readonly number[], levels: readonly number[], level: number): number {
  const at = Math.max(
    1,
    levels.findIndex((l) => l >= level),
  );
  const width = levels[at] - levels[at - 1];
  if (levels[at - 1] >= level || width <= 0) return knots[at - 1];
  return knots[at - 1] + ((level - levels[at - 1]) / width) * (knots[at] - knots[at - 1]);
}
