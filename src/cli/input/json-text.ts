import { type ErrorLocation, TopoGuardError } from '../../errors/index.ts';

// Drops a byte order mark: files that were concatenated have one at the start of a line.
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes UTF-8 strictly: replacement characters would silently change what is screened.
 *
 * @throws TopoGuardError TEXT_ENCODING_INVALID
 */
export function decodeUtf8(bytes: Uint8Array, location: ErrorLocation): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new TopoGuardError('TEXT_ENCODING_INVALID', 'not valid UTF-8', {
      location,
      remedy: 'Save the file as UTF-8',
      cause,
    });
  }
}

/**
 * Parses JSON. The error names the column, and for text of several lines the line, where the engine tells the position.
 *
 * @param location `line` is the line on which `text` begins
 * @throws TopoGuardError JSON_INVALID
 */
export function parseJson(text: string, location: ErrorLocation): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const position = errorPosition(message, text);
    const before = position === undefined ? undefined : text.slice(0, position);
    const line = before === undefined ? undefined : (location.line ?? 1) + before.split('\n').length - 1;
    const column = before === undefined ? '' : ` at column ${before.length - before.lastIndexOf('\n')}`;
    throw new TopoGuardError('JSON_INVALID', `not valid JSON${column}: ${reason(message)}`, {
      location: line === undefined ? location : { ...location, line },
      cause,
    });
  }
}

function errorPosition(message: string, text: string): number | undefined {
  const told = /at position (\d+)/.exec(message);
  if (told) return Number(told[1]);
  return /end of JSON input/.test(message) ? text.length : undefined;
}

/** The engine's reason without its excerpt of the input, which may hold anything. */
function reason(message: string): string {
  return message.replace(/ (?:in JSON )?at position [\s\S]*$/, '').replace(/, (?:\.\.\.)?"[\s\S]*$/, '');
}
