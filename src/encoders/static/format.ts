import { TopoGuardError } from '../../errors/index.ts';

/**
 * The asset of the static encoder, `assets/static-encoder.bin`: one little-endian file, written by `tools/distill`.
 *
 * | offset | type | what |
 * |---|---|---|
 * | 0 | 8 bytes | `TGSTATIC` |
 * | 8 | uint32 | version of this layout, 1 |
 * | 12 | uint32 | checksum: FNV-1a over the 32-bit words from offset 16 to the end |
 * | 16 | uint32 | d, the dimension, a multiple of 4 |
 * | 20 | uint32 | v, the number of tokens, at most 65,536 |
 * | 24 | uint32 | bytes of the name, without padding |
 * | 28 | uint32 | bytes of the vocabulary, without padding |
 * | 32 | UTF-8 | name of the encoder, e.g. `static:minilm-128-v1` |
 * | then | UTF-8 | the tokens joined by line feeds; `##` marks one that continues a word |
 * | then | float32[d] | bias b |
 * | then | float32[v] | scale of each row |
 * | then | int8[v · d] | rows; token i's vector is scale[i] · row i |
 *
 * Every section is padded with zeros to a multiple of 4 bytes.
 */
export interface TokenTable {
  name: string;
  dimension: number;
  tokens: string[];
  /** [dimension] */
  bias: Float32Array;
  /** [tokens] */
  scales: Float32Array;
  /** [tokens × dimension / 4]: four consecutive int8 components in one word, the first in its lowest byte. */
  vectors: Int32Array;
  /** [tokens]: 1 for a token with a letter or a digit, 0 for punctuation and symbols. */
  words: Uint8Array;
}

const MAGIC = 'TGSTATIC';
const VERSION = 1;
const HEADER = 32;
const MOST_TOKENS = 65_536;
/** Whether the machine lays out numbers as the asset does, so that it can be read in place. */
export const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Reads the asset. `vectors` is a view into it, not a copy, on little-endian machines.
 *
 * @throws TopoGuardError ENCODER_FAILED when the bytes are not such an asset, are cut off or damaged.
 */
export function parseTokenTable(asset: Uint8Array | ArrayBuffer): TokenTable {
  let bytes = asset instanceof Uint8Array ? asset : new Uint8Array(asset);
  if (bytes.byteOffset % 4 !== 0) bytes = bytes.slice();
  if (bytes.length < HEADER) throw corrupt(`it has ${bytes.length} bytes, fewer than its header`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (start: number, length: number) => new TextDecoder().decode(bytes.subarray(start, start + length));
  if (text(0, MAGIC.length) !== MAGIC) throw corrupt('it does not begin like one');
  const version = view.getUint32(8, true);
  if (version !== VERSION) throw corrupt(`its layout has version ${version}, this release reads ${VERSION}`);
  const [dimension, count, nameLength, vocabularyLength] = [16, 20, 24, 28].map((at) => view.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  if (dimension === 0 || dimension % 4 !== 0) throw corrupt(`its dimension is ${dimension}`);
  if (count > MOST_TOKENS) throw corrupt(`it has ${count} tokens, more than ${MOST_TOKENS}`);
  const vocabularyAt = HEADER + padded(nameLength);
  const biasAt = vocabularyAt + padded(vocabularyLength);
  const scalesAt = biasAt + 4 * dimension;
  const vectorsAt = scalesAt + 4 * count;
  const size = vectorsAt + count * dimension;
  if (bytes.length !== size) throw corrupt(`it has ${bytes.length} bytes where its header says ${size}`);
  if (view.getUint32(12, true) !== checksum(view)) throw corrupt('its checksum does not match');
  const tokens = text(vocabularyAt, vocabularyLength).split('\n');
  if (tokens.length !== count) throw corrupt(`it holds ${tokens.length} tokens where its header says ${count}`);
  return {
    name: text(HEADER, nameLength),
    dimension,
    tokens,
    bias: floats(view, biasAt, dimension),
    scales: floats(view, scalesAt, count),
    vectors: words32(view, vectorsAt, (count * dimension) / 4),
    words: Uint8Array.from(tokens, (token) => (WORD.test(token) ? 1 : 0)),
  };
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function checksum(view: DataView): number {
  let hash = 0x811c9dc5;
  for (let at = 16; at < view.byteLength; at += 4) hash = Math.imul(hash ^ view.getUint32(at, true), 0x01000193);
  return hash >>> 0;
}

/** A copy read value by value, right on big-endian machines too. */
function floats(view: DataView, at: number, count: number): Float32Array {
  const out = new Float32Array(count);
  for (let i = 0; i < count; i++) out[i] = view.getFloat32(at + 4 * i, true);
  return out;
}

/** A view without copying on little-endian machines, which nearly all are. */
function words32(view: DataView, at: number, count: number): Int32Array {
  if (LITTLE_ENDIAN) return new Int32Array(view.buffer, view.byteOffset + at, count);
  const out = new Int32Array(count);
  for (let i = 0; i < count; i++) out[i] = view.getInt32(at + 4 * i, true);
  return out;
}

function corrupt(reason: string): TopoGuardError {
  return new TopoGuardError('ENCODER_FAILED', `the token table of the static encoder cannot be used: ${reason}`, {
    remedy: 'Reinstall topoguard; the file assets/static-encoder.bin is damaged or from another release',
  });
}
