import { kolmogorovSmirnov, type TwoSampleTest } from '../../calibration/drift/kolmogorov-smirnov.ts';
import { rankedFromSorted } from '../../calibration/ranked-scores.ts';

/**
 * Two-sample Kolmogorov–Smirnov test of two samples as they are. The p-value is an upper bound, good from 30 values on.
 */
export function twoSampleTest(a: ArrayLike<number>, b: ArrayLike<number>): TwoSampleTest {
  const ascending = (values: ArrayLike<number>) => Float64Array.from(values).sort();
  return kolmogorovSmirnov(ascending(a), rankedFromSorted(ascending(b)));
}
