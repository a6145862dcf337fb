import { TopoGuardError } from '../../errors/index.ts';
import { readChunks } from './read-chunks.ts';
import { ValueSplitter, type ValueText } from './value-splitter.ts';

/** Bytes of one row; the longest of the official files have about 200 kB. */
const MAX_VALUE_BYTES = 64 * 1024 * 1024;

export interface ReadOptions {
  signal?: AbortSignal;
  /** Called with the share of the file that has been read, in [0, 1]. */
  onRead?: (fraction: number) => void;
}

/**
 * The values of a file of JSON Lines, or the elements of its one JSON array, one by one; gzip too. Memory is bounded by the
 * longest value.
 *
 * @throws TopoGuardError FILE_UNREADABLE, FILE_EMPTY, TEXT_ENCODING_INVALID, JSON_INVALID (with the line), LINE_TOO_LONG
 */
export async function* readValues(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<{ value: unknown; line: number }> {
  const splitter = new ValueSplitter(MAX_VALUE_BYTES);
  let first = true;
  for await (const whole of readChunks(path, options)) {
    const chunk = first ? withoutByteOrderMark(whole) : whole;
    first = false;
    for (const text of splitter.push(chunk)) {
      if ('tooLong' in text) throw tooLong(path, text.line);
      yield { value: parse(text, path), line: text.line };
    }
  }
  const last = splitter.finish();
  if (!splitter.closed) {
    throw new TopoGuardError('JSON_INVALID', 'the file ends inside its array', {
      location: { file: path },
      remedy: 'It may be an incomplete download: get it again',
    });
  }
  if (last) yield { value: parse(last, path), line: last.line };
  if (splitter.isArray === null)
    throw new TopoGuardError('FILE_EMPTY', 'there is nothing in it', { location: { file: path } });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parse({ bytes, line }: ValueText, file: string): unknown {
  const location = { file, line };
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (cause) {
    throw new TopoGuardError('TEXT_ENCODING_INVALID', 'not valid UTF-8', {
      location,
      remedy: 'Save it as UTF-8',
      cause,
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TopoGuardError('JSON_INVALID', 'what begins here is not valid JSON', {
      location,
      remedy: 'Data sets are read as JSON Lines, or as one JSON array',
      cause,
    });
  }
}

function withoutByteOrderMark(chunk: Buffer): Buffer {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

function tooLong(file: string, line: number): TopoGuardError {
  return new TopoGuardError('LINE_TOO_LONG', `a value is longer than the ${MAX_VALUE_BYTES} bytes allowed`, {
    location: { file, line },
    remedy: 'A data set has one question a line, or is an array of questions',
  });
}
