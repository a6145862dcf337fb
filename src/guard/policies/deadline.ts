/** What became of a task that had only so much time. */
export type Timed<T> =
  | { done: true; value: T; milliseconds: number }
  | { done: false; cause: 'timeout'; milliseconds: number }
  | { done: false; cause: 'failure'; failure: unknown; milliseconds: number };

/**
 * Runs a task of the caller's for at most `timeout` milliseconds. Its signal tells it to stop, but a task that does not
 * listen is not waited for.
 *
 * @throws the caller's reason where `signal` aborts
 */
export async function withDeadline<T>(
  task: (signal: AbortSignal) => Promise<T>,
  timeout: number,
  signal: AbortSignal,
): Promise<Timed<T>> {
  signal.throwIfAborted();
  const start = performance.now();
  const stop = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
  });
  const abort = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort(new Error(`it took longer than ${timeout} ms`));
  }, timeout);
  try {
    const value = await Promise.race([task(stop.signal), stopped]);
    signal.throwIfAborted();
    return { done: true, value, milliseconds: performance.now() - start };
  } catch (failure) {
    signal.throwIfAborted();
    const milliseconds = performance.now() - start;
    return late
      ? { done: false, cause: 'timeout', milliseconds }
      : { done: false, cause: 'failure', failure, milliseconds };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
