import { quantile } from '../../src/evaluation/metrics/index.ts';
import { fitLine } from './statistics.ts';

/** Blocks that samples are taken together in, and the 97.5 % point of Student's t with two degrees of freedom fewer. */
const BLOCKS = 6;
const STUDENT_T = 2.776;

/** How fast a quantity grows, with the bounds of the 95 % confidence interval. */
export interface Trend {
  slope: number;
  slopeError: number;
  low: number;
  high: number;
}

/**
 * Slope of samples that lean on those before them, as the size of a heap does: the line is fitted to six blocks of neighbouring
 * samples, which are nearly independent (method of batch means: Law, Simulation Modeling and Analysis, § 9.5); to their
 * medians, so that single readings that are far off count little.
 *
 * @throws Error for fewer than two samples a block
 */
export function trendOf(x: readonly number[], y: readonly number[]): Trend {
  if (x.length < 2 * BLOCKS) throw new Error(`a trend needs at least ${2 * BLOCKS} samples, and there are ${x.length}`);
  const { slope, slopeError } = fitLine(blockMedians(x), blockMedians(y));
  const margin = STUDENT_T * slopeError;
  return { slope, slopeError, low: slope - margin, high: slope + margin };
}

function blockMedians(values: readonly number[]): number[] {
  const start = (block: number): number => Math.floor((block * values.length) / BLOCKS);
  return Array.from({ length: BLOCKS }, (_, block) => quantile(values.slice(start(block), start(block + 1)), 0.5));
}
