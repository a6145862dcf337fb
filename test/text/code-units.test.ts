import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyUnits, unitAt } from '../../src/text/index.ts';

describe('code units', () => {
  it('are those of the text, whole, joined or cut out', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.nat(), (a, b, cut) => {
        for (const text of [a, a + b, (a + b).slice(cut % (a.length + 1))]) {
          const expected = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
          expect(expected.map((_, i) => unitAt(text, i))).toEqual(expected);
        }
      }),
    );
  });

  it('are copied to the front, and nothing behind them is written', () => {
    const units = new Uint16Array(6).fill(7);
    copyUnits('a\u00e9\ud83d\ude00z', 1, 4, units);
    expect([...units]).toEqual([0xe9, 0xd83d, 0xde00, 7, 7, 7]);
    copyUnits('abc', 2, 2, units);
    expect(units[0]).toBe(0xe9);
  });
});
