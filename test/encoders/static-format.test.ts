import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTokenTable } from '../../src/encoders/static/format.ts';
import { createStaticEncoder } from '../../src/encoders/static/index.ts';

const asset = readFileSync(new URL('../../assets/static-encoder.bin', import.meta.url));

function changed(at: number, value: number): Uint8Array {
  const copy = Uint8Array.from(asset);
  copy[at] = value;
  return copy;
}

function bytesOf(array: Int32Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

describe('the asset of the static encoder', () => {
  it('is read from a Uint8Array, an ArrayBuffer and an unaligned view alike', () => {
    const buffer = Uint8Array.from(asset).buffer;
    const unaligned = new Uint8Array(asset.length + 3);
    unaligned.set(asset, 3);
    const table = parseTokenTable(asset);
    for (const other of [parseTokenTable(buffer), parseTokenTable(unaligned.subarray(3))]) {
      expect([other.name, other.dimension, other.tokens.join()]).toEqual([table.name, 128, table.tokens.join()]);
      expect(Buffer.compare(bytesOf(other.vectors), bytesOf(table.vectors))).toBe(0);
      expect(Buffer.compare(bytesOf(other.scales), bytesOf(table.scales))).toBe(0);
      expect(Buffer.compare(bytesOf(other.bias), bytesOf(table.bias))).toBe(0);
    }
    expect(table.vectors.length).toBe((table.tokens.length * table.dimension) / 4);
    expect(new Set(table.tokens).size).toBe(table.tokens.length);
    expect(table.tokens.filter((token) => /^\[.+\]$/.test(token))).toEqual([]);
    expect(table.words[table.tokens.indexOf('the')]).toBe(1);
    expect(table.words[table.tokens.indexOf(',')]).toBe(0);
  });

  it.each<[string, Uint8Array, string]>([
    ['empty', new Uint8Array(), 'fewer than its header'],
    ['another file', new TextEncoder().encode('{"model": "something else altogether"}'), 'does not begin like one'],
    ['of a later layout', changed(8, 2), 'version 2'],
    ['cut off', asset.subarray(0, asset.length - 1), 'bytes where its header says'],
    ['too long', Uint8Array.from([...asset.subarray(0, 64), ...asset]), 'bytes where its header says'],
    ['of an impossible dimension', changed(16, 127), 'dimension is 127'],
    ['damaged in a row', changed(asset.length - 5, asset[asset.length - 5] ^ 1), 'checksum'],
    ['damaged in the vocabulary', changed(200, asset[200] ^ 1), 'checksum'],
  ])('%s: an error that says to reinstall', (_, bytes, reason) => {
    expect(() => createStaticEncoder(bytes)).toThrow(expect.objectContaining({ code: 'ENCODER_FAILED' }));
    expect(() => createStaticEncoder(bytes)).toThrow(reason);
    expect(() => createStaticEncoder(bytes)).toThrow(/Reinstall topoguard/);
  });
});
