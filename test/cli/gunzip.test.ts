import { gunzipSync, gzipSync, constants as zlib } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { InputRecord } from '../../src/cli/input/context-reader.ts';
import { recordsOf } from './reading.ts';

/** Text that deflate cannot make much smaller, the same on every run. */
function noise(seed: number, length: number): string {
  let state = seed * 2654435761 + 1;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

const contextsOf = (count: number, length = 40) =>
  Array.from({ length: count }, (_, i) => ({ id: `c${i}`, documents: [{ text: noise(i, length) }] }));
const textOf = (contexts: object[], ending = '\n') =>
  Buffer.from(contexts.map((c) => JSON.stringify(c)).join('\n') + ending);
const idsOf = (records: InputRecord[]) => records.flatMap((r) => (r.ok ? [r.context.id] : []));
const errorsOf = (records: InputRecord[]) => records.flatMap((r) => (r.ok ? [] : [r.error.message]));
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`);

const garbage = Buffer.from('this is no gzip member\nnor is this\n');
const damages: [name: string, damage: (whole: Buffer) => Buffer, error: RegExp][] = [
  ['garbage behind it', (whole) => Buffer.concat([whole, garbage]), /damaged gzip data/],
  [
    'plain JSON Lines behind it',
    (whole) => Buffer.concat([whole, textOf([{ id: 'plain', documents: [] }])]),
    /damaged gzip data/,
  ],
  ['a second member cut in its header', (whole) => Buffer.concat([whole, gzipSync('x').subarray(0, 5)]), /cut short/],
  ...[1, 2, 3, 4].map((byte): (typeof damages)[number] => [
    `byte ${byte} of the CRC flipped`,
    (whole) => flipped(whole, whole.length - 9 + byte),
    /damaged gzip data \(incorrect data check\)/,
  ]),
  ['its length flipped', (whole) => flipped(whole, whole.length - 1), /damaged gzip data \(incorrect length check\)/],
  ['its trailer cut off', (whole) => whole.subarray(0, whole.length - 8), /cut short/],
  ['its trailer cut in half', (whole) => whole.subarray(0, whole.length - 4), /cut short/],
];

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
}

describe('gzip data that is whole but for its end', () => {
  describe.each(damages)('%s', (_, damage, error) => {
    it.each([1, 3, 28, 900])('loses none of %i contexts, and says what is wrong once', async (count) => {
      for (const ending of ['\n', '']) {
        const records = await recordsOf(damage(gzipSync(textOf(contextsOf(count), ending))), [1, 700, 20_000]);
        expect(idsOf(records)).toEqual(numbered(count));
        expect(errorsOf(records)).toEqual([expect.stringMatching(error)]);
      }
    });

    it('takes nothing from a JSON document before it', async () => {
      for (const indent of [0, 2]) {
        const whole = gzipSync(JSON.stringify(contextsOf(5), null, indent));
        const records = await recordsOf(damage(whole));
        expect(idsOf(records)).toEqual(numbered(5));
        expect(errorsOf(records)).toEqual([expect.stringMatching(error)]);
      }
    });
  });
});

/** The contexts that are whole in the beginning of a text. */
function wholeIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line).id];
    } catch {
      return [];
    }
  });
}

describe('gzip data that breaks off', () => {
  it.each([
    ['small contexts', textOf(contextsOf(300))],
    ['contexts over many decompressed chunks', textOf(contextsOf(12, 30_000))],
    ['contexts that shrink a hundredfold', textOf(contextsOf(60).map((c) => ({ ...c, filler: 'x'.repeat(20_000) })))],
  ])('gives every context that is whole, wherever it does: %s', async (_, text) => {
    const whole = gzipSync(text);
    const step = Math.max(100, Math.ceil(whole.length / 80 / 100) * 100);
    for (let length = step; length < whole.length; length += step) {
      const cut = whole.subarray(0, length);
      const held = gunzipSync(cut, { finishFlush: zlib.Z_SYNC_FLUSH });
      const records = await recordsOf(cut, [700, 20_000]);
      expect(idsOf(records)).toEqual(wholeIn(held.toString()));
      expect(errorsOf(records)).toEqual([expect.stringMatching(/the gzip data is cut short/)]);
    }
  });
});

describe('gzip data with damage in the middle', () => {
  it.each([0, 1])('gives every context before a damaged member (byte %i of its magic number)', async (byte) => {
    const members: Buffer[] = [0, 100, 200, 300].map((from) =>
      gzipSync(textOf(contextsOf(400).slice(from, from + 100))),
    );
    members[2] = flipped(members[2]!, byte);
    const records = await recordsOf(Buffer.concat(members));
    expect(idsOf(records)).toEqual(numbered(200));
    expect(errorsOf(records)).toEqual([expect.stringMatching(/damaged gzip data/)]);
  });

  it('gives every context before a damaged block', async () => {
    // Stored blocks: the text lies in them as it is, and each begins with its length and the complement of that.
    const text = textOf(contextsOf(1500));
    const stored = gzipSync(text, { level: 0, memLevel: 1 });
    const blocks: { header: number; before: number }[] = [];
    for (let at = 10, before = 0; ; ) {
      blocks.push({ header: at, before });
      if (stored[at]! & 1) break;
      const length = stored.readUInt16LE(at + 1);
      at += 5 + length;
      before += length;
    }
    expect(blocks.length).toBeGreaterThan(3);
    for (const { header, before } of blocks.slice(1)) {
      const records = await recordsOf(flipped(stored, header + 1));
      expect(idsOf(records)).toEqual(wholeIn(text.toString('utf8', 0, before)));
      expect(errorsOf(records)).toEqual([expect.stringMatching(/damaged gzip data \(invalid stored block lengths\)/)]);
    }
  });
});
