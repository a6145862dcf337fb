import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificate, sampleComplexity } from '../../src/calibration/index.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const rate = fc.double({ min: 1e-6, max: 0.999, noNaN: true });
const noise = fc.double({ min: 1e-3, max: 10, noNaN: true });

describe('certificate', () => {
  it('a case by hand', () => {
    const { applies, spectralThreshold, margin, scoreThreshold, errorExponent, errorBound } = certificate({
      epsilon: 0.6,
      delta: 0.05,
      sigma: 0.1,
      n: 100,
    });
    expect(applies).toBe(true);
    expect(spectralThreshold).toBeCloseTo(0.14, 12);
    expect(margin).toBeCloseTo(0.04, 12);
    expect(scoreThreshold).toBeCloseTo(0.86, 12);
    expect(errorExponent).toBeCloseTo(16, 9);
    expect(errorBound).toBeCloseTo(Math.exp(-16), 12);
  });

  it('applies exactly where ε ≥ 2√δ, and then the threshold is midway between 2δ and ε²/2', () => {
    fc.assert(
      fc.property(unit, unit, (epsilon, delta) => {
        const { applies, margin, spectralThreshold } = certificate({ epsilon, delta, sigma: 0.2, n: 6 });
        expect(applies).toBe(epsilon >= 2 * Math.sqrt(delta));
        expect(spectralThreshold - 2 * delta).toBeCloseTo(margin, 12);
        expect(epsilon ** 2 / 2 - spectralThreshold).toBeCloseTo(margin, 12);
        if (applies) expect(delta).toBeLessThanOrEqual(0.25);
      }),
    );
  });

  it('says nothing about errors where it does not apply, or at the very edge', () => {
    expect(certificate({ epsilon: 0.5, delta: 0.5, sigma: 0.1, n: 1e6 })).toMatchObject({
      applies: false,
      errorExponent: 0,
      errorBound: 1,
    });
    expect(certificate({ epsilon: 1, delta: 0.25, sigma: 0.1, n: 6 })).toMatchObject({
      applies: true,
      margin: 0,
      errorBound: 1,
    });
  });

  it('the bound falls with n and the constant, and rises with σ', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), noise, (n, sigma) => {
        const bound = (change: object) => certificate({ epsilon: 0.8, delta: 0.05, sigma, n, ...change }).errorExponent;
        expect(bound({ n: n + 1 })).toBeGreaterThan(bound({}));
        expect(bound({ constant: 2 })).toBeCloseTo(2 * bound({}), 6);
        expect(bound({ sigma: sigma * 2 })).toBeLessThan(bound({}));
      }),
    );
  });

  it('without noise there is no error', () => {
    expect(certificate({ epsilon: 0.8, delta: 0.05, sigma: 0, n: 2 }).errorBound).toBe(0);
  });

  it.each([
    [{ epsilon: 1.1 }, 'epsilon'],
    [{ delta: -0.1 }, 'delta'],
    [{ delta: Number.NaN }, 'delta'],
    [{ sigma: -1 }, 'sigma'],
    [{ n: 2.5 }, 'n'],
    [{ constant: 0 }, 'constant'],
  ])('refuses %j', (change, field) => {
    expect(() => certificate({ epsilon: 0.5, delta: 0.01, sigma: 0.1, n: 6, ...change })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', location: { field } }),
    );
  });
});

describe('sample complexity', () => {
  it('is the least n with which the certificate bounds both errors', () => {
    fc.assert(
      fc.property(rate, rate, noise, (alpha, beta, sigma) => {
        const input = { epsilon: 0.9, delta: 0.05, sigma };
        const { n } = sampleComplexity({ ...input, alpha, beta });
        const target = Math.min(alpha, beta);
        expect(certificate({ ...input, n: n! }).errorBound).toBeLessThanOrEqual(target * (1 + 1e-9));
        if (n! > 1) expect(certificate({ ...input, n: n! - 1 }).errorBound).toBeGreaterThan(target * (1 - 1e-9));
      }),
    );
  });

  it('grows with the square of σ over ε² − 4δ, as the corollary says', () => {
    const n = (epsilon: number, delta: number, sigma: number) =>
      sampleComplexity({ epsilon, delta, sigma, alpha: 0.01, beta: 0.01 }).n!;
    expect(n(0.8, 0, 40) / n(0.8, 0, 20)).toBeCloseTo(4, 3);
    expect(n(0.4, 0, 10) / n(0.8, 0, 10)).toBeCloseTo(16, 2);
  });

  it('is null without a margin', () => {
    expect(sampleComplexity({ epsilon: 0.5, delta: 0.3, sigma: 0.1, alpha: 0.1, beta: 0.1 })).toEqual({
      applies: false,
      n: null,
    });
    expect(sampleComplexity({ epsilon: 1, delta: 0.25, sigma: 0.1, alpha: 0.1, beta: 0.1 })).toEqual({
      applies: true,
      n: null,
    });
  });

  it.each([{ alpha: 0 }, { beta: 1 }])('refuses %j', (change) => {
    expect(() => sampleComplexity({ epsilon: 0.5, delta: 0, sigma: 0.1, alpha: 0.1, beta: 0.1, ...change })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });
});
