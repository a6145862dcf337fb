import { TopoGuardError } from '../../errors/index.ts';

const REMEDY = 'Check that the server speaks the OpenAI embeddings API and that the model is an embedding model.';

/**
 * The vectors of an embeddings answer in the order of the inputs, whatever order they came in: [count × dimension].
 * Numbers and base64 (float32 little-endian) are both understood.
 *
 * @throws TopoGuardError ENCODER_FAILED where the answer has another shape, DIMENSION_MISMATCH where a vector has another
 *   length than the first or than `dimension`, EMBEDDING_NON_FINITE for null, NaN or ±∞
 */
export function vectorsOf(answer: unknown, count: number, dimension: number | undefined, id: string): Float32Array {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw malformed(`${id}: the answer has no list "data"`);
  if (data.length !== count) throw malformed(`${id}: ${data.length} vectors for ${count} texts`);
  const rows = new Array<ArrayLike<number> | undefined>(count);
  data.forEach((entry: unknown, position) => {
    const { index = position, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= count) {
      throw malformed(`${id}: data[${position}].index is ${JSON.stringify(index)}, expected 0 … ${count - 1}`);
    }
    if (rows[index as number] !== undefined) throw malformed(`${id}: two vectors with index ${String(index)}`);
    rows[index as number] = numbers(embedding, `${id}: data[${position}].embedding`);
  });
  const width = dimension ?? rows[0]!.length;
  const vectors = new Float32Array(count * width);
  rows.forEach((row, i) => {
    fill(vectors, i, width, row!, id);
  });
  return vectors;
}

function fill(vectors: Float32Array, row: number, width: number, values: ArrayLike<number>, id: string): void {
  if (values.length !== width) {
    throw new TopoGuardError('DIMENSION_MISMATCH', `${id}: a vector of dimension ${values.length}, expected ${width}`, {
      location: { index: row },
      remedy: 'The model behind the address has changed, or does not support the dimensions asked for.',
    });
  }
  for (let c = 0; c < width; c++) {
    vectors[row * width + c] = values[c];
    if (typeof values[c] !== 'number' || !Number.isFinite(vectors[row * width + c])) {
      throw new TopoGuardError(
        'EMBEDDING_NON_FINITE',
        `${id}: ${JSON.stringify(values[c])} in column ${c} of vector ${row}`,
        {
          location: { index: row },
          remedy: 'The server gives broken vectors; look at its log.',
        },
      );
    }
  }
}

function numbers(embedding: unknown, field: string): ArrayLike<number> {
  if (Array.isArray(embedding) && embedding.length > 0) return embedding as number[];
  if (typeof embedding === 'string' && embedding !== '') return floats(embedding, field);
  throw malformed(`${field} is no list of numbers`);
}

function floats(base64: string, field: string): Float32Array {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    throw malformed(`${field} is no base64`);
  }
  if (binary.length % 4 !== 0) throw malformed(`${field} has ${binary.length} bytes, not a multiple of 4`);
  const view = new DataView(new ArrayBuffer(binary.length));
  for (let i = 0; i < binary.length; i++) view.setUint8(i, binary.charCodeAt(i));
  const values = new Float32Array(binary.length / 4);
  for (let i = 0; i < values.length; i++) values[i] = view.getFloat32(i * 4, true);
  return values;
}

function malformed(problem: string): TopoGuardError {
  return new TopoGuardError('ENCODER_FAILED', problem, { remedy: REMEDY });
}
