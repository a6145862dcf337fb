/** What is used here of the `benchmark` package, which has no types of its own. */
declare module 'benchmark' {
  export default class Benchmark {
    constructor(options: {
      fn: () => void;
      minTime?: number;
      maxTime?: number;
      minSamples?: number;
      initCount?: number;
    });
    run(): this;
    error?: unknown;
    /** Seconds a call, of each sample. */
    readonly stats: { sample: readonly number[] };
  }
}
