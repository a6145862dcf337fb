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

  it('pools the nearest shapes until there are enough', () => {
    const small = [group(2, 6, 150, 0), group(2, 5, 150, 1), group(5, 15, 400, 10)];
    const found = shapeThreshold(small, { documents: 2, sentences: 6 }, 0.01);
    expect(found.shapes).toEqual([
      { documents: 2, sentences: 6 },
      { documents: 2, sentences: 5 },
    ]);
    expect(found.count).toBe(300);
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
