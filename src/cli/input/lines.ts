const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** One line without its line break, or what is known of a line that was too long to hold. */
export type Line =
  | { number: number; bytes: Buffer; tooLong: false }
  | { number: number; byteLength: number; tooLong: true };

/**
 * Cuts bytes into lines at LF or CRLF, across chunk boundaries, holding at most `maxLineBytes` of an unfinished line. Lines count
 * from 1. Each call of `push` gives the lines that its chunk completes; `finish` gives the last one where no line break ends it.
 */
export class LineSplitter {
  private readonly maxLineBytes: number;
  private parts: Buffer[] = [];
  private length = 0;
  private number = 1;

  constructor(maxLineBytes: number) {
    this.maxLineBytes = maxLineBytes;
  }

  *push(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.append(chunk.subarray(from, at));
      yield this.complete();
      from = at + 1;
    }
    this.append(chunk.subarray(from));
  }

  finish(): Line | null {
    return this.length === 0 ? null : this.complete();
  }

  private append(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.length += bytes.length;
    // One byte over, so that the CR of a CRLF after a line of exactly the limit is not counted against it.
    if (this.length <= this.maxLineBytes + 1) this.parts.push(bytes);
    else this.parts = [];
  }

  private complete(): Line {
    const number = this.number++;
    const { parts, length } = this;
    this.parts = [];
    this.length = 0;
    if (length > this.maxLineBytes + 1) return { number, byteLength: length, tooLong: true };
    let bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    if (bytes.at(-1) === CARRIAGE_RETURN) bytes = bytes.subarray(0, -1);
    if (bytes.length > this.maxLineBytes) return { number, byteLength: length, tooLong: true };
    return { number, bytes, tooLong: false };
  }
}

/** Whether a line holds nothing but ASCII white space. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((b) => b === 0x20 || (b >= 0x09 && b <= 0x0d));
}
