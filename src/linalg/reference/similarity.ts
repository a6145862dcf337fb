/**
 * Cosine matrix of n row vectors: every row divided by its largest magnitude, then by its length, then multiplied out.
 * A zero row stays zero.
 *
 * @param vectors [n × dimension], row-major, finite
 * @returns [n × n]
 */
export function cosineMatrix(vectors: Float32Array | Float64Array, n: number, dimension: number): Float64Array {
  const units = Array.from({ length: n }, (_, i) =>
    unitVector(Array.from(vectors.subarray(i * dimension, (i + 1) * dimension))),
  );
  const cosines = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const isZero = units[i].every((value) => value === 0);
      cosines[i * n + j] = i === j ? (isZero ? 0 : 1) : innerProduct(units[i], units[j]);
    }
  }
  return cosines;
}

function unitVector(row: number[]): number[] {
  const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return row.map(() => 0);
  const scaled = row.map((value) => value / largest);
  const length = Math.sqrt(innerProduct(scaled, scaled));
  return scaled.map((value) => value / length);
}

function innerProduct(x: number[], y: number[]): number {
  return x.reduce((sum, value, t) => sum + value * y[t], 0);
}
