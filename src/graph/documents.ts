import { doubles } from './workspace.ts';

/** How documents relate, from the similarities of their sentences. */
export interface DocumentRelations {
  /** Cosine of the mean unit vectors of each two documents; diagonal 1. 0 beside a document whose mean is 0. [m × m] */
  meanCosine: Float64Array;
  /** Largest cosine between a sentence of one and a sentence of the other; diagonal 1. [m × m] */
  bestCosine: Float64Array;
}

/** A mean vector of n unit vectors whose squared length is this small beside 1 is rounding around zero. */
const ZERO_MEAN = 1e-12;

const blockSums = doubles();

/**
 * Relations between documents without their vectors: with S the cosines, the means of two blocks of unit rows a and b have
 * the cosine ΣS_ab / √(ΣS_aa · ΣS_bb).
 *
 * @param similarities [n × n] cosines
 * @param rowOffsets document a holds rows rowOffsets[a] − rowOffsets[0] … of the matrix; [m + 1]
 * @param out written whole; allocated where not given
 */
export function documentRelations(
  similarities: Float64Array,
  n: number,
  rowOffsets: ArrayLike<number>,
  out: DocumentRelations = emptyRelations(rowOffsets.length - 1),
): DocumentRelations {
  const m = rowOffsets.length - 1;
  const { meanCosine, bestCosine } = out;
  const sums = blockSums.take(m * m);
  for (let a = 0; a < m; a++) {
    for (let b = a; b < m; b++) {
      const largest = summarizeBlock(similarities, n, rowOffsets, a, b, sums, a * m + b);
      bestCosine[a * m + b] = a === b ? 1 : largest;
      bestCosine[b * m + a] = bestCosine[a * m + b];
    }
  }
  for (let a = 0; a < m; a++) {
    meanCosine[a * m + a] = 1;
    for (let b = a + 1; b < m; b++) {
      const length = Math.sqrt(sums[a * m + a]) * Math.sqrt(sums[b * m + b]);
      const isZero = hasZeroMean(sums, m, rowOffsets, a) || hasZeroMean(sums, m, rowOffsets, b);
      const cosine = isZero ? 0 : Math.max(-1, Math.min(1, sums[a * m + b] / length));
      meanCosine[a * m + b] = cosine;
      meanCosine[b * m + a] = cosine;
    }
  }
  return out;
}

function emptyRelations(m: number): DocumentRelations {
  return { meanCosine: new Float64Array(m * m), bestCosine: new Float64Array(m * m) };
}

function hasZeroMean(sums: Float64Array, m: number, rowOffsets: ArrayLike<number>, a: number): boolean {
  const size = rowOffsets[a + 1] - rowOffsets[a];
  return sums[a * m + a] <= ZERO_MEAN * size * size;
}

/** Writes the sum of a block's cosines to sums[at], and returns the largest of them. */
function summarizeBlock(
  similarities: Float64Array,
  n: number,
  rowOffsets: ArrayLike<number>,
  a: number,
  b: number,
  sums: Float64Array,
  at: number,
): number {
  const origin = rowOffsets[0];
  let sum = 0;
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = rowOffsets[a] - origin; i < rowOffsets[a + 1] - origin; i++) {
    for (let j = rowOffsets[b] - origin; j < rowOffsets[b + 1] - origin; j++) {
      const cosine = similarities[i * n + j];
      sum += cosine;
      if (cosine > largest) largest = cosine;
    }
  }
  sums[at] = sum;
  return largest;
}
