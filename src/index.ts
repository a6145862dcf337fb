import type { CalibrateOptions, Calibration, Guard, GuardOptions } from './guard/index.ts';
import { calibrateIn, createGuardIn } from './guard/index.ts';
import { nodeEnvironment } from './node-environment.ts';
import type { Context } from './text/index.ts';

export * from './encoders/node.ts';
export { backendInfo } from './linalg/index.ts';
export * from './surface.ts';

/** Makes a guard in Node; see `createGuardIn` for what it throws. */
export function createGuard(options: GuardOptions = {}): Promise<Guard> {
  return createGuardIn(nodeEnvironment, options);
}

/** Calibrates a detector on benign contexts; see `calibrateIn` for how, and what it throws. */
export function calibrate(
  contexts: Iterable<Context> | AsyncIterable<Context>,
  options: CalibrateOptions,
): Promise<Calibration> {
  return calibrateIn(nodeEnvironment, contexts, options);
}
