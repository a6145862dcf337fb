import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clopperPearsonUpper,
  conformalPValue,
  conformalThreshold,
  minimumCount,
  regularizedBeta,
  scoreSample,
} from '../../src/calibration/index.ts';
import { TopoGuardError } from '../../src/errors/index.ts';

describe('conformal threshold', () => {
  it('is the ⌈(m+1)(1−β)⌉-th smallest score', () => {
    const scores = Array.from({ length: 999 }, (_, i) => i + 1);
    expect(conformalThreshold([scoreSample(scores)], 0.01).threshold).toBe(990);
    expect(conformalThreshold([scoreSample(scores)], 0.05).threshold).toBe(950);
    expect(conformalThreshold([scoreSample(scores.slice(0, 99))], 0.01).threshold).toBe(99);
  });

  it('refuses fewer scores than the rate needs and says how many', () => {
    const scores = Array.from({ length: 98 }, (_, i) => i);
    try {
      conformalThreshold([scoreSample(scores)], 0.01);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TopoGuardError);
      expect((error as TopoGuardError).code).toBe('CALIBRATION_TOO_SMALL');
      expect((error as TopoGuardError).message).toContain('at least 99');
    }
    expect([0.01, 0.05, 0.1, 0.001].map((fpr) => minimumCount(fpr))).toEqual([99, 19, 9, 999]);
  });

  it('holds its rate on exchangeable scores, with ties as without', () => {
    let state = 12345;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    for (const draw of [random, () => Math.floor(random() * 7)]) {
      for (const fpr of [0.01, 0.05]) {
        let above = 0;
        const rounds = 4_000;
        for (let r = 0; r < rounds; r++) {
          const { threshold } = conformalThreshold([scoreSample(Array.from({ length: 120 }, draw))], fpr);
          if (draw() > threshold) above++;
        }
        expect(above / rounds).toBeLessThan(fpr + 4 * Math.sqrt((fpr * (1 - fpr)) / rounds));
      }
    }
  });

  it('does not depend on the order of the scores, falls with the rate, and agrees with its p-values', () => {
    const scores = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 99, maxLength: 300 });
    fc.assert(
      fc.property(
        scores,
        fc.constantFrom(0.01, 0.02, 0.05, 0.1),
        fc.double({ min: -11, max: 11, noNaN: true }),
        (xs, fpr, x) => {
          const pool = [scoreSample(xs)];
          const { threshold } = conformalThreshold(pool, fpr);
          expect(conformalThreshold([scoreSample([...xs].reverse())], fpr).threshold).toBe(threshold);
          expect(conformalThreshold(pool, Math.min(0.5, 2 * fpr)).threshold).toBeLessThanOrEqual(threshold);
          expect(x > threshold).toBe(conformalPValue(pool, x) <= fpr + 1e-12);
        },
      ),
    );
  });

  it('is conservative, never looser, where scores were thinned', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 200, maxLength: 600 }),
        fc.integer({ min: 8, max: 64 }),
        fc.constantFrom(0.01, 0.05, 0.2),
        fc.integer({ min: -1, max: 501 }),
        (xs, keep, fpr, x) => {
          const exact = [scoreSample(xs)];
          const thinned = [scoreSample(xs, keep)];
          expect(thinned[0].scores.length).toBeLessThanOrEqual(keep);
          expect(conformalThreshold(thinned, fpr).threshold).toBeGreaterThanOrEqual(
            conformalThreshold(exact, fpr).threshold,
          );
          expect(conformalPValue(thinned, x)).toBeGreaterThanOrEqual(conformalPValue(exact, x) - 1e-15);
        },
      ),
    );
  });
});

describe('Clopper–Pearson bound', () => {
  // Values of scipy.stats.beta.ppf(0.95, s + 1, t - s).
  it.each([
    [0, 99, 0.0298066738],
    [1, 100, 0.0465598115],
    [5, 500, 0.0209103229],
    [40, 4000, 0.0129976766],
    [9, 10, 0.9948838031],
  ])('after %i of %i', (successes, trials, expected) => {
    expect(clopperPearsonUpper(successes, trials)).toBeCloseTo(expected, 8);
  });

  it('is 1 when every trial succeeded', () => {
    expect(clopperPearsonUpper(7, 7)).toBe(1);
  });

  it('rests on an incomplete beta function that is symmetric and monotone', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 1, max: 2000 }),
        (x, a, b) => {
          expect(regularizedBeta(x, a, b) + regularizedBeta(1 - x, b, a)).toBeCloseTo(1, 10);
          expect(regularizedBeta(Math.min(1, x + 0.001), a, b)).toBeGreaterThanOrEqual(
            regularizedBeta(x, a, b) - 1e-12,
          );
        },
      ),
    );
  });
});
