import { mean, quantile, standardDeviation } from '../../src/evaluation/metrics/index.ts';

/** A quantity measured over rounds: its median, its quartiles, and the standard error of the median. */
export interface Spread {
  median: number;
  /** Lower and upper quartile. */
  low: number;
  high: number;
  /** 1.2533·σ/√rounds, with σ from the quartiles (a normal distribution's are 1.349 σ apart), so that a stray round counts little. */
  standardError: number;
  rounds: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const low = quantile(values, 0.25);
  const high = quantile(values, 0.75);
  return {
    median: quantile(values, 0.5),
    low,
    high,
    standardError: (1.2533 * (high - low)) / 1.349 / Math.sqrt(values.length),
    rounds: values.length,
  };
}

/** Least-squares line with the standard error of its slope. */
export interface Line {
  slope: number;
  slopeError: number;
  intercept: number;
}

export function fitLine(x: readonly number[], y: readonly number[]): Line {
  const [mx, my] = [mean(x), mean(y)];
  let sxx = 0;
  let sxy = 0;
  for (let i = 0; i < x.length; i++) {
    sxx += (x[i] - mx) ** 2;
    sxy += (x[i] - mx) * (y[i] - my);
  }
  const slope = sxy / sxx;
  const intercept = my - slope * mx;
  const residual = x.reduce((sum, v, i) => sum + (y[i] - intercept - slope * v) ** 2, 0);
  return { slope, intercept, slopeError: x.length > 2 ? Math.sqrt(residual / (x.length - 2) / sxx) : Number.NaN };
}

/** Median, 95 % and 99 % point and largest of latencies. */
export interface Latencies {
  p50: number;
  p95: number;
  p99: number;
  max: number;
  mean: number;
  sd: number;
  count: number;
}

export function latenciesOf(values: readonly number[]): Latencies {
  return {
    p50: quantile(values, 0.5),
    p95: quantile(values, 0.95),
    p99: quantile(values, 0.99),
    max: quantile(values, 1),
    mean: mean(values),
    sd: standardDeviation(values),
    count: values.length,
  };
}
