const MINUS = '\u2212';
const NBSP = '\u00a0';

/** A score, signal or similarity: three decimals below 10, fewer above, so that columns align; "n/a" when not finite. */
export function formatScore(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return 'n/a';
  const size = Math.abs(value);
  if (size >= 1e6) return withMinus(value.toExponential(2));
  return withMinus(value.toFixed(size < 9.9995 ? 3 : size < 99.995 ? 2 : 1));
}

/** A p-value with two significant digits; never rounded to 0. */
export function formatPValue(p: number | null | undefined): string {
  if (p === null || p === undefined || !Number.isFinite(p)) return 'n/a';
  if (p < 0.0001) return '< 0.0001';
  if (p >= 0.0995) return p.toFixed(2);
  return p.toFixed(p < 0.000995 ? 5 : p < 0.00995 ? 4 : 3);
}

/** A share in [0, 1] as per cent; shares that are neither 0 nor 1 are never shown as 0 % or 100 %. */
export function formatPercent(share: number | null | undefined, decimals = 1): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return 'n/a';
  const unit = 10 ** -decimals;
  const percent = share * 100;
  if (share > 0 && percent < unit / 2) return `< ${unit.toFixed(decimals)}${NBSP}%`;
  if (share < 1 && percent > 100 - unit / 2) return `> ${(100 - unit).toFixed(decimals)}${NBSP}%`;
  return `${trimZeros(percent.toFixed(decimals))}${NBSP}%`;
}

/** A whole number with commas between thousands. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** "1 context", "2 contexts". */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Milliseconds, as µs below 1. */
export function formatMilliseconds(ms: number): string {
  if (!Number.isFinite(ms)) return 'n/a';
  return ms < 1 ? `${(ms * 1000).toFixed(0)}${NBSP}µs` : `${ms.toFixed(ms < 10 ? 2 : 0)}${NBSP}ms`;
}

/** "2025-03-01 14:05 UTC"; a string that is no date comes back as it is. */
export function formatTime(time: Date | string): { text: string; iso: string | null } {
  const date = typeof time === 'string' ? new Date(time) : time;
  if (Number.isNaN(date.getTime())) return { text: typeof time === 'string' ? time : 'unknown', iso: null };
  const iso = date.toISOString();
  return { text: `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`, iso };
}

/** "1", "1 and 2", "1, 2 and 3". */
export function listInWords(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

function withMinus(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text.replace('-', MINUS);
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
