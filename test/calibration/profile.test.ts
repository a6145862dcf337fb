import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  conformalThreshold,
  parseProfile,
  profileText,
  scoreSample,
  sha256Hex,
} from '../../src/calibration/index.ts';
import { failure, profileOf, scores, shape } from './profile-by-hand.ts';

describe('canonical form', () => {
  it('does not depend on the order of fields, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        const text = canonicalJson(value);
        expect(canonicalJson(reversed)).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('of a profile round trips, byte for byte', () => {
    fc.assert(
      fc.property(scores, (xs) => {
        const profile = profileOf(xs);
        const text = profileText(profile);
        const read = parseProfile(JSON.parse(text), 'test');
        expect(read).toEqual(profile);
        expect(profileText(read)).toBe(text);
      }),
    );
  });

  it('of a sample in another order is the same', () => {
    fc.assert(
      fc.property(scores, fc.integer(), (xs, seed) => {
        const shuffled = [...xs].sort((a, b) => Math.sin(seed + 9e3 * a) - Math.sin(seed + 9e3 * b));
        expect(profileText(profileOf(shuffled))).toBe(profileText(profileOf(xs)));
      }),
    );
  });
});

describe('the content hash', () => {
  const text = profileText(profileOf(Array.from({ length: 20 }, (_, i) => Math.sqrt(i) / 7)));
  const original = JSON.parse(text);

  it('refuses a profile with any byte flipped that changes what it says', () => {
    const bytes = new TextEncoder().encode(text);
    let read = 0;
    let refused = 0;
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of [0x01, 0x04, 0x20]) {
        const copy = bytes.slice();
        copy[at] ^= mask;
        let value: unknown;
        try {
          value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(copy));
        } catch {
          continue; // Not JSON any more: refused before it is read as a profile.
        }
        if (canonicalJson(value) === canonicalJson(original)) continue; // 1e-7 and 1E-7 are one number.
        read++;
        const error = failure(() => parseProfile(value, 'p.json'));
        if (error.code === 'PROFILE_INVALID') refused++;
      }
    }
    expect(read).toBeGreaterThan(500);
    expect(refused).toBe(read);
  });

  it('names the field, and covers fields this release does not know', () => {
    for (const change of [{ name: 'other' }, { fpr: 0.2 }, { note: 'by hand' }, { hash: '0'.repeat(64) }]) {
      const error = failure(() => parseProfile({ ...original, ...change }, 'p.json'));
      expect([error.code, error.location]).toEqual(['PROFILE_INVALID', { file: 'p.json', field: 'hash' }]);
    }
    const { hash: _, ...without } = original;
    expect(failure(() => parseProfile(without, 'p.json')).location.field).toBe('hash');
  });
});

describe('a field that a later release added', () => {
  it('is kept with the content it was hashed with', () => {
    const { hash: _, ...content } = { ...profileOf([1, 2, 3, 4, 5, 6, 7, 8, 9]), added: [1, { deep: true }] };
    const later = { ...content, hash: sha256Hex(new TextEncoder().encode(canonicalJson(content))) };
    const read = parseProfile(later, 'later.json');
    expect(read).toEqual(later);
    expect(parseProfile(read, 'again')).toEqual(later);
  });
});

describe('migration', () => {
  const current = profileOf(Array.from({ length: 40 }, (_, i) => i / 40));
  const { hash: _, guarantee: __, contamination: ___, ...rest } = current;
  const first = { ...rest, version: 1, thresholds: rest.thresholds.map(({ rankError: ____, ...t }) => t) };

  it('brings a version 1 profile to the current form', () => {
    expect(parseProfile(first, 'old.json')).toEqual(current);
  });

  it('keeps thinned groups of version 1 conservative', () => {
    const all = Array.from({ length: 1000 }, (_, i) => i);
    const ranks = [1, 251, 501, 751, ...Array.from({ length: 200 }, (_, i) => 801 + i)];
    const groups = [{ ...shape, count: 1000, scores: ranks.map((r) => all[r - 1]), ranks }];
    const read = parseProfile({ ...first, groups, count: 1000 }, 'old.json');
    expect(read.thresholds[0].threshold).toBe(conformalThreshold([scoreSample(all)], 0.1).threshold);
    expect(read.groups).toEqual(groups);
  });

  it('still checks what it migrates, and refuses versions to come', () => {
    expect(failure(() => parseProfile({ ...first, fpr: 7 }, 'old.json')).location.field).toBe('fpr');
    expect(failure(() => parseProfile({ ...first, version: 0 }, 'old.json')).location.field).toBe('version');
    const error = failure(() => parseProfile({ ...first, version: 3 }, 'new.json'));
    expect(error.message).toMatch(/version 3 is newer than this release reads \(2\)/);
  });
});
