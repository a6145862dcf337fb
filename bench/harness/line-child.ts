import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A child process that answers each line it is given with a line. */
export class LineChild {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<string>;
  #errors = '';

  constructor(command: string, args: readonly string[], environment: Record<string, string> = {}) {
    this.#child = spawn(command, args, { stdio: 'pipe', env: { ...process.env, ...environment } });
    this.#child.stderr.on('data', (chunk) => {
      this.#errors = `${this.#errors}${chunk}`.slice(-4000);
    });
    // A pipe whose reader has gone; the end of the child says why.
    this.#child.stdin.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve(error.message));
      this.#child.on('close', (code) =>
        resolve(`it ended with code ${code}: ${this.#errors.trim().split('\n').at(-1)}`),
      );
    });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  async ask(line: string): Promise<string> {
    this.#child.stdin.write(`${line}\n`);
    return this.next();
  }

  /** The next line of its output. */
  async next(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(await this.#ended);
    return value;
  }

  /** Ends its input, which is its sign to stop, and waits for that. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    await this.#ended;
    clearTimeout(late);
  }
}
