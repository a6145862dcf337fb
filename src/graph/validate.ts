import { TopoGuardError } from '../errors/index.ts';
import type { PackedBatch } from '../linalg/backend.ts';

/**
 * Checks everything about a batch except that its numbers are finite.
 *
 * @throws TopoGuardError SHAPE_INVALID (offsets, lengths, dimension, element types) or OPTION_INVALID (k)
 */
export function validateShape(batch: PackedBatch, k: number): void {
  if (!Number.isInteger(k) || k < 1) {
    throw new TopoGuardError('OPTION_INVALID', `k is ${k}`, {
      location: { field: 'k' },
      remedy: 'Give the number of neighbours as a whole number of at least 1',
    });
  }
  const { vectors, dimension, documentOffsets, contextOffsets, queries } = batch;
  if (!Number.isInteger(dimension) || dimension < 1) {
    throw shapeError('dimension', `dimension is ${dimension}`, 'Give the length of one vector, at least 1');
  }
  checkStart(contextOffsets, 'contextOffsets');
  checkStart(documentOffsets, 'documentOffsets');
  const documents = documentOffsets.length - 1;
  const contexts = contextOffsets.length - 1;
  checkOffsets(contextOffsets, 'contextOffsets', 'document');
  if (contextOffsets[contexts] !== documents) {
    throw shapeError(
      'contextOffsets',
      `the last offset is ${contextOffsets[contexts]}, but there are ${documents} documents`,
      'End contextOffsets with the number of documents',
    );
  }
  checkOffsets(documentOffsets, 'documentOffsets', 'row', contextOffsets);
  const rows = documentOffsets[documents];
  if (vectors.length !== rows * dimension) {
    throw shapeError(
      'vectors',
      `${vectors.length} numbers are not ${rows} rows of dimension ${dimension}`,
      'Give one vector of the same dimension for each sentence',
    );
  }
  if (queries === null) return;
  if (queries.length !== contexts * dimension) {
    throw shapeError(
      'queries',
      `${queries.length} numbers are not ${contexts} queries of dimension ${dimension}`,
      'Give one query vector for each context, zeros where it has none, or null for no queries at all',
    );
  }
  if (queries.BYTES_PER_ELEMENT !== vectors.BYTES_PER_ELEMENT) {
    throw shapeError(
      'queries',
      'queries and vectors differ in element type',
      'Use Float32Array or Float64Array for both',
    );
  }
}

function checkStart(offsets: Int32Array, field: string): void {
  if (offsets.length === 0 || offsets[0] !== 0) {
    const problem = offsets.length === 0 ? 'offsets are empty' : `the first offset is ${offsets[0]}`;
    throw shapeError(field, problem, 'Start the offsets with 0', { index: 0 });
  }
}

function checkOffsets(offsets: Int32Array, field: string, unit: string, contextOffsets?: Int32Array): void {
  for (let i = 1; i < offsets.length; i++) {
    if (offsets[i] > offsets[i - 1]) continue;
    const owner = contextOffsets ? contextOf(contextOffsets, i - 1) : i - 1;
    throw shapeError(
      field,
      `offset ${offsets[i]} follows ${offsets[i - 1]}`,
      `Give at least one ${unit} to every ${contextOffsets ? 'document' : 'context'}, offsets ascending`,
      { index: i, context: owner },
    );
  }
}

/**
 * @throws TopoGuardError EMBEDDING_NON_FINITE for the first NaN or ±∞ of vectors, else of queries, with context and index
 */
export function validateFinite(batch: PackedBatch): void {
  const { vectors, queries, dimension, documentOffsets, contextOffsets } = batch;
  if (!allFinite(vectors)) {
    const index = vectors.findIndex((value) => !Number.isFinite(value));
    const document = contextOf(documentOffsets, Math.floor(index / dimension));
    throw nonFinite('vectors', vectors[index], index, contextOf(contextOffsets, document));
  }
  if (queries !== null && !allFinite(queries)) {
    const index = queries.findIndex((value) => !Number.isFinite(value));
    throw nonFinite('queries', queries[index], index, Math.floor(index / dimension));
  }
}

/** Index c with offsets[c] ≤ position < offsets[c + 1]. */
function contextOf(offsets: Int32Array, position: number): number {
  let c = 0;
  while (offsets[c + 1] <= position) c++;
  return c;
}

/** x · 0 is ±0 for a finite x and NaN for any other, and a sum with a NaN in it stays NaN. */
function allFinite(values: Float32Array | Float64Array): boolean {
  const length = values.length;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i < length - 3; i += 4) {
    s0 += values[i] * 0;
    s1 += values[i + 1] * 0;
    s2 += values[i + 2] * 0;
    s3 += values[i + 3] * 0;
  }
  for (; i < length; i++) s0 += values[i] * 0;
  return s0 + s1 + s2 + s3 === 0;
}

function shapeError(
  field: string,
  problem: string,
  remedy: string,
  place: { index?: number; context?: number } = {},
): TopoGuardError {
  return new TopoGuardError('SHAPE_INVALID', problem, { location: { field, ...place }, remedy });
}

function nonFinite(field: string, value: number, index: number, context: number): TopoGuardError {
  return new TopoGuardError('EMBEDDING_NON_FINITE', `an embedding has ${value} in it`, {
    location: { field, index, context },
    remedy: 'Give finite numbers only; check the encoder that made this vector',
  });
}
