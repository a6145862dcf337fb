import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../src/evaluation/types.ts';
import { binomialError } from '../../src/report/evaluation/judgement.ts';
import { judgeComparison } from '../../src/report/index.ts';

const compared = (parts: Partial<Comparison>): Comparison => ({
  what: 'AUROC',
  paper: 0.9,
  ours: 0.9,
  standardError: 0.01,
  contexts: 100,
  ...parts,
});

describe('judgement of a comparison', () => {
  it('takes twice our standard error where the count of the paper is unknown', () => {
    expect(judgeComparison(compared({ ours: 0.919 }))).toBe('within both error bars');
    expect(judgeComparison(compared({ ours: 0.92 }))).toBe('within both error bars');
    expect(judgeComparison(compared({ ours: 0.921 }))).toBe('outside');
    expect(judgeComparison(compared({ ours: 0.879 }))).toBe('outside');
  });

  it("adds the paper's binomial error in quadrature, in shares and in per cent", () => {
    // sqrt(0.9 * 0.1 / 900) = 0.01, so the bound is 2 * sqrt(2) * 0.01 = 0.0283.
    expect(binomialError(compared({ paperContexts: 900 }))).toBeCloseTo(0.01, 12);
    expect(judgeComparison(compared({ ours: 0.928, paperContexts: 900 }))).toBe('within both error bars');
    expect(judgeComparison(compared({ ours: 0.929, paperContexts: 900 }))).toBe('outside');
    const percent = { paper: 90, standardError: 1, paperContexts: 900 };
    expect(binomialError(compared({ ...percent, ours: 92 }))).toBeCloseTo(1, 12);
    expect(judgeComparison(compared({ ...percent, ours: 92.8 }))).toBe('within both error bars');
    expect(judgeComparison(compared({ ...percent, ours: 92.9 }))).toBe('outside');
  });

  it('knows no binomial error of what is neither a share nor per cent, or of no contexts', () => {
    expect(binomialError(compared({}))).toBeNull();
    expect(binomialError(compared({ paper: 142, ours: 20, paperContexts: 50 }))).toBeNull();
    expect(binomialError(compared({ paper: -0.2, ours: 0.1, paperContexts: 50 }))).toBeNull();
    for (const paperContexts of [0, -3, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(binomialError(compared({ paperContexts }))).toBeNull();
    }
  });

  it('never calls agreement what has no number or no error', () => {
    expect(judgeComparison(compared({ ours: Number.NaN }))).toBe('not comparable');
    expect(judgeComparison(compared({ paper: Number.POSITIVE_INFINITY }))).toBe('not comparable');
    for (const standardError of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(judgeComparison(compared({ ours: 0.901, standardError }))).toBe('outside');
    }
  });

  it('is the rule, whatever the numbers', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        share,
        share,
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        fc.integer({ min: 1, max: 5000 }),
        (p, o, s, n) => {
          const bound = 2 * Math.sqrt(s * s + (p * (1 - p)) / n);
          fc.pre(Math.abs(Math.abs(p - o) - bound) > 1e-9);
          const expected = Math.abs(p - o) < bound ? 'within both error bars' : 'outside';
          expect(judgeComparison(compared({ paper: p, ours: o, standardError: s, paperContexts: n }))).toBe(expected);
        },
      ),
    );
  });
});
