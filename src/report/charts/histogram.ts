/** Counts of values in bins of equal width: bin b holds values in (start + b·width, start + (b+1)·width]. */
export interface Histogram {
  start: number;
  width: number;
  counts: number[];
}

/**
 * Bins of the finite values. With `align`, an edge falls exactly there and values equal to it lie in the bin to its
 * left, so that a bar is never on both sides of a threshold. Null without finite values.
 */
export function histogram(
  values: readonly number[],
  options: { bins: number; align?: number; domain?: readonly [number, number] },
): Histogram | null {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return null;
  const [lo, hi] = options.domain ?? extent(finite);
  // A range within rounding of nothing is one value.
  const spread = hi - lo > 1e-12 * Math.max(Math.abs(lo), Math.abs(hi), 1e-100);
  const width = spread ? (hi - lo) / Math.max(1, options.bins - 1) : Math.max(Math.abs(lo), 1) / options.bins;
  // Without alignment the extremes lie in the middle of the outer bins.
  const anchor = options.align ?? lo - width / 2;
  const first = Math.ceil((lo - anchor) / width - 1e-9) - 1;
  const counts: number[] = [];
  for (const value of finite) {
    // Values within rounding of an edge belong to it; the threshold itself is compared exactly.
    const exact = (value - anchor) / width;
    let bin = Math.ceil(exact - 1e-9) - 1 - first;
    if (value > anchor && bin < -first) bin = -first;
    bin = Math.max(0, bin);
    while (counts.length <= bin) counts.push(0);
    counts[bin]++;
  }
  return { start: anchor + first * width, width, counts };
}

/** Smallest and largest of finite values; [0, 1] for none. */
export function extent(values: readonly number[]): [number, number] {
  let lo = Number.POSITIVE_INFINITY;
  let hi = Number.NEGATIVE_INFINITY;
  for (const v of values) {
    if (v < lo) lo = v;
    if (v > hi) hi = v;
  }
  return lo <= hi ? [lo, hi] : [0, 1];
}

/** About `count` round numbers (1, 2 or 5 times a power of ten apart) inside [lo, hi], ascending. */
export function roundTicks(lo: number, hi: number, count: number): number[] {
  if (!(hi > lo)) return [lo];
  const raw = (hi - lo) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999) ?? 10 * power;
  const ticks: number[] = [];
  for (let i = Math.ceil(lo / step - 1e-9); i * step <= hi + step * 1e-9; i++) ticks.push(i === 0 ? 0 : i * step);
  return ticks;
}

/** A tick as text with no more decimals than its step needs. */
export function formatTick(value: number, ticks: readonly number[]): string {
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : Math.abs(value) || 1;
  const decimals = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
  return value.toFixed(decimals).replace('-', '\u2212');
}
