import { TopoGuardError } from '../errors/index.ts';

/** @throws TopoGuardError OPTION_INVALID where `value` is no whole number ≥ `least` */
export function requireWhole(field: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new TopoGuardError('OPTION_INVALID', `must be a whole number ≥ ${least}, got ${String(value)}`, {
    location: { field },
  });
}

/** @throws TopoGuardError OPTION_INVALID where `value` is no text or empty */
export function requireName(field: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new TopoGuardError('OPTION_INVALID', `must be a text that is not empty, got ${JSON.stringify(value)}`, {
    location: { field },
  });
}
