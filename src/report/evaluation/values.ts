import { formatCount } from '../theme/numbers.ts';

const MINUS = '\u2212';

/** One number by itself: four significant digits, whole numbers in full, "n/a" when not finite. */
export function formatValue(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return 'n/a';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e9) return signed(value, formatCount);
  if (size >= 1e6 || (size > 0 && size < 1e-4)) return signed(value, exponential);
  return signed(value, (v) => (v >= 1000 ? formatCount(Math.round(v)) : String(Number(v.toPrecision(4)))));
}

/**
 * A format that gives a column of numbers one number of decimals, so that their points align: as many as its size wants,
 * and no more than the numbers were rounded to.
 */
export function columnFormat(values: readonly number[]): (value: number) => string {
  const finite = values.filter(Number.isFinite);
  const largest = finite.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
  if (finite.every(Number.isInteger) && largest < 1e9) return (v) => (Number.isFinite(v) ? formatValue(v) : 'n/a');
  const wanted = largest < 9.9995 ? 3 : largest < 99.995 ? 2 : 1;
  const decimals = finite.reduce((most, v) => Math.max(most, Math.min(wanted, decimalsOf(v))), 1);
  return (value) => {
    if (!Number.isFinite(value)) return 'n/a';
    const size = Math.abs(value);
    // A value that would be rounded to 0, or whose digits fill the cell, keeps its magnitude instead.
    if (size >= 1e9 || (size > 0 && size < 0.5 * 10 ** -decimals)) return signed(value, exponential);
    return signed(value, (v) => fixed(v, decimals));
  };
}

/** With this number of decimals and commas between thousands. */
export function formatFixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return 'n/a';
  return Math.abs(value) >= 1e9 ? signed(value, exponential) : signed(value, (v) => fixed(v, decimals));
}

/** Decimals in which a number is written. */
export function decimalsOf(value: number): number {
  const text = String(value);
  if (!Number.isFinite(value) || text.includes('e')) return 0;
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}

function fixed(size: number, decimals: number): string {
  const [whole, fraction] = size.toFixed(decimals).split('.');
  return fraction === undefined ? formatCount(Number(whole)) : `${formatCount(Number(whole))}.${fraction}`;
}

function exponential(size: number): string {
  return size.toExponential(2).replace('e+', 'e').replace('-', MINUS);
}

/** Formats the size and puts the sign before it, unless all its digits are 0. */
function signed(value: number, format: (size: number) => string): string {
  const text = format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}
