import type { Machine } from '../harness/machine.ts';
import type { SuiteOutcome } from '../harness/suite.ts';

/** One suite's outcome with its name and the seconds it took. */
export interface SuiteResult extends SuiteOutcome {
  name: string;
  title: string;
  seconds: number;
}

/** The file that `npm run bench` writes. */
export interface BenchReport {
  format: 'topoguard-bench';
  version: 1;
  created: string;
  quick: boolean;
  machine: Machine;
  suites: SuiteResult[];
}
