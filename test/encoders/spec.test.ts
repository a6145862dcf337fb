import { describe, expect, it } from 'vitest';
import { encoderFromSpec, parseEncoderSpec } from '../../src/encoders/node.ts';

describe('parseEncoderSpec', () => {
  it.each([
    ['static', { kind: 'static' }],
    ['transformers:Xenova/all-MiniLM-L6-v2', { kind: 'transformers', model: 'Xenova/all-MiniLM-L6-v2' }],
    ['transformers:C:\\models\\x', { kind: 'transformers', model: 'C:\\models\\x' }],
    ['openai:nomic:latest', { kind: 'openai', model: 'nomic:latest' }],
    ['precomputed:dir/name', { kind: 'precomputed', path: 'dir/name' }],
  ])('reads %s', (spec, expected) => {
    expect(parseEncoderSpec(spec)).toEqual(expected);
  });

  it.each(['', 'static:', 'Static', 'openai', 'openai:', 'transformers: ', 'precomputed', 'word2vec:x', ':x'])(
    'refuses %j and lists the forms',
    (spec) => {
      expect(() => parseEncoderSpec(spec)).toThrow(
        /static; transformers:MODEL .*; openai:MODEL .*; precomputed:DIR\/NAME/,
      );
      expect(() => parseEncoderSpec(spec)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', location: { field: 'encoder' } }),
      );
    },
  );
});

describe('encoderFromSpec', () => {
  it('hands on what the named encoder says', async () => {
    await expect(encoderFromSpec('nonsense')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    await expect(encoderFromSpec('precomputed:no/such')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    const importModule = () => Promise.reject(new Error('not installed'));
    await expect(encoderFromSpec('transformers:some/model', { importModule })).rejects.toMatchObject({
      code: 'DEPENDENCY_MISSING',
    });
  });
});
