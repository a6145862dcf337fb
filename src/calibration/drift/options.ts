import { TopoGuardError } from '../../errors/index.ts';

export interface DriftOptions {
  /**
   * Probability α of any alarm by chance, over the whole life of the monitor, however long. Default 0.01.
   */
  alpha?: number;
  /** Live scores of one shape that a Kolmogorov–Smirnov test compares with the profile's. Default 256, at least 64. */
  window?: number;
  /** Scores of each shape, and shapes, that a new one is ranked among. Default 4,096, at least 64. */
  capacity?: number;
  /** Shapes whose scores are watched, the profile's first. Default 64. Others still count in the mix of shapes. */
  maxShapes?: number;
  /** Seed of the generator that breaks ties. Default 1. */
  seed?: number;
}

export type DriftSettings = Required<DriftOptions>;

const DEFAULTS: DriftSettings = { alpha: 0.01, window: 256, capacity: 4096, maxShapes: 64, seed: 1 };

/**
 * Fills in defaults; where a monitor goes on from a saved state, what that was made with.
 *
 * @throws TopoGuardError OPTION_INVALID naming the option, also where it differs from the saved one
 */
export function driftSettings(options: DriftOptions, saved: DriftSettings | null): DriftSettings {
  const settings = { ...(saved ?? DEFAULTS) };
  for (const name of Object.keys(DEFAULTS) as (keyof DriftSettings)[]) {
    const given = options[name];
    if (given === undefined) continue;
    if (saved && given !== saved[name]) {
      throw invalid(name, given, `Leave it out, or give ${saved[name]}, which the saved monitor was made with`);
    }
    settings[name] = given;
  }
  const { alpha, window, capacity, maxShapes, seed } = settings;
  if (!(alpha > 0 && alpha < 1)) throw invalid('alpha', alpha, 'Give a number between 0 and 1, e.g. 0.01');
  requireInteger('window', window, 64);
  requireInteger('capacity', capacity, 64);
  requireInteger('maxShapes', maxShapes, 1);
  requireInteger('seed', seed, 0);
  return settings;
}

function requireInteger(name: string, value: number, minimum: number): void {
  if (Number.isSafeInteger(value) && value >= minimum && value < 2 ** 32) return;
  throw invalid(name, value, `Give an integer of at least ${minimum}`);
}

function invalid(name: string, value: unknown, remedy: string): TopoGuardError {
  return new TopoGuardError('OPTION_INVALID', `option ${name} is ${String(value)}`, {
    location: { field: name },
    remedy,
  });
}
