/** Milliseconds of work after which others get a turn; what cannot be divided comes on top of it. */
const TURN_MILLISECONDS = 2;

/** Taken once, so that a clock that a test sets later does not stop the work. */
const afterOthers = ((): ((callback: () => void) => void) => {
  const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => void };
  if (typeof setImmediate === 'function') return setImmediate;
  if (typeof MessageChannel === 'function') {
    // Browsers make timers wait, but not messages.
    return (callback) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        callback();
      };
      port2.postMessage(null);
    };
  }
  return (callback) => setTimeout(callback, 0);
})();

/** Resolves when the event loop has had a turn: timers, input and output of others. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => afterOthers(resolve));
}

/** Says when a long piece of work has had its time and should let others run. */
export class TurnBudget {
  #end = performance.now() + TURN_MILLISECONDS;

  get spent(): boolean {
    return performance.now() >= this.#end;
  }

  /**
   * Gives the event loop a turn where the time is up, else nothing.
   *
   * @throws the signal's reason when aborted
   */
  async renew(signal?: AbortSignal): Promise<void> {
    if (!this.spent) return;
    await nextTurn();
    signal?.throwIfAborted();
    this.#end = performance.now() + TURN_MILLISECONDS;
  }
}
