import { mean } from '../../src/evaluation/metrics/index.ts';
import { type Trend, trendOf } from '../harness/trend.ts';
import type { MemorySample } from './task.ts';

/**
 * Share of the contexts that fill caches and heap before the trend is taken. With a million contexts caches are full after
 * some 30,000 and V8 has compiled what is hot and settled on a size of its young generation well before 200,000.
 */
export const WARM_UP = 0.2;
/** So few samples that those after the warm-up make a trend. */
export const LEAST_SAMPLES = 40;
/**
 * Bytes a context. The smallest object that can be left behind takes 16 bytes on the heap and 32 outside it: below this bound
 * not one context in four leaves even that.
 */
export const FLAT_BELOW = 4;
/** A cache that holds less than this share of what it holds in the end was not full when the trend began. */
const FULL = 0.8;

export interface Growth {
  /** Samples that the trends are of. */
  settled: readonly MemorySample[];
  resident: Trend;
  /**
   * The resident set without the room that is free inside the JavaScript heap: how much of that V8 keeps depends on where live
   * objects lie, swings by tens of MB, and is bounded because V8 compacts pages that are mostly free. A leak shows here,
   * whether inside the heap or outside.
   */
  held: Trend;
  verdict: Verdict;
}

export const STILL_FILLING = 'caches were still filling';
export type Verdict = 'flat' | 'grows' | 'too noisy to tell' | typeof STILL_FILLING;

/** Trends of the memory after warm-up, in bytes a context, with the verdict. */
export function growthOf(samples: readonly MemorySample[]): Growth {
  const settled = samples.filter((s) => s.contexts >= WARM_UP * samples.at(-1)!.contexts);
  const trend = (of: (sample: MemorySample) => number): Trend =>
    trendOf(
      settled.map((s) => s.contexts),
      settled.map(of),
    );
  const resident = trend((s) => s.resident);
  const held = trend(heldOf);
  return {
    settled,
    resident,
    held,
    verdict: stillFilling(settled) ? STILL_FILLING : judge(resident, held),
  };
}

export function heldOf({ resident, committed, heap }: MemorySample): number {
  return resident - (committed - heap);
}

/** The resident set itself may be noisy, where what is held is not. */
function judge(resident: Trend, held: Trend): Verdict {
  if ([resident, held].some((t) => t.low > 0 && t.high >= FLAT_BELOW)) return 'grows';
  return held.high < FLAT_BELOW ? 'flat' : 'too noisy to tell';
}

/** Caches of two generations swing between half full and full, so the means of the first and last tenths are compared. */
function stillFilling(settled: readonly MemorySample[]): boolean {
  const tenth = Math.ceil(settled.length / 10);
  return Object.keys(settled[0].cached).some((cache) => {
    const held = (some: readonly MemorySample[]): number => mean(some.map((s) => s.cached[cache]));
    return held(settled.slice(0, tenth)) < FULL * held(settled.slice(-tenth));
  });
}
