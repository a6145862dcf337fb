import { describe, expect, it } from 'vitest';
import { shapeThreshold } from '../../src/calibration/index.ts';
import { calibrate, createGuard, DETECTOR_NAMES } from '../../src/index.ts';
import { toyContexts, toyEncoder } from '../guard/toy.ts';

const encoder = toyEncoder();

describe('calibration options', () => {
  it('pac and contamination are stored, and thresholds and p-values follow them', async () => {
    const options = { encoder, detector: 'pairwise-spectral-gap', fpr: 0.1 };
    const benign = toyContexts(200);
    const plain = (await calibrate(benign, options)).profile;
    const pac = (await calibrate(benign, { ...options, guarantee: 'pac' })).profile;
    const robust = (await calibrate(benign, { ...options, contamination: 0.05 })).profile;
    expect([pac.guarantee, robust.contamination]).toEqual(['pac', 0.05]);
    expect(pac.thresholds[0].threshold).toBeGreaterThan(plain.thresholds[0].threshold);
    expect(robust.thresholds[0].threshold).toBeLessThan(plain.thresholds[0].threshold);
    for (const profile of [plain, pac, robust]) {
      const guard = await createGuard({ encoder, profile });
      const result = await guard.screen(benign[0]);
      expect(result.threshold).toBe(shapeThreshold(profile.groups, result.shape, 0.1, profile).threshold);
      expect(result.pValueMidRank).toBeLessThanOrEqual(result.pValue!);
      expect(result.pValueMidRank).toBeGreaterThan(0);
    }
  });

  it('say how many contexts pac takes, and what they may be', async () => {
    const few = calibrate(toyContexts(250), { encoder, detector: 'hybrid', fpr: 0.01, guarantee: 'pac' });
    await expect(few).rejects.toThrow(/95 % confidence \(pac\) takes at least 299/);
    const fused = calibrate(toyContexts(120), { encoder, detector: 'anchored', fpr: 0.05, guarantee: 'pac' });
    await expect(fused).resolves.toBeDefined();
    for (const [field, options] of [
      ['guarantee', { guarantee: 'certain' as never }],
      ['contamination', { contamination: 0.2 }],
      ['contamination', { contamination: Number.NaN }],
    ] as const) {
      const error = await calibrate(toyContexts(100), { encoder, fpr: 0.1, ...options }).catch((e: unknown) => e);
      expect(error).toMatchObject({ code: 'OPTION_INVALID', location: { field } });
    }
  });

  it('tell of each context that cannot be used as it is read', async () => {
    const told: number[] = [];
    const contexts = [...toyContexts(30), { documents: [] }, ...toyContexts(20), null as never];
    const { skipped, skippedCount } = await calibrate(contexts, {
      encoder,
      detector: 'hybrid',
      fpr: 0.1,
      onSkip: ({ index }) => told.push(index),
    });
    expect(told).toEqual([30, 51]);
    expect(skipped.map((s) => s.index)).toEqual(told);
    expect(skippedCount).toBe(2);
  });
});

describe('shapes a profile does not cover', () => {
  const [known] = toyContexts(1);
  const [unknown] = toyContexts(1, 9);

  it.each(DETECTOR_NAMES)('%s: the nearest more conservative threshold, or abstention by option', async (detector) => {
    const { profile } = await calibrate(toyContexts(60), { encoder, detector, fpr: 0.1 });
    const nearest = await createGuard({ encoder, profile });
    const abstaining = await createGuard({ encoder, profile, uncoveredShapes: 'abstain' });
    if (detector !== 'conductance-exact') {
      const judged = await nearest.screen(unknown);
      expect(judged.extrapolated).toBe(true);
      expect(judged.threshold).toBeGreaterThanOrEqual(profile.thresholds[0].threshold);
    }
    const result = await abstaining.screen(unknown);
    expect(result).toMatchObject({
      verdict: 'abstain',
      extrapolated: true,
      score: null,
      threshold: null,
      pValue: null,
    });
    expect(result.reason).toMatch(/covers no context of 9 documents with 27 sentences/);
    expect((await abstaining.screen(known)).verdict).not.toBe('abstain');
  });

  it('the option is checked', async () => {
    const error = await createGuard({ uncoveredShapes: 'guess' as never }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'OPTION_INVALID', location: { field: 'uncoveredShapes' } });
  });
});
