/**
 * Runs `work` over items, at most `width` at the same time. The first failure aborts the others and is thrown once they
 * have ended, so that nothing goes on behind the caller's back.
 */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  signal?.throwIfAborted();
  const failed = new AbortController();
  const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  let next = 0;
  let failure: { thrown: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (next < items.length && failure === undefined) {
      try {
        await work(items[next++], stop);
      } catch (thrown) {
        failure ??= { thrown };
        failed.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  if (failure !== undefined) throw failure.thrown;
}
