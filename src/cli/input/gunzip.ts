import { createGunzip, type Gunzip } from 'node:zlib';
import { TopoGuardError } from '../../errors/index.ts';

/** Compressed bytes given to zlib at once: it expands them at most about a thousandfold, so 16 MiB are held at most. */
const STEP_BYTES = 16 * 1024;

export function isGzip(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Decompresses gzip (several members too). What a damaged or truncated stream still yields comes first, to the last byte before
 * the damage, then the error.
 *
 * zlib's stream loses what a write had decompressed already when that write fails. So a scout goes ahead and is given every
 * piece first: the piece on which it fails is given to the other decoder byte by byte, and one byte at most is lost.
 *
 * @throws TopoGuardError FILE_UNREADABLE at the damage
 */
export async function* gunzipped(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const scout = new Decoder(false);
  const decoder = new Decoder(true);
  try {
    for await (const chunk of source) {
      for (let from = 0; from < chunk.length && !decoder.failure; from += STEP_BYTES) {
        const piece = chunk.subarray(from, from + STEP_BYTES);
        await scout.write(piece);
        const step = scout.failure ? 1 : piece.length;
        for (let at = 0; at < piece.length && !decoder.failure; at += step) {
          await decoder.write(piece.subarray(at, at + step));
        }
        yield* decoder.take();
      }
      if (decoder.failure) break;
    }
    await decoder.end();
    yield* decoder.take();
  } finally {
    scout.destroy();
    decoder.destroy();
  }
  if (decoder.failure) throw damaged(decoder.failure, name);
}

/** A gunzip stream whose writes are awaited; after a failure they do nothing. */
class Decoder {
  private readonly gunzip: Gunzip = createGunzip();
  private readonly closed: Promise<void>;
  private decompressed: Buffer[] = [];
  failure: Error | undefined;

  /** @param keeps whether what it decompresses is kept for `take` */
  constructor(keeps: boolean) {
    this.gunzip.on('data', (chunk: Buffer) => {
      if (keeps) this.decompressed.push(chunk);
    });
    this.closed = new Promise((resolve) => {
      this.gunzip.on('end', resolve);
      this.gunzip.on('error', (error) => {
        this.failure = error;
        resolve();
      });
    });
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.failure) return;
    const written = new Promise<void>((resolve) => {
      this.gunzip.write(bytes, () => resolve());
    });
    await Promise.race([written, this.closed]);
  }

  async end(): Promise<void> {
    if (!this.failure) this.gunzip.end();
    await this.closed;
  }

  take(): Buffer[] {
    const taken = this.decompressed;
    this.decompressed = [];
    return taken;
  }

  destroy(): void {
    this.gunzip.destroy();
  }
}

function damaged(failure: NodeJS.ErrnoException, name: string): TopoGuardError {
  const truncated = failure.code === 'Z_BUF_ERROR';
  return new TopoGuardError(
    'FILE_UNREADABLE',
    truncated ? 'the gzip data is cut short' : `damaged gzip data (${failure.message})`,
    {
      location: { file: name },
      remedy: 'Contexts before the damage were read; get the file again for the rest',
      cause: failure,
    },
  );
}
