import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf } from '../../src/encoders/batches.ts';

const texts = fc.array(fc.string({ maxLength: 40 }), { maxLength: 50 });
const limits = fc.record({
  count: fc.integer({ min: 1, max: 9 }),
  characters: fc.integer({ min: 1, max: 100 }),
  padded: fc.boolean(),
});

describe('batchesOf', () => {
  it('holds every text once, within the limits, a longer text alone', () => {
    fc.assert(
      fc.property(texts, limits, (list, limit) => {
        const batches = batchesOf(list, limit);
        expect(batches.flat().sort((a, b) => a - b)).toEqual(list.map((_, i) => i));
        for (const batch of batches) {
          const lengths = batch.map((i) => list[i].length);
          const cost = limit.padded ? Math.max(...lengths) * batch.length : lengths.reduce((a, b) => a + b, 0);
          expect(batch.length).toBeLessThanOrEqual(limit.count);
          if (batch.length > 1) expect(cost).toBeLessThanOrEqual(limit.characters);
        }
      }),
    );
  });

  it('without padding keeps neighbours together, with padding texts of one length', () => {
    const list = ['aaaa', 'b', 'cccc', 'd'];
    expect(batchesOf(list, { count: 2, characters: 99, padded: false })).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(batchesOf(list, { count: 2, characters: 99, padded: true })).toEqual([
      [1, 3],
      [0, 2],
    ]);
  });
});
