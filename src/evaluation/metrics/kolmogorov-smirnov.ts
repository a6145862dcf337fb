import { kolmogorovSmirnov, rankedFromSorted, type TwoSampleTest } from '../../calibration/index.ts';

/**
 * Two-sample Kolmogorov–Smirnov test of two samples as they are. The p-value is an upper bound, good from 30 values on.
 */
export function twoSampleTest(a: ArrayLike<number>, b: ArrayLike<number>): TwoSampleTest {
  const ascending = (values: ArrayLike<number>) => Float64Array.from(values).sort();
  return kolmogorovSmirnov(ascending(a), rankedFromSorted(ascending(b)));
}
