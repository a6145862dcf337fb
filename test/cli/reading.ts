import { Readable } from 'node:stream';
import type { ByteSource } from '../../src/cli/input/byte-source.ts';
import { openByteSource } from '../../src/cli/input/byte-source.ts';
import {
  type InputRecord,
  READER_LIMITS,
  type ReaderLimits,
  readContexts,
} from '../../src/cli/input/context-reader.ts';

/** A pipe that delivers bytes in pieces cut at `cuts`. */
export function pipeOf(bytes: Buffer, cuts: readonly number[] = []): Readable {
  const edges = [0, ...[...cuts].sort((a, b) => a - b).map((c) => Math.min(c, bytes.length)), bytes.length];
  const pieces = edges.slice(1).map((to, i) => bytes.subarray(edges[i], to));
  return Readable.from(
    pieces.filter((p) => p.length > 0),
    { objectMode: false },
  );
}

export function openPipe(bytes: Buffer, cuts: readonly number[] = []): Promise<ByteSource> {
  return openByteSource('-', pipeOf(bytes, cuts));
}

/** All records of some bytes. */
export async function recordsOf(
  bytes: Buffer,
  cuts: readonly number[] = [],
  limits: Partial<ReaderLimits> = {},
): Promise<InputRecord[]> {
  return (await batchesOf(bytes, cuts, limits)).flat();
}

export async function batchesOf(
  bytes: Buffer,
  cuts: readonly number[] = [],
  limits: Partial<ReaderLimits> = {},
): Promise<InputRecord[][]> {
  const batches: InputRecord[][] = [];
  for await (const batch of readContexts(await openPipe(bytes, cuts), { ...READER_LIMITS, ...limits }))
    batches.push(batch);
  return batches;
}

/** A record in a form that can be compared. */
export function plain(record: InputRecord): unknown {
  return record.ok
    ? { line: record.place.line, context: record.context }
    : { line: record.place.line, code: record.error.code };
}
