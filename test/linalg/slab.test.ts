import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubleSlab, indexSlab } from '../../src/linalg/slab.ts';

describe('a slab', () => {
  it('gives zeros of the length asked for, and nothing twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 }), fc.boolean(), (lengths, doubles) => {
        const slab = doubles ? doubleSlab() : indexSlab();
        const pieces = lengths.map((length, i) => {
          const piece = slab.take(length);
          expect(piece).toHaveLength(length);
          expect(piece.every((value) => value === 0)).toBe(true);
          return piece.fill(i + 1);
        });
        for (const [i, piece] of pieces.entries()) expect(piece.every((value) => value === i + 1)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('cuts small pieces from one block, and gives a large one memory of its own', () => {
    const slab = doubleSlab();
    const [first, large, second] = [slab.take(80), slab.take(100_000), slab.take(80)];
    expect(second.buffer).toBe(first.buffer);
    expect(large.buffer.byteLength).toBe(800_000);
  });
});
