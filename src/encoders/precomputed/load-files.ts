import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { TopoGuardError } from '../../errors/index.ts';
import type { Encoder } from '../encoder.ts';
import { encoderOf } from './index.ts';

/** Largest text list after unpacking, in bytes: a small archive can hold a huge file. */
const MAX_TEXT_BYTES = 1 << 30;

/**
 * Loads vectors from `PATH.f32` (float32 little-endian, row i for text i) and `PATH.sentences.json.gz` (a JSON array of
 * texts). Node only. The encoder's id is `precomputed:` and the last part of the path; its fingerprint is `sha256:` and the
 * first 16 hex digits of the vectors file's hash, unless one is given.
 *
 * @throws TopoGuardError FILE_UNREADABLE, FILE_EMPTY, JSON_INVALID, TEXT_ENCODING_INVALID, SHAPE_INVALID,
 *   EMBEDDING_NON_FINITE, each with the file
 */
export async function loadPrecomputed(
  path: string,
  options: { id?: string; fingerprint?: string } = {},
): Promise<Encoder> {
  const vectorFile = `${path}.f32`;
  const textFile = `${path}.sentences.json.gz`;
  const [bytes, archive] = await Promise.all([read(vectorFile), read(textFile)]);
  const texts = parseTexts(await unpack(archive, textFile), textFile);
  const rowBytes = bytes.length / texts.length;
  if (!Number.isInteger(rowBytes / 4) || rowBytes === 0) {
    throw new TopoGuardError(
      'SHAPE_INVALID',
      `${bytes.length} bytes are no whole number of float32 for each of ${texts.length} texts`,
      { location: { file: vectorFile }, remedy: `Make it together with ${basename(textFile)}.` },
    );
  }
  const fingerprint = options.fingerprint ?? `sha256:${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
  const table = { texts, vectors: floats(bytes), dimension: rowBytes / 4 };
  return encoderOf(options.id ?? basename(path), fingerprint, table, vectorFile);
}

async function read(file: string): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw new TopoGuardError(
      'FILE_UNREADABLE',
      code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`,
      {
        location: { file },
        remedy:
          'Precomputed vectors are two files, NAME.f32 and NAME.sentences.json.gz; give their path without ending.',
        cause,
      },
    );
  }
  if (bytes.length === 0) throw new TopoGuardError('FILE_EMPTY', 'is empty', { location: { file } });
  return bytes;
}

async function unpack(archive: Buffer, file: string): Promise<Buffer> {
  try {
    return await promisify(gunzip)(archive, { maxOutputLength: MAX_TEXT_BYTES });
  } catch (cause) {
    throw new TopoGuardError('FILE_UNREADABLE', `cannot be unpacked (${(cause as Error).message})`, {
      location: { file },
      remedy: 'It must be gzip of at most 1 GiB of JSON, and complete.',
      cause,
    });
  }
}

function parseTexts(bytes: Buffer, file: string): string[] {
  let json: string;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TopoGuardError('TEXT_ENCODING_INVALID', 'is not UTF-8', { location: { file }, cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new TopoGuardError('JSON_INVALID', `is no JSON (${(cause as Error).message})`, { location: { file }, cause });
  }
  if (!Array.isArray(value) || value.length === 0) {
    throw new TopoGuardError('JSON_INVALID', 'must be an array of texts that is not empty', { location: { file } });
  }
  const wrong = value.findIndex((text) => typeof text !== 'string');
  if (wrong >= 0) {
    throw new TopoGuardError('JSON_INVALID', `must hold texts only, got ${typeof value[wrong]}`, {
      location: { file, index: wrong },
    });
  }
  return value;
}

/** The file's floats in this machine's byte order, without a copy where the buffer is aligned. Changes `bytes` on big-endian machines. */
function floats(bytes: Buffer): Float32Array {
  if (endianness() === 'BE') bytes.swap32();
  const { buffer, byteOffset, length } = bytes;
  return byteOffset % 4 === 0
    ? new Float32Array(buffer, byteOffset, length / 4)
    : new Float32Array(buffer.slice(byteOffset, byteOffset + length));
}
