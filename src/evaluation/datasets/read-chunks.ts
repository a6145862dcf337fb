import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TopoGuardError } from '../../errors/index.ts';

/**
 * The bytes of a file in chunks, decompressed where they are gzip (told by its magic bytes, never by the name).
 *
 * @param onRead called with the share of the file that has been read, in [0, 1]
 * @throws TopoGuardError FILE_UNREADABLE, FILE_EMPTY
 */
export async function* readChunks(
  path: string,
  options: { signal?: AbortSignal; onRead?: (fraction: number) => void } = {},
): AsyncGenerator<Buffer> {
  const { signal, onRead } = options;
  const size = await sizeOf(path);
  const compressed = await isGzip(path);
  const file = createReadStream(path);
  let read = 0;
  file.on('data', (chunk) => {
    read += chunk.length;
  });
  // The pipeline's callback only keeps its errors from being unhandled: they reach the loop as the stream's own.
  const bytes = compressed ? pipeline(file, createGunzip(), () => {}) : file;
  let found = false;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      found = true;
      onRead?.(size > 0 ? Math.min(1, read / size) : 0);
      yield chunk;
    }
  } catch (cause) {
    throw signal?.aborted ? cause : unreadable(path, cause);
  } finally {
    file.destroy();
  }
  if (!found) throw new TopoGuardError('FILE_EMPTY', 'there is nothing in it', { location: { file: path } });
}

async function isGzip(path: string): Promise<boolean> {
  const head: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { end: 1 })) head.push(chunk as Buffer);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  const [first, second] = Buffer.concat(head);
  return first === 0x1f && second === 0x8b;
}

async function sizeOf(path: string): Promise<number> {
  const status = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (status.isDirectory()) throw unreadable(path, { code: 'EISDIR' });
  return status.size;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'reading it is not permitted',
  EPERM: 'reading it is not permitted',
  EISDIR: 'it is a directory',
  Z_BUF_ERROR: 'the gzip data is cut short',
  Z_DATA_ERROR: 'the gzip data is damaged',
};

function unreadable(file: string, cause: unknown): TopoGuardError {
  if (cause instanceof TopoGuardError) return cause;
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  const problem = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new TopoGuardError('FILE_UNREADABLE', problem, {
    location: { file },
    remedy: code.startsWith('Z_') ? 'Get the file again' : 'Check the path',
    cause,
  });
}
