import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { diffProfiles, mergeProfiles, type Profile, profileText, scoreSample } from '../../src/calibration/index.ts';
import { calibrate } from '../../src/index.ts';
import { toyContexts, toyEncoder } from '../guard/toy.ts';
import { failure, profileOf, scores, shape } from './profile-by-hand.ts';

describe('merging', () => {
  it('is associative and commutative, and gives what all scores at once give', () => {
    fc.assert(
      fc.property(scores, scores, scores, (a, b, c) => {
        const [x, y, z] = [profileOf(a), profileOf(b), profileOf(c)];
        const left = mergeProfiles(mergeProfiles(x, y), z);
        expect(profileText(left)).toBe(profileText(mergeProfiles(x, mergeProfiles(y, z))));
        expect(profileText(left)).toBe(profileText(mergeProfiles(z, mergeProfiles(y, x))));
        expect(profileText(left)).toBe(profileText(profileOf([...a, ...b, ...c])));
      }),
      { numRuns: 40 },
    );
  });

  it('of thinned profiles gives order statistics no further off than stated', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 300, maxLength: 500 }), (all) => {
        const half = all.length >> 1;
        const thinned = (xs: number[]) => profileOf(xs, { groups: [{ ...shape, ...scoreSample(xs, 64) }] });
        const merged = mergeProfiles(thinned(all.slice(0, half)), thinned(all.slice(half)), 64);
        expect(merged.groups[0].scores.length).toBeLessThanOrEqual(64);
        const { threshold, rankError } = merged.thresholds[0];
        const rank = Math.ceil((all.length + 1) * 0.9 - 1e-9);
        const exact = [...all].sort((a, b) => a - b)[rank - 1];
        expect(threshold).toBeGreaterThanOrEqual(exact);
        expect(all.filter((s) => s < threshold).length - (rank - 1)).toBeLessThanOrEqual(rankError);
        expect(rankError).toBeLessThan(0.05 * all.length);
      }),
      { numRuns: 40 },
    );
  });

  it('refuses other settings, rates and references, naming both sides', () => {
    const a = profileOf([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const cases: [field: string, other: Partial<Profile>][] = [
      ['encoder.id', { encoder: { ...a.encoder, id: 'other' } }],
      ['encoder.fingerprint', { encoder: { ...a.encoder, fingerprint: 'caller:other' } }],
      ['detector.k', { detector: { ...a.detector, k: 5 } }],
      ['text.coverage', { text: { ...a.text, coverage: 'all' } }],
      ['entities', { entities: 'compromise' }],
      ['fpr', { fpr: 0.2 }],
      ['contamination', { contamination: 0.05 }],
    ];
    for (const [field, other] of cases) {
      const error = failure(() =>
        mergeProfiles(
          a,
          profileOf(
            Array.from({ length: 30 }, (_, i) => i),
            other,
          ),
        ),
      );
      expect([error.code, error.location.field], field).toEqual(['PROFILE_MISMATCH', field]);
      expect(error.message).toMatch(/ is .* in the first and .* in the second/);
    }
    const reference = { signals: { 'query-distance': [0, 1] }, documents: {} };
    const error = failure(() => mergeProfiles(a, profileOf([1, 2, 3, 4, 5, 6, 7, 8, 9], { reference })));
    expect(error.location.field).toBe('reference');
    expect(error.remedy).toMatch(/--reference FIRST\.json/);
  });
});

describe('merged calibrations of two shards', () => {
  const encoder = toyEncoder();
  const contexts = [...toyContexts(160), ...toyContexts(90, 4)];
  const [one, two] = [contexts.filter((_, i) => i % 2 === 0), contexts.filter((_, i) => i % 2 === 1)];
  const options = { encoder, fpr: 0.05, name: 'traffic' };

  it('of a plain detector are the calibration of both', async () => {
    const run = async (some: typeof contexts) =>
      (await calibrate(some, { ...options, detector: 'pairwise-hybrid' })).profile;
    const [merged, whole] = [mergeProfiles(await run(one), await run(two)), await run(contexts)];
    const { created: _, hash: __, distributions: merging, ...a } = merged;
    const { created: ___, hash: ____, distributions: exact, ...b } = whole;
    expect(a).toEqual(b);
    for (const [name, values] of Object.entries(exact)) {
      const spread = values.at(-1)! - values[0];
      merging[name].forEach((v, i) => {
        // Within a step of the 50: between the neighbouring quantiles of the whole.
        expect(v).toBeGreaterThanOrEqual(values[Math.max(0, i - 3)] - 0.02 * spread);
        expect(v).toBeLessThanOrEqual(values[Math.min(50, i + 3)] + 0.02 * spread);
      });
    }
  });

  describe('of a fused detector', () => {
    let first: Profile;
    beforeAll(async () => {
      first = (await calibrate(one, { ...options, detector: 'anchored' })).profile;
    });

    it('need one reference, with which they are the calibration of both against it', async () => {
      const alone = (await calibrate(two, { ...options, detector: 'anchored' })).profile;
      expect(failure(() => mergeProfiles(first, alone)).location.field).toBe('reference');
      const second = (await calibrate(two, { ...options, reference: first })).profile;
      expect(second.reference).toEqual(first.reference);
      expect(second.detector.name).toBe('anchored');
      // With a reference given no context is spent on one.
      expect(second.groups.reduce((sum, g) => sum + g.count, 0)).toBe(two.length);
      const merged = mergeProfiles(first, second);
      const held = first.groups.reduce((sum, g) => sum + g.count, 0);
      expect(merged.groups.reduce((sum, g) => sum + g.count, 0)).toBe(held + two.length);
      expect(merged.count).toBe(contexts.length);
      const pooled = merged.groups.map((_, i) =>
        [...first.groups[i].scores, ...second.groups[i].scores].sort((a, b) => a - b),
      );
      expect(merged.groups.map((g) => g.scores)).toEqual(pooled);
    });

    it('refuse a reference made with other settings, and one for a plain detector', async () => {
      const other = await calibrate(two, { ...options, reference: first, k: 3 }).catch((e: unknown) => e);
      expect(other).toMatchObject({ code: 'PROFILE_MISMATCH', location: { field: 'detector.k' } });
      const plain = await calibrate(two, { ...options, reference: first, detector: 'hybrid' }).catch((e: unknown) => e);
      expect(plain).toMatchObject({ code: 'OPTION_INVALID', location: { field: 'reference' } });
    });
  });
});

describe('the difference of two profiles', () => {
  it('names settings and shows thresholds and distributions by shape', () => {
    const a = profileOf(Array.from({ length: 40 }, (_, i) => i / 40));
    expect(diffProfiles(a, a)).toMatchObject({ same: true, settings: [], sameReference: true });
    const b = profileOf(
      Array.from({ length: 40 }, (_, i) => 0.5 + i / 40),
      { detector: { ...a.detector, k: 8 } },
    );
    const { same, settings, shapes } = diffProfiles(a, b);
    expect(same).toBe(false);
    expect(settings).toEqual([{ field: 'detector.k', first: '4', second: '8' }]);
    expect(shapes).toEqual([
      { ...shape, counts: [40, 40], thresholds: [a.thresholds[0].threshold, b.thresholds[0].threshold], distance: 0.5 },
    ]);
    const elsewhere = profileOf([1, 2, 3, 4, 5, 6, 7, 8, 9], {
      groups: [{ documents: 5, sentences: 15, ...scoreSample([1, 2, 3, 4, 5, 6, 7, 8, 9]) }],
    });
    expect(diffProfiles(a, elsewhere).shapes.map((s) => [s.documents, s.counts, s.distance])).toEqual([
      [2, [40, null], null],
      [5, [null, 9], null],
    ]);
  });
});
