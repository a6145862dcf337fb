import type { TopoGuardError } from '../../errors/index.ts';
import { type OutputStream, type Paint, painter, type Terminal } from '../terminal.ts';
import { printable } from './display-width.ts';

/** A run that takes less than this shows no progress, in milliseconds. */
const QUIET_TIME = 1000;
const INTERVAL = 100;
const BAR_WIDTH = 20;

export interface ProgressState {
  /** What is counted, e.g. `1,200 contexts`. */
  text: string;
  /** Part that is done, in [0, 1], where known. */
  fraction: number | undefined;
}

/**
 * Everything that goes to standard error: errors, warnings, notes, and one progress line that gives way to them. Progress is
 * shown on a terminal only, never with NO_COLOR, CI or a dumb terminal, and only when the work takes longer than a second.
 */
export class Diagnostics {
  private readonly stream: OutputStream;
  private readonly paint: Paint;
  private readonly animated: boolean;
  private readonly quiet: boolean;
  private readonly started = performance.now();
  private drawn = 0;
  private shown = false;

  /** @param options `quiet`: no notes and no progress; `shareTerminal`: results scroll on the same terminal, so no progress */
  constructor(terminal: Terminal, options: { quiet?: boolean; shareTerminal?: boolean } = {}) {
    const { stderr, env } = terminal;
    this.stream = stderr;
    this.paint = painter(stderr, env);
    this.quiet = options.quiet ?? false;
    this.animated =
      stderr.isTTY === true && !this.quiet && !options.shareTerminal && !env.NO_COLOR && !env.CI && env.TERM !== 'dumb';
    // Nobody reads standard error any more: that is no reason to stop screening.
    stderr.on('error', ignore);
  }

  error(error: TopoGuardError): void {
    this.line(`${this.paint('red', 'error')} ${this.paint('bold', error.code)} ${printable(error.message)}`);
  }

  warn(text: string): void {
    this.line(`${this.paint('yellow', 'warning')} ${printable(text)}`);
  }

  /** Information that `--quiet` leaves out; `text` may be painted already. */
  note(text: string): void {
    if (!this.quiet) this.line(text);
  }

  progress(state: () => ProgressState): void {
    if (!this.animated) return;
    const now = performance.now();
    if (now - this.started < QUIET_TIME || now - this.drawn < INTERVAL) return;
    this.drawn = now;
    const { text, fraction } = state();
    const part = Math.min(1, Math.max(0, fraction ?? 0));
    const filled = Math.round(part * BAR_WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${String(Math.floor(part * 100)).padStart(3)} % `;
    this.stream.write(`\r\u001b[2K${fraction === undefined ? '' : bar}${text}`);
    this.shown = true;
  }

  /** Takes the progress line away. */
  clear(): void {
    if (this.shown) this.stream.write('\r\u001b[2K');
    this.shown = false;
  }

  private line(text: string): void {
    this.clear();
    this.stream.write(`${text}\n`);
  }
}

function ignore(): void {}
