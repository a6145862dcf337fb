import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleOf } from '../../src/report/evaluation/scale.ts';
import { columnFormat, decimalsOf, formatFixed, formatValue } from '../../src/report/evaluation/values.ts';

describe('numbers in print', () => {
  it('show four digits of one number, whole numbers in full, and no number as n/a', () => {
    expect(formatValue(12_345)).toBe('12,345');
    expect(formatValue(-0.123456)).toBe('\u22120.1235');
    expect(formatValue(1234.56)).toBe('1,235');
    expect(formatValue(0.0000123)).toBe('1.23e\u22125');
    expect(formatValue(3e12)).toBe('3.00e12');
    expect(formatValue(0)).toBe('0');
    expect(formatValue(-0)).toBe('0');
    for (const none of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) expect(formatValue(none)).toBe('n/a');
  });

  it('give a column one number of decimals, no more than its numbers were rounded to', () => {
    expect([0.5, 0.25, 3].map(columnFormat([0.5, 0.25, 3]))).toEqual(['0.50', '0.25', '3.00']);
    expect([0.123456, 9].map(columnFormat([0.123456, 9]))).toEqual(['0.123', '9.000']);
    expect([95.1234, 1].map(columnFormat([95.1234, 1]))).toEqual(['95.12', '1.00']);
    expect([1, 2000].map(columnFormat([1, 2000]))).toEqual(['1', '2,000']);
    expect([0.5, Number.NaN].map(columnFormat([0.5, Number.NaN]))).toEqual(['0.5', 'n/a']);
  });

  it('never print a number that is not 0 as 0', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }), (values) => {
        const format = columnFormat(values);
        for (const v of values) expect(/[1-9]/.test(format(v)), `${v}: ${format(v)}`).toBe(v !== 0);
      }),
    );
  });

  it('know the decimals of a number', () => {
    expect([95, 95.2, 0.88, 1e-9, Number.NaN].map(decimalsOf)).toEqual([0, 1, 2, 0, 0]);
    expect(formatFixed(-1234.5, 2)).toBe('\u22121,234.50');
    expect(formatFixed(-0.001, 2)).toBe('0.00');
  });
});

describe('axis', () => {
  it('places values too small to be told from 0 at 0', () => {
    const scale = scaleOf([-1.04e-155, 1e-150], { count: 5 });
    expect(scale.at(-1.04e-155)).toBe(scale.at(0));
    expect(scale.at(-1.04e-155)).toBe(0);
  });

  const drawable = fc.double({ min: -1e140, max: 1e140, noNaN: true });

  it('holds every value, in order, and ticks inside it', () => {
    fc.assert(
      fc.property(
        fc.array(drawable, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        (values, zero, own) => {
          const scale = scaleOf(values, { count: 5, zero, atValues: own, mayBeLogarithmic: !zero });
          const sorted = [...values].sort((a, b) => a - b).map(scale.at);
          for (const [i, p] of sorted.entries()) {
            expect(p).toBeGreaterThanOrEqual(-1e-3);
            expect(p).toBeLessThanOrEqual(100 + 1e-3);
            if (i > 0) expect(p).toBeGreaterThanOrEqual(sorted[i - 1]);
          }
          for (const t of scale.ticks) {
            expect(t.position).toBeGreaterThanOrEqual(-1e-3);
            expect(t.position).toBeLessThanOrEqual(100 + 1e-3);
            expect(t.label).not.toMatch(/NaN|Infinity|n\/a/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has ticks at the values themselves where they are few and apart', () => {
    const labels = (values: number[]): string[] =>
      scaleOf(values, { count: 5, atValues: true }).ticks.map((t) => t.label);
    expect(labels([2, 4, 8, 16, 8, 2])).toEqual(['2', '4', '8', '16']);
    expect(labels([0, 0.01, 0.02, 1])).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0']);
  });

  it('has a tick a decade where it is logarithmic, fewer where decades are many', () => {
    const of = (values: number[]) => scaleOf(values, { count: 5, mayBeLogarithmic: true });
    expect(of([0.2, 1500])).toMatchObject({ logarithmic: true });
    expect(of([0.2, 1500]).ticks.map((t) => t.label)).toEqual(['1', '10', '100', '1,000']);
    expect(of([1e-60, 1e60]).ticks.length).toBeLessThanOrEqual(7);
    expect(of([0, 1500]).logarithmic).toBe(false);
  });
});
