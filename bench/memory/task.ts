import { createGuard, type Guard } from '../../src/index.ts';
import type { BackendName } from '../../src/linalg/backend.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';
import { RecurringContexts } from '../text-path/recurring-contexts.ts';

export const MEMORY_TASK = 'memory';

/** Contexts that are screened together. */
const MOST_TOGETHER = 250;
/** Readings at each point, and milliseconds between a collection and its reading. */
const READINGS = 3;
const PAUSE_MS = 100;
const MIB = 2 ** 20;

export interface MemoryTask {
  backend: BackendName;
  contexts: number;
  /** How often memory is measured. */
  samples: number;
}

/** Bytes after so many contexts. */
export interface MemorySample {
  contexts: number;
  resident: number;
  /** JavaScript heap in use. */
  heap: number;
  /** JavaScript heap as V8 has it from the system. */
  committed: number;
  /** Memory of buffers, and what else V8 counts outside its heap. */
  buffers: number;
  /** Entries of each cache. */
  cached: Record<string, number>;
}

/** The child's part: screens, and prints the samples as one line of JSON. */
export async function runMemoryTask({ backend, contexts, samples: count }: MemoryTask): Promise<void> {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (!collect) throw new Error('the memory task needs --expose-gc');
  const guard = await createGuard({ encoder: 'static', backend });
  const texts = new RecurringContexts(new FreshContexts(material(), 5), 11);
  const samples = [await measure(0, guard, collect)];
  const together = Math.max(1, Math.min(MOST_TOGETHER, Math.floor(contexts / count)));
  for (let done = 0, next = contexts / count; done < contexts; ) {
    const entries = await guard.screenBatch(texts.make(Math.min(together, contexts - done)));
    const failed = entries.find((entry) => !entry.ok);
    if (failed && !failed.ok) throw failed.error;
    done += entries.length;
    if (done < next && done < contexts) continue;
    samples.push(await measure(done, guard, collect));
    next = done + contexts / count;
    if (samples.length % 20 === 0)
      console.log(`${backend}: ${done} contexts, ${(samples.at(-1)!.resident / MIB).toFixed(0)} MiB`);
  }
  await guard.close();
  console.log(JSON.stringify(samples));
}

/**
 * The least of three readings, each after a collection of its own: what one finalizes the next one frees, and pages that a
 * collection empties go back to the system on V8's own threads, some milliseconds later on a machine at rest. Read at once,
 * the resident set is up to 45 MB too large at random.
 */
async function measure(contexts: number, guard: Guard, collect: () => void): Promise<MemorySample> {
  const cached = Object.entries(guard.cacheStatistics()).map(([cache, { size }]) => [cache, size]);
  let least = await read(collect);
  for (let reading = 1; reading < READINGS; reading++) {
    const next = await read(collect);
    if (next.resident < least.resident) least = next;
  }
  return { contexts, ...least, cached: Object.fromEntries(cached) as Record<string, number> };
}

async function read(collect: () => void): Promise<Omit<MemorySample, 'contexts' | 'cached'>> {
  collect();
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return { resident: rss, heap: heapUsed, committed: heapTotal, buffers: external };
}
