import type { Suite } from '../harness/suite.ts';
import { backendsSuite } from './backends.ts';
import { chromiumSuite } from './chromium.ts';
import { endToEndSuite } from './end-to-end.ts';
import { eventLoopSuite } from './event-loop.ts';
import { kernelsSuite } from './kernels.ts';
import { llamaGuardSuite } from './llama-guard.ts';
import { memorySuite } from './memory.ts';
import { numpySuite } from './numpy.ts';
import { stagesSuite } from './stages.ts';

/** Every suite, in the order they run. */
export const SUITES: readonly Suite[] = [
  backendsSuite,
  kernelsSuite,
  stagesSuite,
  numpySuite,
  endToEndSuite,
  chromiumSuite,
  llamaGuardSuite,
  eventLoopSuite,
  memorySuite,
];
