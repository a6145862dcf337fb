import type { OutputStream } from '../terminal.ts';
import type { AtomicFile } from './atomic-file.ts';

/** Where results go. */
export interface Sink {
  /** Resolves when the receiver is ready for more. */
  write(text: string): Promise<void>;
  /** Hands over what is still buffered. */
  flush(): Promise<void>;
}

/** The reader of our output has gone (EPIPE); not an error, but nothing is left to do. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** A sink that honours back-pressure: `write` waits until a full stream has drained. */
export class StreamSink implements Sink {
  private readonly stream: OutputStream;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(stream: OutputStream) {
    this.stream = stream;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const gone = error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED';
      this.failure = gone ? new OutputClosed('the output was closed', { cause: error }) : error;
      this.wake?.();
    });
    stream.on('drain', () => this.wake?.());
  }

  async write(text: string): Promise<void> {
    if (this.failure) throw this.failure;
    if (this.stream.write(text)) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    this.wake = undefined;
    if (this.failure) throw this.failure;
  }

  async flush(): Promise<void> {
    // The callback of an empty write comes after those of everything before it, with or without an error.
    await new Promise<void>((resolve) => {
      this.stream.write('', () => resolve());
    });
    if (this.failure) throw this.failure;
  }
}

const BUFFER_CHARACTERS = 64 * 1024;

/** A sink into a file, in few large writes. */
export class FileSink implements Sink {
  private readonly file: AtomicFile;
  private parts: string[] = [];
  private length = 0;

  constructor(file: AtomicFile) {
    this.file = file;
  }

  async write(text: string): Promise<void> {
    this.parts.push(text);
    this.length += text.length;
    if (this.length >= BUFFER_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.parts.join('');
    this.parts = [];
    this.length = 0;
    if (text !== '') await this.file.write(text);
  }
}
