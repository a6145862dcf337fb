import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, padded, printable, truncate } from '../../src/cli/output/display-width.ts';

describe('display width', () => {
  it.each([
    ['abc', 3],
    ['漢字', 4],
    ['ｶﾅ', 2],
    ['한국', 4],
    ['e\u0301', 1],
    ['👩‍🚀', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['Ａ', 2],
    ['', 0],
  ])('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  const anyText = fc
    .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('漢', '🧪', 'e\u0301', '…')), { maxLength: 8 })
    .map((p) => printable(p.join('')));

  it('pads and cuts to exactly the width asked for', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), fc.constantFrom('left' as const, 'right' as const), (text, width, align) => {
        expect(displayWidth(padded(text, width, align))).toBe(width);
        expect(displayWidth(truncate(text, width))).toBeLessThanOrEqual(width);
        if (displayWidth(text) <= width) expect(truncate(text, width)).toBe(text);
      }),
    );
  });

  it('lets no control character through', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)) }),
        (text) => {
          expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        },
      ),
    );
    expect(printable('\u001b]0;title\u0007\u009b31m\u202e')).toBe('\\x1b]0;title\\x07\\x9b31m\\u{202e}');
  });

  it.each([
    [0x00ad, 0x00ad],
    [0x034f, 0x034f],
    [0x061c, 0x061c],
    [0x115f, 0x1160],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0x3164, 0x3164],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xfff9, 0xfffb],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe007f],
    [0xe0100, 0xe01ef],
  ])('shows what hides or reorders text: code points %i to %i', (first, last) => {
    for (let code = first; code <= last; code++) {
      const hex = code.toString(16);
      const shown = code <= 0xff ? `\\x${hex}` : `\\u{${hex}}`;
      const c = String.fromCodePoint(code);
      for (const [before, after] of [
        ['a', 'b'],
        ['', ''],
        ['é', '漢'],
        ['🧪', 'b'],
      ] as const) {
        // A form of an emoji is no secret.
        if (before === '🧪' && (code === 0xfe0e || code === 0xfe0f)) continue;
        expect(printable(before + c + after)).toBe(before + shown + after);
      }
    }
  });

  it.each(['plain ünïcode 漢', '👩‍🚀', '👩🏽‍🚀', '❤️‍🔥', '👨‍👩‍👧‍👦', '🏳️‍🌈', '☎︎', '1️⃣', 'e\u0301', 'हिन्दी'])(
    'leaves %s as it is',
    (text) => {
      expect(printable(text)).toBe(text);
      expect(printable(`a ${text} b`)).toBe(`a ${text} b`);
    },
  );
});
