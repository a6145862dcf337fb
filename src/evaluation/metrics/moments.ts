import { normalDistribution } from '../../detectors/index.ts';

/** Mean; NaN for no values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** Sample standard deviation (n − 1); 0 for fewer than two values. */
export function standardDeviation(values: ArrayLike<number>): number {
  if (values.length < 2) return 0;
  return Math.sqrt((centralMoment(values, 2) * values.length) / (values.length - 1));
}

/** Standard error of the mean; 0 for fewer than two values. */
export function standardError(values: ArrayLike<number>): number {
  return values.length === 0 ? 0 : standardDeviation(values) / Math.sqrt(values.length);
}

/** Quantile with linear interpolation between order statistics (type 7); NaN for no values. */
export function quantile(values: ArrayLike<number>, q: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values as ArrayLike<number>).sort();
  const at = q * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]);
}

/** How near a sample is to a normal distribution. */
export interface Normality {
  mean: number;
  standardDeviation: number;
  /** Third standardized moment; 0 for a normal distribution. */
  skewness: number;
  /** Fourth standardized moment − 3; 0 for a normal distribution. */
  excessKurtosis: number;
  /** Jarque–Bera statistic n/6·(skewness² + excess²/4), about χ² with 2 degrees of freedom for independent normal values. */
  jarqueBera: number;
  /** exp(−JB/2), the probability of a larger statistic under that χ². Values that share sentences are not independent. */
  pValue: number;
  /** Largest distance between the empirical distribution function and that of the normal with the same mean and deviation. */
  distance: number;
}

/** Moments and distances to the normal distribution; biased (population) moments, as scipy's defaults. */
export function normality(values: ArrayLike<number>): Normality {
  const m = mean(values);
  const variance = centralMoment(values, 2);
  const skewness = centralMoment(values, 3) / variance ** 1.5;
  const excessKurtosis = centralMoment(values, 4) / variance ** 2 - 3;
  const jarqueBera = (values.length / 6) * (skewness * skewness + (excessKurtosis * excessKurtosis) / 4);
  return {
    mean: m,
    standardDeviation: standardDeviation(values),
    skewness,
    excessKurtosis,
    jarqueBera,
    pValue: Math.exp(-jarqueBera / 2),
    distance: distanceToNormal(values, m, standardDeviation(values)),
  };
}

function distanceToNormal(values: ArrayLike<number>, m: number, sd: number): number {
  const sorted = Float64Array.from(values as ArrayLike<number>).sort();
  let distance = 0;
  for (let i = 0; i < sorted.length; i++) {
    const p = normalDistribution((sorted[i] - m) / sd);
    distance = Math.max(distance, (i + 1) / sorted.length - p, p - i / sorted.length);
  }
  return distance;
}

function centralMoment(values: ArrayLike<number>, order: number): number {
  const m = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - m) ** order;
  return sum / values.length;
}
