import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';

/** An output stream, with what a terminal adds to one. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

/** Everything of the process that a command touches. */
export interface Terminal {
  stdin: Readable;
  stdout: OutputStream;
  stderr: OutputStream;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user interrupts. */
  interrupt: AbortSignal;
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (style: Style, text: string) => string;

/** Whether colours belong on a stream: FORCE_COLOR, then NO_COLOR, then whether it is a terminal that is not dumb. */
export function wantsColour(stream: OutputStream, env: Terminal['env']): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env.NO_COLOR) return false;
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Paints text for a stream, or leaves it as it is. The decision is ours: styleText's own looks at process.stdout only. */
export function painter(stream: OutputStream, env: Terminal['env']): Paint {
  return wantsColour(stream, env)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text;
}

const DEFAULT_COLUMNS = 100;
const FEWEST_COLUMNS = 50;
const MOST_COLUMNS = 200;

/** Columns that a table may take: the terminal's, else COLUMNS, else 100; within 50 to 200. */
export function columnsOf(stream: OutputStream, env: Terminal['env']): number {
  const told = stream.columns ?? Number(env.COLUMNS);
  const columns = Number.isFinite(told) && told > 0 ? Math.floor(told) : DEFAULT_COLUMNS;
  return Math.min(MOST_COLUMNS, Math.max(FEWEST_COLUMNS, columns));
}
