import { PassThrough, Readable, Writable } from 'node:stream';
import type { OutputStream, Terminal } from '../../src/cli/terminal.ts';

/** An output stream that keeps what is written to it. */
export class Captured extends Writable {
  text = '';
  isTTY?: boolean;
  columns?: number;

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

export interface FakeTerminal extends Terminal {
  stdout: Captured & OutputStream;
  stderr: Captured & OutputStream;
}

/** A terminal without a process: input from bytes, output kept. */
export function fakeTerminal(
  options: {
    input?: string | Buffer;
    env?: Record<string, string>;
    columns?: number;
    tty?: boolean;
    interrupt?: AbortSignal;
  } = {},
): FakeTerminal {
  const stdout = new Captured();
  const stderr = new Captured();
  for (const stream of [stdout, stderr]) {
    if (options.tty) stream.isTTY = true;
    if (options.columns !== undefined) stream.columns = options.columns;
  }
  const stdin =
    options.input === undefined
      ? new PassThrough()
      : Readable.from([Buffer.from(options.input)], { objectMode: false });
  return {
    stdin,
    stdout,
    stderr,
    env: options.env ?? {},
    interrupt: options.interrupt ?? new AbortController().signal,
  };
}
