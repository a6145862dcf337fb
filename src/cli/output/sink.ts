import type { OutputStream } from '../terminal.ts';
import type { AtomicFile } from './atomic-file.ts';
import { writingFailed } from './output-failed.ts';

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

/**
 * Standard output as a sink that honours back-pressure: `write` waits until a full stream has drained.
 *
 * Both methods throw OutputClosed when the reader has gone, and OutputFailed when writing fails, e.g. on a full disk.
 */
export class StreamSink implements Sink {
  private readonly stream: OutputStream;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(stream: OutputStream) {
    this.stream = stream;
    stream.on('error', (error) => this.fail(error));
    stream.on('drain', () => this.wake?.());
  }

  async write(text: string): Promise<void> {
    if (this.failure) throw this.failure;
    if (this.hand(text)) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    this.wake = undefined;
    if (this.failure) throw this.failure;
  }

  async flush(): Promise<void> {
    // The callback of an empty write comes after those of everything before it, with or without an error.
    await new Promise<void>((resolve) => {
      if (!this.failure) this.hand('', resolve);
      if (this.failure) resolve();
    });
    if (this.failure) throw this.failure;
  }

  /** Whether the stream takes more. Redirected to a file, it may throw instead of telling of the error. */
  private hand(text: string, done?: () => void): boolean {
    try {
      return this.stream.write(text, done && (() => done()));
    } catch (error) {
      this.fail(error);
      throw this.failure;
    }
  }

  private fail(error: unknown): void {
    // The first error is the cause; those that follow only tell that the stream is destroyed.
    if (!this.failure) {
      const { code } = error as NodeJS.ErrnoException;
      const gone = code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
      this.failure = gone
        ? new OutputClosed('the output was closed', { cause: error })
        : writingFailed('standard output', error);
    }
    this.wake?.();
  }
}

/** A sink that lets the rest fall once its reader has gone, for runs that are not done with what they print. */
export class OutlivingSink implements Sink {
  private readonly inner: Sink;
  private readonly onGone: () => void;
  private gone = false;

  /** @param onGone called once, when the reader has gone */
  constructor(inner: Sink, onGone: () => void) {
    this.inner = inner;
    this.onGone = onGone;
  }

  write(text: string): Promise<void> {
    return this.attempt(() => this.inner.write(text));
  }

  flush(): Promise<void> {
    return this.attempt(() => this.inner.flush());
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    if (this.gone) return;
    try {
      await act();
    } catch (error) {
      if (!(error instanceof OutputClosed)) throw error;
      this.gone = true;
      this.onGone();
    }
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
