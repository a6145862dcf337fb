import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatCount,
  formatMilliseconds,
  formatPercent,
  formatPValue,
  formatScore,
  formatTime,
  listInWords,
  scriptJson,
} from '../../src/report/index.ts';
import { revealHidden, splitHidden } from '../../src/report/theme/hidden-characters.ts';
import { shorten } from '../../src/report/theme/shorten.ts';

describe('numbers', () => {
  it.each([
    [0, '0.000'],
    [-0, '0.000'],
    [-0.00001, '0.000'],
    [1.23456, '1.235'],
    [-6.2, '\u22126.200'],
    [9.9999, '10.00'],
    [12.345, '12.35'],
    [99.999, '100.0'],
    [1234.56, '1234.6'],
    [2.5e7, '2.50e+7'],
    [Number.NaN, 'n/a'],
    [Number.POSITIVE_INFINITY, 'n/a'],
    [null, 'n/a'],
  ])('score %s is %s', (value, text) => {
    expect(formatScore(value)).toBe(text);
  });

  it.each([
    [1, '1.00'],
    [0.384, '0.38'],
    [0.0996, '0.10'],
    [0.05, '0.050'],
    [0.0125, '0.013'],
    [0.004, '0.0040'],
    [0.00125, '0.0013'],
    [0.00025, '0.00025'],
    [0.00001, '< 0.0001'],
    [null, 'n/a'],
  ])('p-value %s is %s', (value, text) => {
    expect(formatPValue(value)).toBe(text);
  });

  it('shares are 0 % and 100 % only when they are', () => {
    expect(formatPercent(0)).toBe('0\u00a0%');
    expect(formatPercent(1)).toBe('100\u00a0%');
    expect(formatPercent(0.0001)).toBe('< 0.1\u00a0%');
    expect(formatPercent(0.9999)).toBe('> 99.9\u00a0%');
    expect(formatPercent(0.004, 0)).toBe('< 1\u00a0%');
    expect(formatPercent(0.01, 2)).toBe('1\u00a0%');
    expect(formatPercent(0.1234)).toBe('12.3\u00a0%');
    expect(formatPercent(0.5, 0)).toBe('50\u00a0%');
    expect(formatPercent(Number.NaN)).toBe('n/a');
  });

  it('counts, times and lists', () => {
    expect(formatCount(1234567)).toBe('1,234,567');
    expect(formatCount(999)).toBe('999');
    expect(countOf(1, 'context')).toBe('1 context');
    expect(countOf(0, 'context')).toBe('0 contexts');
    expect(formatMilliseconds(0.0714)).toBe('71\u00a0µs');
    expect(formatMilliseconds(3.456)).toBe('3.46\u00a0ms');
    expect(formatMilliseconds(123.4)).toBe('123\u00a0ms');
    expect(formatTime('2025-03-14T02:15:59Z')).toEqual({
      text: '2025-03-14 02:15 UTC',
      iso: '2025-03-14T02:15:59.000Z',
    });
    expect(formatTime('yesterday')).toEqual({ text: 'yesterday', iso: null });
    expect(formatTime(new Date(Number.NaN))).toEqual({ text: 'unknown', iso: null });
    expect(listInWords([])).toBe('');
    expect(listInWords(['1', '2', '3'])).toBe('1, 2 and 3');
  });
});

describe('text', () => {
  it('names what would not be seen, and leaves what scripts need', () => {
    expect(revealHidden('a\u202Eb\u0000c\uFEFF')).toBe('a[U+202E]b[U+0000]c[U+FEFF]');
    expect(splitHidden('a\u202Eb')[1]).toEqual({ label: 'U+202E', name: 'right-to-left override' });
    expect(revealHidden('line\nnext\ttab')).toBe('line\nnext\ttab');
    expect(revealHidden('می\u200cخواهم 👩\u200d🔬')).toBe('می\u200cخواهم 👩\u200d🔬');
    expect(revealHidden('\uD83D')).toBe('[U+D83D]');
    expect(revealHidden('\u{1F600}')).toBe('\u{1F600}');
    const tags = Array.from('drop it', (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('');
    expect(revealHidden(`x${tags}y`)).toBe('x[hidden tags: drop it]y');
  });

  it('is shortened between characters, saying by how much', () => {
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten('abcdef', 3)).toBe('abc… (3 more characters)');
    expect(shorten('ab\u{1F600}c', 3)).toBe('ab… (3 more characters)');
  });

  it('in JSON parses back to itself', () => {
    const value = { a: '</script><!-- \u2028 & "', b: [1, null, 'é'] };
    expect(scriptJson(value)).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(scriptJson(value))).toEqual(value);
  });
});
