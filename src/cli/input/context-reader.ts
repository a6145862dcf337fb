import { asTopoGuardError, TopoGuardError } from '../../errors/index.ts';
import type { Context } from '../../text/context.ts';
import type { ByteSource } from './byte-source.ts';
import { type Container, containerOf, PROBE_BYTES } from './container.ts';
import { decodeUtf8, parseJson, refuseWideText } from './json-text.ts';
import { isBlank, type Line, LineSplitter } from './lines.ts';

/** One entry of the input: a context (not yet checked beyond being a JSON object), or why there is none. */
export type InputRecord = { place: InputPlace } & (
  | { ok: true; context: Context; byteLength: number }
  | { ok: false; error: TopoGuardError }
);

/** Where a record comes from: a line of JSON Lines (from 1), or an element of a JSON document (from 0). */
export interface InputPlace {
  file: string;
  line?: number;
  context?: number;
}

export interface ReaderLimits {
  /** Bytes of a line of JSON Lines; a longer one is reported and skipped, never held. */
  maxLineBytes: number;
  /** Bytes of a file that is one JSON document, which has to be held whole. */
  maxDocumentBytes: number;
  /** Most records of a batch. */
  batchRecords: number;
  /** A batch ends with the record that reaches so many bytes. */
  batchBytes: number;
}

export const READER_LIMITS: Readonly<ReaderLimits> = {
  maxLineBytes: 16 * 1024 * 1024,
  maxDocumentBytes: 256 * 1024 * 1024,
  batchRecords: 64,
  batchBytes: 8 * 1024 * 1024,
};

/**
 * Reads contexts in batches, with memory bounded by the limits. JSON Lines are read as they come: a batch is what one chunk
 * of bytes completes, so that a pipe's contexts are not kept waiting for more. A bad line becomes a record with its error,
 * and so does damage to the file as a whole, after the records before it.
 *
 * @throws TopoGuardError FILE_EMPTY where there is nothing but white space, TEXT_ENCODING_INVALID for UTF-16 and UTF-32
 */
export async function* readContexts(
  source: ByteSource,
  limits: Readonly<ReaderLimits> = READER_LIMITS,
): AsyncGenerator<InputRecord[]> {
  let found = false;
  for await (const records of batches(source, limits)) {
    found ||= records.length > 0;
    for (const batch of split(records, limits)) yield batch;
  }
  if (!found) {
    throw new TopoGuardError('FILE_EMPTY', 'there is no context in it', {
      location: { file: source.name },
      remedy: 'Give contexts as JSON or JSON Lines',
    });
  }
}

/** The rest of the bytes. After a failure `next` gives null, and `failure` tells why. */
interface Feed {
  next(): Promise<Buffer | null>;
  failure?: TopoGuardError;
}

async function* batches(source: ByteSource, limits: Readonly<ReaderLimits>): AsyncGenerator<InputRecord[]> {
  const chunks = source.chunks[Symbol.asyncIterator]();
  const file = source.name;
  const head: Buffer[] = [];
  const feed: Feed = {
    async next() {
      try {
        const { done, value } = await chunks.next();
        return done ? null : value;
      } catch (error) {
        if (!(error instanceof TopoGuardError)) throw error;
        feed.failure = error;
        return null;
      }
    },
  };
  try {
    let probed = 0;
    while (probed < PROBE_BYTES && !tellsContainer(head)) {
      const chunk = await feed.next();
      if (!chunk) break;
      head.push(chunk);
      probed += chunk.length;
    }
    const start = Buffer.concat(head);
    refuseWideText(start, { file });
    const begin = withoutByteOrderMark(start);
    const container: Container = containerOf(begin.toString('utf8', 0, PROBE_BYTES));
    yield* container === 'document'
      ? documentRecords(begin, feed, file, limits)
      : lineRecords(begin, feed, file, limits);
    if (feed.failure) yield [{ ok: false, place: { file }, error: feed.failure }];
  } finally {
    await chunks.return?.();
  }
}

/** Enough is there once the second non-blank line has begun. A lone first line from a pipe waits for no more if it is complete. */
function tellsContainer(head: readonly Buffer[]): boolean {
  if (head.length === 0) return false;
  const text = Buffer.concat(head)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text === '') return false;
  const lineBreak = text.indexOf('\n');
  if (lineBreak === -1) return false;
  return text.slice(lineBreak).trim() !== '' || text.slice(0, lineBreak).trimEnd().endsWith('}');
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

async function* lineRecords(
  begin: Buffer,
  feed: Feed,
  file: string,
  limits: Readonly<ReaderLimits>,
): AsyncGenerator<InputRecord[]> {
  const splitter = new LineSplitter(limits.maxLineBytes);
  for (let chunk: Buffer | null = begin; chunk; chunk = await feed.next()) {
    const records: InputRecord[] = [];
    for (const line of splitter.push(chunk)) {
      const record = lineRecord(line, file, limits);
      if (record) records.push(record);
    }
    if (records.length > 0) yield records;
  }
  const last = splitter.finish();
  const record = last && lineRecord(last, file, limits);
  // What a damaged file still held may end within a line; half an object is no JSON, so one that can be read is whole.
  if (record && (record.ok || !feed.failure)) yield [record];
}

function lineRecord(line: Line, file: string, limits: Readonly<ReaderLimits>): InputRecord | null {
  const place = { file, line: line.number };
  if (line.tooLong) {
    const error = new TopoGuardError(
      'LINE_TOO_LONG',
      `the line has ${line.byteLength} bytes, more than the ${limits.maxLineBytes} allowed`,
      { location: place, remedy: 'Raise --max-line-bytes, or send fewer documents in one context' },
    );
    return { ok: false, place, error };
  }
  if (isBlank(line.bytes)) return null;
  try {
    const value = parseJson(decodeUtf8(line.bytes, place), place);
    return objectRecord(value, place, line.bytes.length);
  } catch (error) {
    return { ok: false, place, error: asTopoGuardError(error, 'JSON_INVALID') };
  }
}

async function* documentRecords(
  begin: Buffer,
  feed: Feed,
  file: string,
  limits: Readonly<ReaderLimits>,
): AsyncGenerator<InputRecord[]> {
  const chunks: Buffer[] = [];
  let length = 0;
  for (let chunk: Buffer | null = begin; chunk; chunk = await feed.next()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limits.maxDocumentBytes) {
      const error = new TopoGuardError(
        'FILE_UNREADABLE',
        `a JSON document is read whole, and this one has more than the ${limits.maxDocumentBytes} bytes allowed`,
        { location: { file }, remedy: 'Write it as JSON Lines, one context a line, which is read piece by piece' },
      );
      yield [{ ok: false, place: { file }, error }];
      return;
    }
  }
  const bytes = Buffer.concat(chunks);
  let value: unknown;
  try {
    value = parseJson(decodeUtf8(bytes, { file }), { file });
  } catch (error) {
    // A first line that is complete by itself makes it JSON Lines after all, with a first line that is no context.
    if (firstLineIsJson(bytes)) yield* lineRecords(bytes, feed, file, limits);
    // A document that broke off has one error, the damage.
    else if (!feed.failure) yield [{ ok: false, place: { file }, error: asTopoGuardError(error, 'JSON_INVALID') }];
    return;
  }
  const contexts = Array.isArray(value) ? value : (value as { contexts?: unknown }).contexts;
  if (!Array.isArray(contexts)) {
    yield [objectRecord(value, { file }, bytes.length)];
    return;
  }
  const share = Math.ceil(bytes.length / Math.max(1, contexts.length));
  yield contexts.map((context, i) => objectRecord(context, { file, context: i }, share));
}

function firstLineIsJson(bytes: Buffer): boolean {
  const lineBreak = bytes.indexOf('\n');
  if (lineBreak === -1) return false;
  try {
    JSON.parse(bytes.toString('utf8', 0, lineBreak));
    return true;
  } catch {
    return false;
  }
}

function objectRecord(value: unknown, place: InputPlace, byteLength: number): InputRecord {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { ok: true, place, context: value as Context, byteLength };
  }
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  const error = new TopoGuardError('CONTEXT_INVALID', `expected a context object, found ${kind}`, {
    location: { ...place },
    remedy: 'A context is {"id"?, "query"?, "documents": [{"text": …}, …]}',
  });
  return { ok: false, place, error };
}

function* split(records: InputRecord[], limits: Readonly<ReaderLimits>): Generator<InputRecord[]> {
  let batch: InputRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    batch.push(record);
    bytes += record.ok ? record.byteLength : 0;
    if (batch.length >= limits.batchRecords || bytes >= limits.batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
