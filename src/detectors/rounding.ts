/**
 * Signals, and what windows are ranked by, are rounded to this step: solvers differ in the last digits, and a threshold may sit on a
 * value that many contexts share (λ₂ ≥ 1, φ = 1), where noise would decide; so may two sentences that differ in nothing but the
 * order of their words.
 */
const STEPS = 1e9;

export function rounded(value: number): number {
  // Adding 0 turns −0 into 0.
  return Math.round(value * STEPS) / STEPS + 0;
}

/** The first `count` values. */
export function roundedFirst(values: Float64Array, count: number): number[] {
  // Not Array.from, whose iterator costs more than the signals.
  const all = new Array<number>(count);
  for (let i = 0; i < count; i++) all[i] = rounded(values[i]);
  return all;
}
