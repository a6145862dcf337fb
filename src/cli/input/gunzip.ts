import { createGunzip } from 'node:zlib';
import { TopoGuardError } from '../../errors/index.ts';

/** Compressed bytes given to zlib at once: it expands them at most about a thousandfold, so 16 MiB are held at most. */
const STEP_BYTES = 16 * 1024;

export function isGzip(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Decompresses gzip (several members too). What a damaged or truncated stream still yields comes first, then the error: a plain
 * pipe would drop the former.
 *
 * @throws TopoGuardError FILE_UNREADABLE at the damage
 */
export async function* gunzipped(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let decompressed: Buffer[] = [];
  let failure: Error | undefined;
  gunzip.on('data', (chunk: Buffer) => decompressed.push(chunk));
  const closed = new Promise<void>((resolve) => {
    gunzip.on('end', resolve);
    gunzip.on('error', (error) => {
      failure = error;
      resolve();
    });
  });
  const take = () => {
    const taken = decompressed;
    decompressed = [];
    return taken;
  };
  try {
    for await (const chunk of source) {
      for (let from = 0; from < chunk.length && !failure; from += STEP_BYTES) {
        const written = new Promise<void>((resolve) => {
          gunzip.write(chunk.subarray(from, from + STEP_BYTES), () => resolve());
        });
        await Promise.race([written, closed]);
        yield* take();
      }
      if (failure) break;
    }
    if (!failure) gunzip.end();
    await closed;
    yield* take();
  } finally {
    gunzip.destroy();
  }
  if (failure) {
    const truncated = (failure as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
    throw new TopoGuardError(
      'FILE_UNREADABLE',
      truncated ? 'the gzip data is cut short' : `damaged gzip data (${failure.message})`,
      {
        location: { file: name },
        remedy: 'Contexts before the damage were read; get the file again for the rest',
        cause: failure,
      },
    );
  }
}
