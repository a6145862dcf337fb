import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { TopoGuardError } from '../../errors/index.ts';
import { gunzipped, isGzip } from './gunzip.ts';

/** Bytes of a file or of standard input, decompressed where they are gzip. */
export interface ByteSource {
  /** What errors call it: the path as given, or `<stdin>`. */
  name: string;
  /** Size on disk in bytes (compressed), where known. */
  size: number | undefined;
  /** Bytes taken from the disk or pipe so far (compressed). */
  consumed(): number;
  /** Chunks in order. Throws FILE_UNREADABLE after everything that could be read. */
  chunks: AsyncIterable<Buffer>;
  /** Lets go of the file, read to its end or not. */
  close(): void;
}

export const STDIN_NAME = '<stdin>';

const READ_BYTES = 64 * 1024;

/**
 * Opens `path`, or standard input for `-`. Gzip is told by its magic bytes, never by the name.
 *
 * @throws TopoGuardError FILE_UNREADABLE (missing, a directory, no permission), FILE_EMPTY
 */
export async function openByteSource(path: string, stdin: Readable, signal?: AbortSignal): Promise<ByteSource> {
  const name = path === '-' ? STDIN_NAME : path;
  const size = path === '-' ? undefined : await regularFileSize(path);
  const stream = path === '-' ? stdin : createReadStream(path, { highWaterMark: READ_BYTES });
  if (signal) addAbortSignal(signal, stream);
  const iterator = (stream as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
  let consumed = 0;
  const next = async (): Promise<Buffer | null> => {
    try {
      const { done, value } = await iterator.next();
      if (done) return null;
      const chunk = typeof value === 'string' ? Buffer.from(value, 'utf8') : value;
      consumed += chunk.length;
      return chunk;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw unreadable(name, error);
    }
  };
  const head = await atLeastTwoBytes(next);
  if (head.length === 0) {
    throw new TopoGuardError('FILE_EMPTY', 'there is nothing in it', {
      location: { file: name },
      remedy: 'Give contexts as JSON or JSON Lines',
    });
  }
  async function* raw(): AsyncGenerator<Buffer> {
    try {
      yield head;
      for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
    } finally {
      await iterator.return?.();
    }
  }
  return {
    name,
    size,
    consumed: () => consumed,
    chunks: isGzip(head) ? gunzipped(raw(), name) : raw(),
    close: () => void stream.destroy(),
  };
}

async function regularFileSize(path: string): Promise<number | undefined> {
  const status = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (status.isDirectory()) {
    throw new TopoGuardError('FILE_UNREADABLE', 'it is a directory', {
      location: { file: path },
      remedy: 'Give a file, or - for standard input',
    });
  }
  return status.isFile() ? status.size : undefined;
}

/** A pipe may deliver a single byte first, which cannot tell gzip. */
async function atLeastTwoBytes(next: () => Promise<Buffer | null>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const chunk = await next();
    if (!chunk) break;
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
  }
  return head;
}

const REASONS: Readonly<Record<string, [problem: string, remedy: string]>> = {
  ENOENT: ['there is no such file', 'Check the path'],
  ENOTDIR: ['a part of the path is not a directory', 'Check the path'],
  EACCES: ['reading it is not permitted', 'Check its permissions'],
  EPERM: ['reading it is not permitted', 'Check its permissions'],
  EISDIR: ['it is a directory', 'Give a file, or - for standard input'],
};

/** A file system error of reading as a TopoGuardError. */
export function unreadable(file: string, cause: unknown): TopoGuardError {
  if (cause instanceof TopoGuardError) return cause;
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  const [problem, remedy] = REASONS[code] ?? [cause instanceof Error ? cause.message : String(cause), undefined];
  return new TopoGuardError('FILE_UNREADABLE', problem, { location: { file }, ...(remedy ? { remedy } : {}), cause });
}
