import Benchmark from 'benchmark';
import type { Side } from './alternate.ts';

/** Seconds: one sample, and all samples of one measurement. */
const SAMPLE = 0.001;
const MEASUREMENT = 0.016;

/**
 * A side that is one short function, timed by the `benchmark` package, which finds how many calls fill a sample: the fastest
 * sample of a measurement, since its clock also runs while other processes have the core. The value of each call is kept, so
 * that no compiler leaves the work out.
 */
export function microSide(name: string, work: () => unknown): Side {
  let kept: unknown;
  return {
    name,
    measure() {
      const benchmark = new Benchmark({
        fn: () => {
          kept = work();
        },
        minTime: SAMPLE,
        maxTime: MEASUREMENT,
        minSamples: 5,
      }).run();
      if (benchmark.error) throw benchmark.error;
      if (kept === microSide) throw new Error(`${name} gave back its own side`);
      return Math.min(...benchmark.stats.sample) * 1e6;
    },
  };
}
