import { extent, formatTick, roundTicks } from '../charts/histogram.ts';
import { formatValue } from './values.ts';

/** An axis: where values lie, in per cent of its length, and what is written on it. */
export interface Scale {
  at: (value: number) => number;
  ticks: { position: number; label: string }[];
  /** Positions go by the logarithm; the axis says so. */
  logarithmic: boolean;
}

export interface ScaleOptions {
  /** About how many ticks. */
  count: number;
  /** Bars begin at 0, so 0 belongs to their axis. */
  zero?: boolean;
  /** Ticks at the values themselves where these are few and apart, e.g. k = 2, 4, 8. */
  atValues?: boolean;
  /** Logarithmic where all values are positive and the largest is over `LOG_RATIO` times the smallest. */
  mayBeLogarithmic?: boolean;
}

/** Two decades and more cannot be read on a linear axis. */
const LOG_RATIO = 200;
/** Per cent of the axis that each tick of its own needs. */
const TICK_ROOM = 9;
const PADDING = 0.04;
const LARGEST = 1e150;
/** Smaller sizes are placed at 0: their ratios and steps leave the range of numbers. */
const SMALLEST = 1e-150;

/** Whether a number can be placed on an axis; beyond this size differences overflow. */
export function isDrawable(value: number | null | undefined): value is number {
  return value !== null && value !== undefined && Number.isFinite(value) && Math.abs(value) < LARGEST;
}

/** The axis of these values, all of them drawable. */
export function scaleOf(values: readonly number[], options: ScaleOptions): Scale {
  const placed = values.map(drawn);
  const [lo, hi] = extent(options.zero ? [0, ...placed] : placed);
  if (options.mayBeLogarithmic && lo > 0 && hi / lo > LOG_RATIO) return logarithmic(lo, hi);
  return linear(lo, hi, placed, options);
}

/** A value as it is placed. */
function drawn(value: number): number {
  return Math.abs(value) < SMALLEST ? 0 : value;
}

function linear(lo: number, hi: number, values: readonly number[], options: ScaleOptions): Scale {
  const [start, end] = domain(lo, hi, options.zero ?? false);
  const at = (value: number): number => ((drawn(value) - start) / (end - start)) * 100;
  const own = options.atValues ? [...new Set(values)].sort((a, b) => a - b) : [];
  const apart = own.length > 0 && own.length <= 8 && own.every((v, i) => i === 0 || at(v) - at(own[i - 1]) > TICK_ROOM);
  if (apart) {
    return { at, ticks: own.map((v) => ({ position: at(v), label: formatValue(v) })), logarithmic: false };
  }
  const ticks = roundTicks(start, end, options.count);
  return { at, ticks: ticks.map((t) => ({ position: at(t), label: tickLabel(t, ticks) })), logarithmic: false };
}

function logarithmic(lo: number, hi: number): Scale {
  const pad = Math.log10(hi / lo) * PADDING;
  const start = Math.log10(lo) - pad;
  const end = Math.log10(hi) + pad;
  const at = (value: number): number => ((Math.log10(value) - start) / (end - start)) * 100;
  const decades = Math.floor(end + 1e-9) - Math.ceil(start - 1e-9) + 1;
  const stride = Math.ceil(decades / 6);
  const ticks: Scale['ticks'] = [];
  for (let e = Math.ceil(start - 1e-9); e <= end + 1e-9; e += stride) {
    const value = 10 ** e;
    ticks.push({ position: at(value), label: formatValue(Number(value.toPrecision(6))) });
  }
  return { at, ticks, logarithmic: true };
}

/** The values with a little room, but never beyond 0 or 1 when all lie inside: a rate has no room there. */
function domain(lo: number, hi: number, zero: boolean): [number, number] {
  const size = Math.max(Math.abs(lo), Math.abs(hi));
  const single = hi - lo <= 1e-9 * size || hi === lo;
  const pad = single ? (size > 0 ? size * 0.1 : 0.5) : (hi - lo) * PADDING;
  let start = lo - pad;
  let end = hi + pad;
  if (lo >= 0 && start < 0) start = 0;
  if (zero && hi <= 0) end = 0;
  if (!single && lo >= 0 && hi <= 1 && hi > 0.5) end = Math.min(end, 1);
  // A number too small to be padded leaves no length.
  return end > start ? [start, end] : [start, start + 1];
}

function tickLabel(value: number, ticks: readonly number[]): string {
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : Math.abs(value);
  const plain = Math.abs(value) < 1e7 && (step === 0 || step >= 1e-5);
  if (!plain || Math.abs(value) >= 1e4) return formatValue(value);
  return formatTick(value, ticks);
}
