import { browserEnvironment } from './browser-environment.ts';
import {
  type CalibrateOptions,
  type Calibration,
  calibrateIn,
  createGuardIn,
  type Guard,
  type GuardOptions,
} from './guard/index.ts';
import type { Context } from './text/index.ts';

export * from './encoders/browser.ts';
export { backendInfo } from './linalg/browser.ts';
export * from './surface.ts';

/** Makes a guard in a browser or an edge runtime; see `createGuardIn` for what it throws. */
export function createGuard(options: GuardOptions = {}): Promise<Guard> {
  return createGuardIn(browserEnvironment, options);
}

/** Calibrates a detector on benign contexts; see `calibrateIn` for how, and what it throws. */
export function calibrate(
  contexts: Iterable<Context> | AsyncIterable<Context>,
  options: CalibrateOptions,
): Promise<Calibration> {
  return calibrateIn(browserEnvironment, contexts, options);
}
