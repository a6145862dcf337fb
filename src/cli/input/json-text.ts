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
 * Refuses UTF-16 and UTF-32 by their byte order mark or, without one, by the zero bytes of the ASCII characters that every
 * JSON text begins with (RFC 4627, section 3): decoded as UTF-8 they would give one puzzling error a line.
 *
 * @param head the first bytes of the text
 * @throws TopoGuardError TEXT_ENCODING_INVALID
 */
export function refuseWideText(head: Uint8Array, location: ErrorLocation): void {
  const encoding = wideEncodingOf(head);
  if (encoding === null) return;
  throw new TopoGuardError('TEXT_ENCODING_INVALID', `the text is ${encoding}`, {
    location,
    remedy: 'Save it as UTF-8',
  });
}

function wideEncodingOf([a, b, c, d]: Uint8Array): string | null {
  if (a === undefined || b === undefined) return null;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE';
  if (a === 0xfe && b === 0xff) return 'UTF-16BE';
  if (c === undefined || d === undefined) return null;
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d !== 0))) return 'UTF-32BE';
  if (a !== 0 && b === 0 && d === 0) return c === 0 ? 'UTF-32LE' : 'UTF-16LE';
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'UTF-16BE' : null;
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
