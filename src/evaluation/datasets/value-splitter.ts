const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The text of one JSON value. `line` is where it begins, from 1. */
export interface ValueText {
  bytes: Buffer;
  line: number;
}

/** One value grew past the limit before it ended. */
export interface Overflow {
  line: number;
  tooLong: true;
}

/**
 * Cuts the bytes of JSON Lines, or of one JSON array, into the texts of its values, across chunk boundaries. An array is told
 * by its first character; its elements are found by counting brackets outside strings, so that a file larger than memory
 * can be read element by element. Whether each text is JSON is for the parser to say.
 */
export class ValueSplitter {
  readonly #maxBytes: number;
  #array: boolean | null = null;
  #depth = 0;
  #quoted = false;
  #escaped = false;
  #line = 1;
  #begin = 1;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether the values are the elements of one array; null until something was seen. */
  get isArray(): boolean | null {
    return this.#array;
  }

  /** Whether an array has ended properly; always true for lines. */
  get closed(): boolean {
    return this.#array !== true || this.#depth === 0;
  }

  *push(chunk: Buffer): Generator<ValueText | Overflow> {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === NEWLINE) this.#line++;
      if (this.#array === null) {
        if (isSpace(byte)) {
          from = i + 1;
          this.#begin = this.#line;
          continue;
        }
        this.#array = byte === OPEN_BRACKET;
        if (this.#array) {
          this.#depth = 1;
          from = i + 1;
          continue;
        }
      }
      if (!(this.#array ? this.#endsElement(byte) : byte === NEWLINE)) continue;
      this.#append(chunk.subarray(from, i));
      from = i + 1;
      if (this.#length > 0) yield this.#complete();
      this.#begin = this.#line;
    }
    this.#append(chunk.subarray(from));
    if (this.#length > this.#maxBytes) yield { line: this.#begin, tooLong: true };
  }

  /** What follows the last separator; null where that is white space only. */
  finish(): ValueText | null {
    return this.#length > 0 ? this.#complete() : null;
  }

  #endsElement(byte: number): boolean {
    if (this.#quoted) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#quoted = false;
      return false;
    }
    if (byte === QUOTE) this.#quoted = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return --this.#depth === 0;
    return byte === COMMA && this.#depth === 1;
  }

  #append(bytes: Buffer): void {
    let part = bytes;
    if (this.#length === 0) {
      let start = 0;
      while (start < part.length && isSpace(part[start])) if (part[start++] === NEWLINE) this.#begin++;
      part = part.subarray(start);
    }
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  #complete(): ValueText {
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return { bytes, line: this.#begin };
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
