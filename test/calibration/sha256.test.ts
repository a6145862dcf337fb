import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/calibration/index.ts';
import { seeded } from './random.ts';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('SHA-256', () => {
  it('agrees with the platform for every length around the block size', () => {
    const random = seeded(2);
    for (let length = 0; length <= 260; length++) {
      const bytes = Uint8Array.from({ length }, () => Math.floor(256 * random()));
      expect(sha256Hex(bytes), `${length} bytes`).toBe(expected(bytes));
    }
  });

  it('agrees for a view into a larger buffer and for a megabyte', () => {
    const random = seeded(3);
    const bytes = Uint8Array.from({ length: 1_000_003 }, () => Math.floor(256 * random()));
    expect(sha256Hex(bytes)).toBe(expected(bytes));
    expect(sha256Hex(bytes.subarray(13, 777))).toBe(expected(bytes.subarray(13, 777)));
  });
});
