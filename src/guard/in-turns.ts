import { TurnBudget } from '../event-loop/index.ts';

/**
 * Items that go through the middle stage together: enough to spread the cost of a call, and so few that what is made of them is small
 * beside the young generation. With 256 the garbage collector, which copies what is alive, kept others waiting twice as long.
 */
const CHUNK = 64;

/** What happens to each item, to some of them together, and to each again. None of them throws for the fault of one item. */
export interface Stages<Item, Work, Entry> {
  prepare(item: Item): Work;
  analyze(chunk: readonly Work[]): Promise<void>;
  conclude(work: Work): Entry;
}

/**
 * Takes items through the stages in order, a chunk at a time, and lets others have the event loop every few milliseconds.
 *
 * @throws what `analyze` throws; the signal's reason when aborted
 */
export async function inTurns<Item, Work, Entry>(
  items: readonly Item[],
  stages: Stages<Item, Work, Entry>,
  signal: AbortSignal | undefined,
): Promise<Entry[]> {
  const budget = new TurnBudget();
  const entries: Entry[] = [];
  for (let from = 0; from < items.length; from += CHUNK) {
    signal?.throwIfAborted();
    const chunk: Work[] = [];
    for (const item of items.slice(from, from + CHUNK)) {
      chunk.push(stages.prepare(item));
      if (budget.spent) await budget.renew(signal);
    }
    await stages.analyze(chunk);
    for (const work of chunk) {
      if (budget.spent) await budget.renew(signal);
      entries.push(stages.conclude(work));
    }
  }
  return entries;
}
