import { TopoGuardError } from '../../errors/index.ts';
import { requireFinite } from '../check-vectors.ts';
import type { Encoder } from '../encoder.ts';
import { requireName, requireWhole } from '../options.ts';

type Vector = ArrayLike<number>;

export interface PrecomputedTable {
  /** Row i of `vectors` belongs to texts[i]. */
  texts: readonly string[];
  /** [texts × dimension], row-major. Not copied. */
  vectors: Float32Array;
  dimension: number;
}

export type PrecomputedEncoderOptions = {
  /** Names the encoder that made the vectors, e.g. `all-mpnet-base-v2`; the encoder's id is `precomputed:` and this. */
  id: string;
  /**
   * Recognizes the weights that made the vectors. `caller:` and the id by default: the caller vouches that vectors under
   * one id come from one encoder.
   */
  fingerprint?: string;
} & (PrecomputedTable | { vectors: ReadonlyMap<string, Vector> | Readonly<Record<string, Vector>> });

/**
 * An encoder that looks up vectors made elsewhere, by text. White space around a text does not matter.
 *
 * @throws TopoGuardError OPTION_INVALID, SHAPE_INVALID (lengths that do not fit, a text twice, no text), DIMENSION_MISMATCH
 *   (vectors of different lengths), EMBEDDING_NON_FINITE (row and column). Its encode() and encodeSync() throw
 *   EMBEDDING_MISSING for a text without a vector, with its index and beginning.
 */
export function createPrecomputedEncoder(options: PrecomputedEncoderOptions): Encoder {
  const name = requireName('id', options.id);
  return encoderOf(
    name,
    options.fingerprint ?? `caller:${name}`,
    'texts' in options ? options : packed(options.vectors),
  );
}

/** The encoder over a table; `file` names the vectors' file in errors. */
export function encoderOf(name: string, fingerprint: string, table: PrecomputedTable, file?: string): Encoder {
  const { texts, vectors } = table;
  const dimension = requireWhole('dimension', table.dimension, 1);
  const place = file === undefined ? {} : { location: { file } };
  if (texts.length === 0) throw new TopoGuardError('SHAPE_INVALID', 'there is no text and no vector', place);
  if (vectors.length !== texts.length * dimension) {
    throw new TopoGuardError(
      'SHAPE_INVALID',
      `${texts.length} texts of dimension ${dimension} need ${texts.length * dimension} numbers, got ${vectors.length}`,
      { ...place, remedy: 'Texts and vectors must come from the same run.' },
    );
  }
  requireFinite(vectors, dimension, `precomputed:${name}`, file);
  const rows = rowsByText(texts, place);
  const id = `precomputed:${name}`;
  const encodeSync = (wanted: readonly string[]): Float32Array => {
    const out = new Float32Array(wanted.length * dimension);
    wanted.forEach((text, i) => {
      const row = rows.get(text) ?? rows.get(text.trim());
      if (row === undefined) throw missing(id, text, i);
      out.set(vectors.subarray(row * dimension, (row + 1) * dimension), i * dimension);
    });
    return out;
  };
  return {
    id,
    dimension,
    fingerprint,
    encodeSync,
    async encode(wanted, { signal } = {}) {
      signal?.throwIfAborted();
      return encodeSync(wanted);
    },
  };
}

function rowsByText(texts: readonly string[], place: { location?: { file: string } }): Map<string, number> {
  const rows = new Map<string, number>();
  texts.forEach((text, row) => {
    const earlier = rows.get(text);
    if (earlier !== undefined) {
      throw new TopoGuardError('SHAPE_INVALID', `texts ${earlier} and ${row} are the same: ${beginning(text)}`, {
        location: { ...place.location, index: row },
        remedy: 'Give every text once.',
      });
    }
    rows.set(text, row);
  });
  // Sentences reach an encoder without white space around them.
  texts.forEach((text, row) => {
    const trimmed = text.trim();
    if (!rows.has(trimmed)) rows.set(trimmed, row);
  });
  return rows;
}

/** Vectors by text as one table. */
function packed(vectors: ReadonlyMap<string, Vector> | Readonly<Record<string, Vector>>): PrecomputedTable {
  const entries = vectors instanceof Map ? [...vectors.entries()] : Object.entries(vectors as Record<string, Vector>);
  if (entries.length === 0) throw new TopoGuardError('SHAPE_INVALID', 'there is no text and no vector');
  const dimension = entries[0][1].length;
  const table = new Float32Array(entries.length * dimension);
  entries.forEach(([text, vector], row) => {
    if (vector.length !== dimension) {
      throw new TopoGuardError(
        'DIMENSION_MISMATCH',
        `the vector of ${beginning(text)} has dimension ${vector.length}, the first one ${dimension}`,
        { location: { field: 'vectors', index: row }, remedy: 'All vectors must come from one encoder.' },
      );
    }
    table.set(vector, row * dimension);
  });
  return { texts: entries.map(([text]) => text), vectors: table, dimension };
}

function missing(id: string, text: string, index: number): TopoGuardError {
  return new TopoGuardError('EMBEDDING_MISSING', `${id} has no vector for ${beginning(text)}`, {
    location: { index },
    remedy: 'Add its vector; sentences must be split as they were when the vectors were made.',
  });
}

function beginning(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
