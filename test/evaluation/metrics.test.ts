import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalDistribution } from '../../src/detectors/index.ts';
import {
  auroc,
  averagePrecision,
  bootstrapRows,
  countAbove,
  developmentSize,
  mean,
  normality,
  precisionRecallCurve,
  proportion,
  quantile,
  rankClasses,
  rocCurve,
  splitsByRow,
  standardDeviation,
  thinCurve,
  twoSampleTest,
  weightedAuroc,
} from '../../src/evaluation/metrics/index.ts';

const BENIGN = [0.1, 0.4, 0.4, 0.35, 0.8, 0.2, 0.55, 0.4];
const ATTACKS = [0.9, 0.4, 0.8, 0.7, 0.35, 0.95, 0.55];

describe('curves, against scikit-learn on scores with ties in and between the classes', () => {
  it('auroc counts ties one half', () => {
    expect(auroc(BENIGN, ATTACKS)).toBeCloseTo(0.7857142857142857, 14);
  });

  it('auroc with weights', () => {
    const weighted = weightedAuroc(rankClasses(BENIGN, ATTACKS), [1, 0, 2, 1, 3, 1, 0, 2], [2, 1, 0, 1, 1, 0, 3]);
    expect(weighted).toBeCloseTo(0.69375, 14);
  });

  it('roc_curve', () => {
    const expected = [
      [0, 0],
      [0, 1 / 7],
      [0, 2 / 7],
      [0.125, 3 / 7],
      [0.125, 4 / 7],
      [0.25, 5 / 7],
      [0.625, 6 / 7],
      [0.75, 1],
      [0.875, 1],
      [1, 1],
    ];
    expect(rocCurve(BENIGN, ATTACKS)).toEqual(expected.map(([x, y]) => ({ x, y })));
  });

  it('precision_recall_curve and average_precision_score', () => {
    const curve = precisionRecallCurve(BENIGN, ATTACKS);
    expect(curve.map((p) => p.x)).toEqual([0, 1 / 7, 2 / 7, 3 / 7, 4 / 7, 5 / 7, 6 / 7, 1, 1, 1]);
    const precisions = [1, 1, 1, 0.75, 0.8, 5 / 7, 6 / 11, 7 / 13, 0.5, 7 / 15];
    for (const [i, p] of precisions.entries()) expect(curve[i].y).toBeCloseTo(p, 14);
    expect(averagePrecision(BENIGN, ATTACKS)).toBeCloseTo(0.7640288283145427, 14);
  });

  it('auroc is the share of pairs in the right order, and turns around with the classes', () => {
    const scores = fc.array(
      fc.integer({ min: 0, max: 12 }).map((v) => v / 4),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(scores, scores, (benign, attacks) => {
        let wins = 0;
        for (const a of attacks) for (const b of benign) wins += a > b ? 1 : a === b ? 0.5 : 0;
        expect(auroc(benign, attacks)).toBeCloseTo(wins / (benign.length * attacks.length), 12);
        expect(auroc(attacks, benign)).toBeCloseTo(1 - auroc(benign, attacks), 12);
      }),
    );
  });

  it('a weighted auroc is the auroc of the resample', () => {
    const draws = [3, 3, 0, 5, 7, 1, 1, 2];
    const weights = new Float64Array(BENIGN.length);
    for (const i of draws) weights[i]++;
    const all = new Float64Array(ATTACKS.length).fill(1);
    expect(weightedAuroc(rankClasses(BENIGN, ATTACKS), weights, all)).toBeCloseTo(
      auroc(
        draws.map((i) => BENIGN[i]),
        ATTACKS,
      ),
      12,
    );
  });

  it('thinning keeps both ends', () => {
    const curve = Array.from({ length: 1000 }, (_, i) => ({ x: i, y: i * i }));
    const thin = thinCurve(curve, 50);
    expect(thin).toHaveLength(50);
    expect([thin[0], thin[49]]).toEqual([curve[0], curve[999]]);
    expect(thinCurve(curve.slice(0, 3), 50)).toEqual(curve.slice(0, 3));
  });
});

describe('proportions, against scipy.stats.binomtest', () => {
  it.each([
    [0, 20, 0, 0.16843347098308548],
    [3, 163, 0.003811736549918073, 0.052842706260071474],
    [57, 163, 0.2767728596035621, 0.4281904841819138],
    [20, 20, 0.8315665290169145, 1],
  ])('%i of %i', (count, trials, low, high) => {
    const p = proportion(count, trials);
    expect(p.value).toBe(count / trials);
    expect(p.low).toBeCloseTo(low, 11);
    expect(p.high).toBeCloseTo(high, 11);
  });

  it('says nothing without trials', () => {
    expect(proportion(0, 0)).toMatchObject({ low: 0, high: 1 });
  });

  it('counts scores strictly above a threshold', () => {
    expect(countAbove([0.1, 0.2, 0.2, 0.3], 0.2)).toBe(1);
  });
});

describe('moments, against numpy and scipy', () => {
  const values = [0.34, 0.12, 0.55, 0.41, 0.29, 0.77, 0.18, 0.36, 0.44, 0.5, 0.31, 0.09, 0.62];

  it('mean, deviation, quantiles', () => {
    expect(mean(values)).toBeCloseTo(0.38307692307692304, 14);
    expect(standardDeviation(values)).toBeCloseTo(0.19665471497799622, 14);
    expect(quantile(values, 0.25)).toBeCloseTo(0.29, 14);
    expect(quantile(values, 0.9)).toBeCloseTo(0.606, 14);
  });

  it('skewness, kurtosis, Jarque–Bera, distance to the normal', () => {
    const n = normality(values);
    expect(n.skewness).toBeCloseTo(0.2809433345376992, 12);
    expect(n.excessKurtosis).toBeCloseTo(-0.5545029026909263, 12);
    expect(n.jarqueBera).toBeCloseTo(0.33756130307104193, 12);
    expect(n.pValue).toBeCloseTo(0.8446941654349611, 12);
    expect(n.distance).toBeCloseTo(0.08722990326484065, 10);
  });

  it.each([
    [-6, 9.865876450376946e-10],
    [-3.6, 0.00015910859015753364],
    [-3.4, 0.00033692926567688086],
    [-1.96, 0.024997895148220435],
    [-0.3, 0.3820885778110474],
    [0, 0.5],
    [0.7, 0.758036347776927],
    [2.5, 0.9937903346742238],
    [3.7, 0.9998922002665226],
  ])('normal distribution at %d', (z, expected) => {
    expect(Math.abs(normalDistribution(z) - expected)).toBeLessThan(1e-12);
  });
});

describe('two-sample Kolmogorov–Smirnov, against scipy.stats.ks_2samp', () => {
  it('has its distance, and a p-value above the exact one', () => {
    const values = [0.34, 0.12, 0.55, 0.41, 0.29, 0.77, 0.18, 0.36, 0.44, 0.5, 0.31, 0.09, 0.62];
    const others = [0.2, 0.41, 0.9, 0.8, 0.65, 0.34, 0.71, 0.5, 0.93, 0.62];
    expect(twoSampleTest(values, others).distance).toBeCloseTo(0.4461538461538462, 14);
    const a = Array.from({ length: 40 }, (_, i) => ((i * 37) % 101) / 101);
    const b = Array.from({ length: 60 }, (_, i) => (((i * 53) % 97) / 97) * 0.9 + 0.25);
    const { distance, pValue } = twoSampleTest(a, b);
    expect(distance).toBeCloseTo(0.25833333333333336, 14);
    expect(pValue).toBeGreaterThan(0.07161444615420261);
    expect(pValue).toBeLessThan(0.1);
  });
});

describe('splits', () => {
  const rows = Array.from({ length: 60 }, (_, i) => i * 3);

  it('part the rows, and resample the test part only', () => {
    for (const { development, test, resamples } of splitsByRow(rows, 25, 20, 100, 5)) {
      expect(development).toHaveLength(25);
      expect([...development, ...test].sort((a, b) => a - b)).toEqual(rows);
      expect(resamples).toHaveLength(5);
      const allowed = new Set(test);
      for (const resample of resamples) {
        expect(resample).toHaveLength(35);
        expect([...resample].every((row) => allowed.has(row))).toBe(true);
      }
    }
  });

  it('repeat with the seed and differ with another', () => {
    expect(splitsByRow(rows, 25, 3, 6, 5)).toEqual(splitsByRow(rows, 25, 3, 6, 5));
    expect(splitsByRow(rows, 25, 3, 6, 5)).not.toEqual(splitsByRow(rows, 25, 3, 6, 6));
    expect(bootstrapRows(rows, 4, 1)).toEqual(bootstrapRows(rows, 4, 1));
  });

  it('draw each row once a resample on average', () => {
    const drawn = new Map<number, number>();
    for (const resample of bootstrapRows(rows, 4000, 9)) {
      for (const row of resample) drawn.set(row, (drawn.get(row) ?? 0) + 1);
    }
    for (const row of rows) expect(Math.abs((drawn.get(row) ?? 0) / 4000 - 1)).toBeLessThan(0.1);
  });

  it('give the development part what a rate needs, up to two thirds', () => {
    expect(developmentSize(327, 0.01)).toBe(163);
    expect(developmentSize(327, 0.01, 2 / 3)).toBe(218);
    expect(developmentSize(156, 0.01)).toBe(99);
    expect(developmentSize(90, 0.01)).toBe(60);
    expect(developmentSize(90, 0.05)).toBe(45);
  });
});
