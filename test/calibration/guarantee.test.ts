import { describe, expect, it } from 'vitest';
import { thresholdRank } from '../../src/calibration/guarantee.ts';
import {
  conformalMidRankPValue,
  conformalPValue,
  conformalThreshold,
  minimumCount,
  scoreSample,
} from '../../src/calibration/index.ts';
import { seeded } from './random.ts';

const ascending = (count: number) => [scoreSample(Array.from({ length: count }, (_, i) => i + 1))];

describe('pac thresholds', () => {
  it.each([
    [0.01, 299],
    [0.05, 59],
    [0.1, 29],
    [0.001, 2995],
  ])('β = %d takes %i scores, and the error says so', (fpr, needed) => {
    const rule = { guarantee: 'pac', contamination: 0 } as const;
    expect(minimumCount(fpr, rule)).toBe(needed);
    expect(conformalThreshold(ascending(needed), fpr, rule).threshold).toBe(needed);
    expect(() => conformalThreshold(ascending(needed - 1), fpr, rule)).toThrow(
      new RegExp(`95 % confidence \\(pac\\); it takes at least ${needed}`),
    );
  });

  it('take the smallest rank whose binomial tail is within 5 %', () => {
    // P(Binomial(m, β) ≤ j), summed plainly.
    const atMost = (j: number, m: number, beta: number) => {
      let term = (1 - beta) ** m;
      let total = term;
      for (let i = 1; i <= j; i++) {
        term *= ((m - i + 1) / i) * (beta / (1 - beta));
        total += term;
      }
      return total;
    };
    for (const [m, beta] of [
      [299, 0.01],
      [500, 0.01],
      [1000, 0.05],
      [120, 0.2],
      [2000, 0.02],
    ]) {
      const rank = thresholdRank(m, beta, 'pac');
      expect(atMost(m - rank, m, beta)).toBeLessThanOrEqual(0.05);
      expect(atMost(m - rank + 1, m, beta)).toBeGreaterThan(0.05);
    }
  });

  it('are never below marginal ones, and ranks of ten million scores are found', () => {
    for (const m of [300, 1000, 4096]) {
      expect(thresholdRank(m, 0.01, 'pac')).toBeGreaterThanOrEqual(thresholdRank(m, 0.01, 'marginal'));
    }
    const rank = thresholdRank(10_000_000, 0.01, 'pac');
    // Normal approximation: 1.645 standard deviations of the binomial below its mean.
    expect(10_000_000 - rank).toBeGreaterThan(100_000 - 1.7 * Math.sqrt(99_000));
    expect(10_000_000 - rank).toBeLessThan(100_000 - 1.6 * Math.sqrt(99_000));
  });
});

describe('contamination', () => {
  const rule = { guarantee: 'marginal', contamination: 0.02 } as const;

  it('sets the highest scores aside, in the threshold and in the p-values alike', () => {
    const pool = ascending(500);
    const clean = ascending(490);
    expect(conformalThreshold(pool, 0.01, rule).threshold).toBe(conformalThreshold(clean, 0.01).threshold);
    for (const x of [0, 250, 484.5, 486, 489, 495, 500, 501]) {
      expect(conformalPValue(pool, x, 0.02)).toBe(conformalPValue(clean, x));
      expect(conformalMidRankPValue(pool, x, 0.02)).toBeCloseTo(conformalMidRankPValue(clean, x), 12);
    }
  });

  it('takes more scores, and still reports the FPR bound of the whole sample', () => {
    expect(minimumCount(0.01, rule)).toBe(101);
    expect(minimumCount(0.01, { guarantee: 'pac', contamination: 0.1 })).toBe(332);
    expect(() => conformalThreshold(ascending(100), 0.01, rule)).toThrow(
      /0\.02 of them may be attacks; it takes at least 101/,
    );
    const { fprUpper95 } = conformalThreshold(ascending(500), 0.01, rule);
    expect(fprUpper95).toBeGreaterThan(conformalThreshold(ascending(500), 0.01).fprUpper95);
  });
});

describe('mid-rank p-values', () => {
  it('count ties half, and never exceed the conservative ones', () => {
    const pool = [scoreSample([0, 1, 1, 1, 2])];
    expect(conformalMidRankPValue(pool, 1)).toBeCloseTo((1 + 1 + 1.5) / 6, 15);
    expect(conformalMidRankPValue(pool, 1.5)).toBeCloseTo(2 / 6, 15);
    expect(conformalMidRankPValue(pool, 9)).toBeCloseTo(1 / 6, 15);
    const random = seeded(4);
    const many = Array.from({ length: 3000 }, () => Math.round(300 * random()) / 300);
    for (const sample of [scoreSample(many), scoreSample(many, 40)]) {
      for (let i = 0; i < 300; i++) {
        const x = random();
        const conservative = conformalPValue([sample], x);
        expect(conformalMidRankPValue([sample], x)).toBeLessThanOrEqual(conservative);
        expect(conformalMidRankPValue([sample], x)).toBeGreaterThan(0);
      }
    }
  });
});
