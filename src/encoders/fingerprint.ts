import { TopoGuardError } from '../errors/index.ts';

/**
 * The texts whose vectors make a fingerprint. Changing one changes every fingerprint, so the list belongs to the kind
 * `p1`; another list would need another kind. Several languages and lengths, so that a different tokenizer, pooling or
 * truncation shows as well as different weights.
 */
export const PROBE_TEXTS: readonly string[] = [
  'The lighthouse keeper climbed the stairs every evening.',
  'A guardian of the coastal beacon went up its steps at dusk.',
  'Quarterly revenue fell by 12.5% after the merger was announced.',
  'Mitochondria convert nutrients into chemical energy inside the cell.',
  'Which river flows through the capital of the country that borders both seas?',
  'ERROR 503: upstream timed out (retry in 30 s)',
  'Ein Orchester aus Leipzig spielte gestern die neunte Sinfonie.',
  "L'architecte a dessiné un pont suspendu au-dessus du fleuve.",
  'Старый мост соединяет два берега реки.',
  '这座图书馆收藏了许多古代手稿。',
  'tea',
  'She was born in 1912, studied law and mathematics, moved abroad during the war, and later founded a school whose pupils came to include two prime ministers, a composer and the engineer who electrified the northern railways.',
];

/** Quantization of a cosine: 100 steps to 1, so a value −1 … 1 is a whole number 0 … 200. */
const STEPS = 100;

/** Largest difference between two quantized cosines that still counts as the same weights (0.03 of cosine). */
const TOLERANCE = 3;

const PREFIX = 'p1:';

/**
 * Fingerprint of an encoder from its vectors of PROBE_TEXTS, as `p1:<dimension>:<hex>`: every pairwise cosine of the
 * probe texts, quantized to 1/100, two hex digits each, pairs (0,1), (0,2), …, (1,2), …
 *
 * A plain hash of the vectors would be simpler and wrong: the int8 kernels of an ONNX runtime differ between processors
 * by about 1e-2, and a hosted model answers the same text with slightly different floats, so a hash would refuse honest
 * matches. Cosines are also what the similarity graph is made of: encoders with equal cosines give equal scores.
 *
 * @param vectors [PROBE_TEXTS.length × dimension], row-major; rows need not have unit length
 * @throws TopoGuardError DIMENSION_MISMATCH where the length is another, EMBEDDING_NON_FINITE for NaN or ±∞
 */
export function fingerprintOf(vectors: Float32Array, dimension: number): string {
  const n = PROBE_TEXTS.length;
  if (!Number.isInteger(dimension) || dimension < 1 || vectors.length !== n * dimension) {
    throw new TopoGuardError(
      'DIMENSION_MISMATCH',
      `a fingerprint needs ${n} vectors of dimension ${dimension}, got ${vectors.length} numbers`,
      { remedy: 'Encode PROBE_TEXTS in order with the encoder that is to be recognized.' },
    );
  }
  const inverseNorms = new Float64Array(n);
  for (let i = 0; i < n; i++) inverseNorms[i] = inverseNorm(vectors, i * dimension, dimension);
  let hex = '';
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      let dot = 0;
      for (let c = 0; c < dimension; c++) dot += vectors[i * dimension + c] * vectors[j * dimension + c];
      const cosine = Math.min(1, Math.max(-1, dot * inverseNorms[i] * inverseNorms[j]));
      hex += Math.round((cosine + 1) * STEPS)
        .toString(16)
        .padStart(2, '0');
    }
  }
  return `${PREFIX}${dimension}:${hex}`;
}

/** 1/‖row‖ in double; 0 for a zero vector, which is similar to nothing. */
function inverseNorm(vectors: Float32Array, from: number, dimension: number): number {
  let squares = 0;
  for (let c = from; c < from + dimension; c++) squares += vectors[c] * vectors[c];
  if (!Number.isFinite(squares)) {
    const column = vectors.subarray(from, from + dimension).findIndex((v) => !Number.isFinite(v));
    throw new TopoGuardError(
      'EMBEDDING_NON_FINITE',
      `the vector of probe text ${from / dimension} has ${vectors[from + column]} in column ${column}`,
      { location: { index: from + column }, remedy: 'The encoder is broken or its model file is damaged.' },
    );
  }
  return squares > 0 ? 1 / Math.sqrt(squares) : 0;
}

/**
 * Whether two fingerprints stand for the same weights. `p1:` fingerprints match when dimension and count agree and no
 * quantized cosine differs by more than 3 steps (see fingerprintOf for why); every other kind (`sha256:` of a file,
 * `caller:` given by the user) only when equal.
 */
export function fingerprintsMatch(a: string, b: string): boolean {
  if (a === b) return true;
  const p = parse(a);
  const q = parse(b);
  if (p === null || q === null || p.dimension !== q.dimension || p.steps.length !== q.steps.length) return false;
  return p.steps.every((step, i) => Math.abs(step - q.steps[i]) <= TOLERANCE);
}

function parse(fingerprint: string): { dimension: string; steps: number[] } | null {
  const match = /^p1:(\d+):((?:[0-9a-f]{2})+)$/.exec(fingerprint);
  if (match === null) return null;
  const steps: number[] = [];
  for (let i = 0; i < match[2].length; i += 2) steps.push(Number.parseInt(match[2].slice(i, i + 2), 16));
  return { dimension: match[1], steps };
}
