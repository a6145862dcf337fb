/** ⟨a, b[offset … offset + dimension)⟩, accumulated in double. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>, offset: number, dimension: number): number {
  // Four sums, so that an addition need not wait for the one before.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 3 < dimension; i += 4) {
    s0 += a[i] * b[offset + i];
    s1 += a[i + 1] * b[offset + i + 1];
    s2 += a[i + 2] * b[offset + i + 2];
    s3 += a[i + 3] * b[offset + i + 3];
  }
  for (; i < dimension; i++) s0 += a[i] * b[offset + i];
  return s0 + s1 + (s2 + s3);
}

/** Scales `vector` to unit length in place, without overflow at large or small magnitudes; a zero vector stays zero. */
export function normalizeInPlace(vector: Float32Array | Float64Array): void {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]));
  if (largest === 0) return;
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] / largest) ** 2;
  const length = Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i] / largest / length;
}
