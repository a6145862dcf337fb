import { describe, expect, it } from 'vitest';
import { conformalThreshold, type ShapeGroup, scoreSample, shapeThreshold } from '../../src/calibration/index.ts';

function group(documents: number, sentences: number, count: number, level: number): ShapeGroup {
  return { documents, sentences, ...scoreSample(Array.from({ length: count }, (_, i) => level + i / count)) };
}

describe('threshold of a shape', () => {
  const groups = [group(2, 6, 400, 0), group(5, 15, 400, 10), group(10, 30, 400, 20)];

  it('rests on its own group where that is large enough', () => {
    const found = shapeThreshold(groups, { documents: 5, sentences: 15 }, 0.01);
    expect(found.shapes).toEqual([{ documents: 5, sentences: 15 }]);
    expect(found.threshold).toBe(conformalThreshold([groups[1]], 0.01).threshold);
    expect(found.extrapolated).toBe(false);
  });

  it('rests on its own group as soon as that can keep the rate by itself', () => {
    const small = [group(2, 6, 99, 0), group(2, 5, 400, 1)];
    expect(shapeThreshold(small, { documents: 2, sentences: 6 }, 0.01).shapes).toEqual([
      { documents: 2, sentences: 6 },
    ]);
  });

  it('pools the nearest shapes until there are comfortably many, where its own are too few', () => {
    const small = [group(2, 6, 98, 0), group(2, 5, 150, 1), group(5, 15, 400, 10)];
    const found = shapeThreshold(small, { documents: 2, sentences: 6 }, 0.01);
    expect(found.shapes).toEqual([
      { documents: 2, sentences: 6 },
      { documents: 2, sentences: 5 },
    ]);
    expect(found.count).toBe(248);
    const between = shapeThreshold(small, { documents: 4, sentences: 12 }, 0.01);
    expect([between.shapes, between.extrapolated]).toEqual([[{ documents: 5, sentences: 15 }], false]);
  });

  it('follows the rule: more scores are pooled for pac, and those set aside do not count', () => {
    const small = [group(2, 6, 200, 0), group(2, 5, 500, 1)];
    const own = { documents: 2, sentences: 6 };
    expect(shapeThreshold(small, own, 0.01, { guarantee: 'pac', contamination: 0 }).count).toBe(700);
    expect(shapeThreshold(small, own, 0.01).count).toBe(200);
    const robust = shapeThreshold(small, own, 0.01, { guarantee: 'marginal', contamination: 0.05 });
    expect(robust.threshold).toBeLessThan(shapeThreshold(small, own, 0.01).threshold);
  });

  it('covers a shape between calibrated ones', () => {
    expect(shapeThreshold(groups, { documents: 4, sentences: 12 }, 0.01).extrapolated).toBe(false);
  });

  it('marks a shape outside, with a threshold no lower than that of its pool or of all', () => {
    for (const shape of [
      { documents: 20, sentences: 60 },
      { documents: 2, sentences: 40 },
      { documents: 3, sentences: 3 },
    ]) {
      const found = shapeThreshold(groups, shape, 0.01);
      expect(found.extrapolated).toBe(true);
      expect(found.threshold).toBeGreaterThanOrEqual(conformalThreshold(groups, 0.01).threshold);
    }
  });

  it('fails when all groups together are too few', () => {
    expect(() => shapeThreshold([group(2, 6, 40, 0)], { documents: 2, sentences: 6 }, 0.01)).toThrow(/at least 99/);
  });
});
