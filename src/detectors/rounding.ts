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

/** Not Float64Array.from, whose iterator costs more than the signals. */
export function roundedAll(values: ArrayLike<number>): Float64Array {
  const all = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) all[i] = rounded(values[i]);
  return all;
}
