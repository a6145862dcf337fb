import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, plain, recordsOf } from './reading.ts';

const context = (id: string) => ({ id, documents: [{ text: `text of ${id}` }] });
const lines = (...values: unknown[]) =>
  Buffer.from(values.map((v) => (typeof v === 'string' ? v : JSON.stringify(v))).join('\n'));

/** Contexts whose ids hold one- to four-byte characters, laid out as JSON Lines with blank lines and either line break. */
const jsonLines = fc
  .array(
    fc.record({
      id: fc.array(fc.constantFrom('a', 'é', '漢', '🧪', '\\', '"', ' '), { maxLength: 6 }).map((c) => c.join('')),
      lineBreak: fc.constantFrom('\n', '\r\n'),
      blank: fc.constantFrom('', '\n', '  \r\n'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((entries) => ({
    ids: entries.map((e) => e.id),
    bytes: Buffer.from(entries.map((e) => JSON.stringify(context(e.id)) + e.lineBreak + e.blank).join('')),
  }));

describe('JSON Lines', () => {
  it('gives the same records wherever chunks are cut, compressed or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        jsonLines,
        fc.array(fc.nat(600), { maxLength: 40 }),
        fc.boolean(),
        async ({ ids, bytes }, cuts, gzip) => {
          const records = await recordsOf(gzip ? gzipSync(bytes) : bytes, cuts);
          expect(records.map((r) => (r.ok ? r.context.id : r.error.code))).toEqual(ids);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('gives the same records byte by byte, broken lines included', async () => {
    const bytes = lines(context('漢字'), '{"id": "cut', '', '[1, 2]', context('🧪'), '3', context('end'));
    const whole = (await recordsOf(bytes)).map(plain);
    const cuts = Array.from({ length: bytes.length }, (_, i) => i);
    expect((await recordsOf(bytes, cuts)).map(plain)).toEqual(whole);
    expect(whole).toEqual([
      { line: 1, context: context('漢字') },
      { line: 2, code: 'JSON_INVALID' },
      { line: 4, code: 'CONTEXT_INVALID' },
      { line: 5, context: context('🧪') },
      { line: 6, code: 'CONTEXT_INVALID' },
      { line: 7, context: context('end') },
    ]);
  });

  it('reads a first line that is cut off as a bad line, not as a document over several lines', async () => {
    const records = await recordsOf(lines('{"id": "a", "documents": [{"text": "x"}', context('b')));
    expect(records.map(plain)).toEqual([
      { line: 1, code: 'JSON_INVALID' },
      { line: 2, context: context('b') },
    ]);
  });

  it('reads an array on the first line of JSON Lines as a bad line', async () => {
    const records = await recordsOf(lines('[1, 2]', context('b')));
    expect(records.map(plain)).toEqual([
      { line: 1, code: 'CONTEXT_INVALID' },
      { line: 2, context: context('b') },
    ]);
  });

  it('names file, line and column of invalid JSON', async () => {
    const [, bad] = await recordsOf(lines(context('a'), '{"id": "b", "documents": [}'));
    expect(bad!.ok).toBe(false);
    if (bad!.ok) return;
    expect(bad!.error.message).toMatch(/^<stdin>:2: not valid JSON/);
    expect(bad!.error.location).toMatchObject({ file: '<stdin>', line: 2 });
  });

  it('never shows an excerpt of the input in the reason', async () => {
    const [, bad] = await recordsOf(lines(context('a'), '{"secret": \u001b[31m}'));
    const message = bad!.ok ? '' : bad!.error.message;
    expect(message).toMatch(/^<stdin>:2: not valid JSON/);
    for (const part of ['secret', '31m']) expect(message).not.toContain(part);
  });

  it('reports a line that is not UTF-8 and goes on', async () => {
    const bytes = Buffer.concat([
      lines(context('a')),
      Buffer.from('\n{"id": "\xff"}\n', 'latin1'),
      lines(context('b')),
    ]);
    expect((await recordsOf(bytes)).map(plain)).toEqual([
      { line: 1, context: context('a') },
      { line: 2, code: 'TEXT_ENCODING_INVALID' },
      { line: 3, context: context('b') },
    ]);
  });

  it('accepts byte order marks at the start and, from concatenated files, of later lines', async () => {
    const bom = '\ufeff';
    const records = await recordsOf(
      Buffer.from(`${bom}${JSON.stringify(context('a'))}\r\n${bom}${JSON.stringify(context('b'))}`),
      [1, 2],
    );
    expect(records.map(plain)).toEqual([
      { line: 1, context: context('a') },
      { line: 2, context: context('b') },
    ]);
  });

  const swapped = (bytes: Buffer, width: 2 | 4): Buffer => {
    const copy = Buffer.from(bytes);
    for (let at = 0; at < copy.length; at += width) copy.subarray(at, at + width).reverse();
    return copy;
  };
  const utf32 = (text: string): Buffer => {
    const bytes = Buffer.alloc(4 * [...text].length);
    for (const [i, c] of [...text].entries()) bytes.writeUInt32LE(c.codePointAt(0)!, 4 * i);
    return bytes;
  };
  it.each([
    ['UTF-16LE', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16BE', (text: string) => swapped(Buffer.from(text, 'utf16le'), 2)],
    ['UTF-32LE', utf32],
    ['UTF-32BE', (text: string) => swapped(utf32(text), 4)],
  ])('says %s once, with a byte order mark or without, compressed or not', async (name, encode) => {
    const all = [context('漢字'), context('b'), context('c')];
    const texts = [lines(...all).toString(), JSON.stringify(all), JSON.stringify(all, null, 2), `\r\n${lines(...all)}`];
    for (const text of texts.flatMap((t) => [t, `\ufeff${t}`])) {
      for (const bytes of [encode(text), gzipSync(encode(text))]) {
        await expect(recordsOf(bytes, [1, 3])).rejects.toMatchObject({
          code: 'TEXT_ENCODING_INVALID',
          problem: `the text is ${name}`,
          location: { file: '<stdin>' },
        });
      }
    }
  });

  it('takes a zero byte elsewhere for a bad line and no more', async () => {
    const records = await recordsOf(lines(context('a'), '{\u0000"id": 1}', context('b')));
    expect(records.map(plain)).toEqual([
      { line: 1, context: context('a') },
      { line: 2, code: 'JSON_INVALID' },
      { line: 3, context: context('b') },
    ]);
  });

  it('skips a line over the limit, whatever follows, and takes one of exactly the limit', async () => {
    const exact = JSON.stringify(context('exact'));
    const limit = Buffer.byteLength(exact);
    const bytes = Buffer.from([exact, JSON.stringify(context('longer')), 'x'.repeat(10 * limit), exact].join('\r\n'));
    for (const cuts of [[], [limit], [limit + 1], [limit + 2], Array.from({ length: bytes.length }, (_, i) => i)]) {
      const records = await recordsOf(bytes, cuts, { maxLineBytes: limit });
      expect(records.map(plain)).toEqual([
        { line: 1, context: context('exact') },
        { line: 2, code: 'LINE_TOO_LONG' },
        { line: 3, code: 'LINE_TOO_LONG' },
        { line: 4, context: context('exact') },
      ]);
    }
  });

  it('reads a line of ten megabytes', async () => {
    const long = { id: 'long', documents: [{ text: 'word '.repeat(2_000_000) }] };
    const records = await recordsOf(lines(context('a'), long, context('b')));
    expect(records.map((r) => r.ok && r.context.id)).toEqual(['a', 'long', 'b']);
  });

  it('hands over what a chunk completes, in batches of bounded length', async () => {
    const bytes = lines(...Array.from({ length: 10 }, (_, i) => context(`c${i}`)));
    const batches = await batchesOf(bytes, [], { batchRecords: 4 });
    expect(batches.map((b) => b.length)).toEqual([4, 4, 1, 1]);
    const first = bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1;
    expect((await batchesOf(bytes, [first]))[0]).toHaveLength(2);
  });
});

describe('JSON documents', () => {
  const all = [context('a'), context('b')];
  const asDocument = all.map((value, i) => ({ context: i, value }));
  const shown = async (text: string, cuts: number[] = []) =>
    (await recordsOf(Buffer.from(text), cuts)).map((r) =>
      r.ok ? { context: r.place.context, value: r.context } : r.error.code,
    );

  it.each([
    ['an array on one line', JSON.stringify(all)],
    ['an array over lines', JSON.stringify(all, null, 2)],
    ['an array with a context a line', `[\n${all.map((c) => JSON.stringify(c)).join(',\n')}\n]`],
    ['{contexts} on one line', JSON.stringify({ contexts: all })],
    ['{contexts} over lines', JSON.stringify({ contexts: all }, null, 2)],
    ['{contexts} with a context a line', `{"contexts": [\n${all.map((c) => JSON.stringify(c)).join(',\n')}\n]}`],
    ['{contexts} after another field', JSON.stringify({ name: 'run 7', contexts: all }, null, 1)],
  ])('reads %s', async (_, text) => {
    expect(await shown(text)).toEqual(asDocument);
    expect(
      await shown(
        text,
        Array.from({ length: text.length }, (_, i) => i),
      ),
    ).toEqual(asDocument);
  });

  it('reads one context, on one line or several', async () => {
    for (const indent of [0, 2]) {
      const records = await recordsOf(Buffer.from(`\n${JSON.stringify(context('a'), null, indent)}\n`));
      expect(records.map((r) => r.ok && r.context)).toEqual([context('a')]);
    }
  });

  it('says for each element that is no object where it is', async () => {
    const records = await recordsOf(Buffer.from('[{"documents": []}, null, "x"]'));
    expect(records.map((r) => (r.ok ? 'ok' : r.error.message))).toEqual([
      'ok',
      expect.stringMatching(/^<stdin>, context 1: expected a context object, found null/),
      expect.stringMatching(/^<stdin>, context 2: .*found a string/),
    ]);
  });

  it('names line and column where the document breaks', async () => {
    const [record] = await recordsOf(Buffer.from('[\n  {"id": "a"},\n  {"id": "b",}\n]'));
    expect(record!.ok ? null : (record!.error.location.line ?? record!.error.message)).toBe(3);
    expect(record!.ok ? '' : record!.error.message).toMatch(/at column \d+/);
  });

  it('refuses a document over the limit without reading on', async () => {
    const [record, ...more] = await recordsOf(Buffer.from(JSON.stringify(all)), [], { maxDocumentBytes: 20 });
    expect(more).toEqual([]);
    expect(record!.ok ? '' : record!.error).toMatchObject({
      code: 'FILE_UNREADABLE',
      remedy: expect.stringContaining('JSON Lines'),
    });
  });
});

describe('files that cannot be read', () => {
  it.each([
    ['nothing', ''],
    ['blank lines', ' \n\r\n\n'],
    ['an empty array', '[]'],
    ['a byte order mark', '\ufeff'],
  ])('reports %s as empty', async (_, text) => {
    await expect(recordsOf(Buffer.from(text))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
  });

  it('keeps what a truncated gzip file still holds, then reports it', async () => {
    const contexts = Array.from({ length: 2000 }, (_, i) => context(`c${(i * 2654435761) % 4294967296}`));
    const whole = gzipSync(lines(...contexts));
    const records = await recordsOf(whole.subarray(0, Math.floor(whole.length * 0.7)), [1]);
    const read = records.filter((r) => r.ok).map((r) => r.ok && r.context);
    expect(read.length).toBeGreaterThan(1000);
    expect(read).toEqual(contexts.slice(0, read.length));
    expect(records.filter((r) => !r.ok).map((r) => !r.ok && r.error.code)).toEqual(['FILE_UNREADABLE']);
  });

  it('reports damage inside gzip data', async () => {
    const damaged = Buffer.from(gzipSync(lines(...Array.from({ length: 500 }, (_, i) => context(`c${i}`)))));
    damaged.fill(0x55, damaged.length - 8, damaged.length - 4);
    const last = (await recordsOf(damaged)).at(-1)!;
    expect(last.ok ? '' : last.error.message).toMatch(/damaged gzip data/);
  });

  it('reads several gzip members in one file', async () => {
    const bytes = Buffer.concat([
      gzipSync(`${JSON.stringify(context('a'))}\n`),
      gzipSync(JSON.stringify(context('b'))),
    ]);
    expect((await recordsOf(bytes)).map((r) => r.ok && r.context.id)).toEqual(['a', 'b']);
  });
});
