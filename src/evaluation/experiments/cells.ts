import type { Estimate } from './performance.ts';

/** `95.9 ± 0.7`: a share in percent with its standard deviation; null where there is none. */
export function percentCell(value: Estimate | null | undefined, digits = 1): string | null {
  if (!value || Number.isNaN(value.mean)) return null;
  return `${(100 * value.mean).toFixed(digits)} ± ${(100 * value.sd).toFixed(digits)}`;
}

/** A number with so many decimals; null where there is none. */
export function rounded(value: number | null | undefined, digits: number): number | null {
  return value === null || value === undefined || Number.isNaN(value) ? null : Number(value.toFixed(digits));
}

/** `1 %`, `0.5 %`. */
export function rateLabel(rate: number): string {
  return `${Number((100 * rate).toFixed(3))} %`;
}
