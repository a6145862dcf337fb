import { TopoGuardError } from '../errors/index.ts';

/**
 * Refuses NaN and ±∞, which a solver must never see.
 *
 * @param vectors [texts × dimension], row-major
 * @throws TopoGuardError EMBEDDING_NON_FINITE that names the first such row and column; location.index is the row
 */
export function requireFinite(vectors: Float32Array, dimension: number, from: string, file?: string): void {
  for (let i = 0; i < vectors.length; i++) {
    // x − x is 0 for every finite x and NaN for every other.
    if (vectors[i] - vectors[i] === 0) continue;
    const row = Math.floor(i / dimension);
    throw new TopoGuardError(
      'EMBEDDING_NON_FINITE',
      `${from} gave ${vectors[i]} in column ${i % dimension} of the vector of text ${row}`,
      { location: { ...(file === undefined ? {} : { file }), index: row } },
    );
  }
}
