import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TopoGuardError } from '../../src/errors/index.ts';
import { documentSentences, splitSentences } from '../../src/text/index.ts';

const split = (text: string, options = {}) => splitSentences(text, options).sentences;

function codeOf(run: () => unknown): { code: string; location: unknown } {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof TopoGuardError) return { code: thrown.code, location: thrown.location };
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

describe('splitSentences', () => {
  it('splits at sentence ends and trims', () => {
    expect(split('  The bridge opened.  It fell in 1940! Why?\n\nNobody knew. ')).toEqual([
      'The bridge opened.',
      'It fell in 1940!',
      'Why?',
      'Nobody knew.',
    ]);
  });

  it('splits scripts with their own punctuation', () => {
    expect(split('你好。再见！')).toEqual(['你好。', '再见！']);
    expect(split('यह पहला है। यह दूसरा है।')).toEqual(['यह पहला है।', 'यह दूसरा है।']);
  });

  it.each([
    ['titles', 'Dr. Lee met Mrs. Ortiz. Prof. Wu left.', ['Dr. Lee met Mrs. Ortiz.', 'Prof. Wu left.']],
    ['initials', 'It was by J. R. R. Alder. J. A. Smith agreed.', ['It was by J. R. R. Alder.', 'J. A. Smith agreed.']],
    ['first initial I', 'I. M. Vance built it. It stands.', ['I. M. Vance built it.', 'It stands.']],
    [
      'an initialism inside',
      'He joined the U.S. Army in May. Then he left.',
      ['He joined the U.S. Army in May.', 'Then he left.'],
    ],
    ['an initialism at the end', 'She moved to the U.S. He stayed.', ['She moved to the U.S.', 'He stayed.']],
    ['World War I at the end', 'That was World War I. Germany lost.', ['That was World War I.', 'Germany lost.']],
    ['times of day', 'It began at 5 p.m. Police came.', ['It began at 5 p.m.', 'Police came.']],
    ['numbered things', 'See No. 5 and Fig. 2 Below. Done.', ['See No. 5 and Fig. 2 Below.', 'Done.']],
    [
      'companies',
      'Acme Inc. CEO Ann Poe spoke. Acme Inc. The end.',
      ['Acme Inc. CEO Ann Poe spoke.', 'Acme Inc.', 'The end.'],
    ],
    ['dialogue', '“Really?” she asked. He nodded.', ['“Really?” she asked.', 'He nodded.']],
    [
      'e.g.',
      'Some cities, e.g. Oslo, are cold. Others are not.',
      ['Some cities, e.g. Oslo, are cold.', 'Others are not.'],
    ],
  ])('keeps %s together', (_, text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('joins lines wrapped in mid-sentence and keeps headings and paragraphs apart', () => {
    expect(split('The river runs\nthrough three\r\ncountries. It is long.')).toEqual([
      'The river runs\nthrough three\r\ncountries.',
      'It is long.',
    ]);
    expect(split('Early life\nShe was born in Turku.')).toEqual(['Early life', 'She was born in Turku.']);
    expect(split('an open end\n\nanother paragraph')).toEqual(['an open end', 'another paragraph']);
  });

  it('drops segments without letters or digits', () => {
    expect(split('One.\n***\n---\n\nTwo.')).toEqual(['One.', 'Two.']);
    expect(split(' \n\t ')).toEqual([]);
    expect(split('')).toEqual([]);
  });

  it('cuts the text at maxCharacters and says so', () => {
    const text = 'First one. Second one. Third one.';
    expect(splitSentences(text, { maxCharacters: 11 })).toEqual({
      sentences: ['First one.'],
      truncated: true,
      longSentences: 0,
      more: false,
    });
    expect(splitSentences(text, { maxCharacters: text.length }).truncated).toBe(false);
    expect(splitSentences('x'.repeat(100_001)).truncated).toBe(true);
  });

  it('cuts a long sentence into pieces without losing a word', () => {
    const words = Array.from({ length: 900 }, (_, i) => `w${i}`);
    const { sentences, longSentences, truncated } = splitSentences(`${words.join(' ')}.`, {
      maxSentenceCharacters: 100,
    });
    expect(longSentences).toBe(1);
    expect(truncated).toBe(false);
    expect(Math.max(...sentences.map((s) => s.length))).toBeLessThanOrEqual(100);
    expect(sentences.join(' ')).toBe(`${words.join(' ')}.`);
  });

  it('never cuts inside a surrogate pair and replaces lone surrogates', () => {
    expect(split('a😀😀😀😀', { maxSentenceCharacters: 4 })).toEqual(['a😀', '😀😀', '😀']);
    expect(split('ab😀', { maxCharacters: 3 })).toEqual(['ab']);
    expect(split('bad \ud800 half and \udc00 other')).toEqual(['bad \ufffd half and \ufffd other']);
  });

  it('refuses bad options and text', () => {
    expect(codeOf(() => splitSentences('x', { maxCharacters: 1 }))).toEqual({
      code: 'OPTION_INVALID',
      location: { field: 'maxCharacters' },
    });
    expect(codeOf(() => splitSentences('x', { maxSentenceCharacters: Number.NaN })).code).toBe('OPTION_INVALID');
    expect(codeOf(() => splitSentences('x', { locale: 'not a locale' })).location).toEqual({ field: 'locale' });
    expect(codeOf(() => splitSentences(5 as unknown as string)).code).toBe('CONTEXT_INVALID');
  });

  it('keeps all letters and digits in order, within the bounds, for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '. ',
        '! ',
        '?" ',
        '\n',
        '\n\n',
        '  ',
        'Dr. ',
        'J. ',
        'U.S. ',
        'The ',
        'no. ',
        '5 ',
        '。',
        '…',
        '\ud800',
        '😀',
        'é',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.lorem({ maxCount: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (pieces, max) => {
        const text = pieces.join('');
        const { sentences } = splitSentences(text, { maxSentenceCharacters: max });
        const content = (s: string) => (s.match(/[\p{L}\p{N}]/gu) ?? []).join('');
        expect(content(sentences.join(''))).toBe(content(text));
        for (const sentence of sentences) {
          expect(sentence).toBe(sentence.trim());
          expect(sentence.length).toBeGreaterThan(0);
          expect(sentence.length).toBeLessThanOrEqual(max);
          expect(sentence).not.toMatch(/\p{Cs}/u);
        }
      }),
    );
  });
});

describe('maxSentences', () => {
  const text = 'First one. *** \n***\nSecond one. Third one.\n\n***';

  it('stops after as many sentences and says whether there are more', () => {
    expect(splitSentences(text, { maxSentences: 2 })).toEqual({
      sentences: ['First one.', 'Second one.'],
      truncated: false,
      longSentences: 0,
      more: true,
    });
    expect(splitSentences(text, { maxSentences: 3 })).toMatchObject({ sentences: { length: 3 }, more: false });
    expect(splitSentences('One. Two. Three.', { maxSentences: 1, maxCharacters: 5 })).toEqual({
      sentences: ['One.'],
      truncated: true,
      longSentences: 0,
      more: false,
    });
  });

  it('counts the pieces of a long sentence', () => {
    const options = { maxSentences: 2, maxSentenceCharacters: 10 };
    expect(splitSentences('aaaa bbbb cccc dddd eeee. Next one.', options)).toEqual({
      sentences: ['aaaa bbbb', 'cccc'],
      truncated: false,
      longSentences: 1,
      more: true,
    });
    expect(splitSentences('aaaa bbbb cccc ....', options).more).toBe(false);
  });

  it('passes over given sentences without a letter or digit in its count', () => {
    const sentences = ['***', 'One.', '---', 'Two.', '!!!', 'Three.'];
    expect(documentSentences({ sentences }, { maxSentences: 2 })).toEqual({
      sentences: ['***', 'One.', '---', 'Two.'],
      indices: [0, 1, 2, 3],
      truncated: false,
      longSentences: 0,
      more: true,
    });
    expect(documentSentences({ sentences: sentences.slice(0, 5) }, { maxSentences: 2 }).more).toBe(false);
    expect(documentSentences({ text }, { maxSentences: 1 })).toMatchObject({ indices: [0], more: true });
  });

  it('is the front of all sentences, for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom('. ', '! ', '?" ', '\n', '\n\n', 'Dr. ', 'The ', '5 ', '***', 'x'.repeat(600)),
      fc.lorem({ maxCount: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (pieces, maxSentences) => {
        const joined = pieces.join('');
        const withContent = split(joined, { maxSentenceCharacters: 50 }).filter((s) => /[\p{L}\p{N}]/u.test(s));
        const front = splitSentences(joined, { maxSentenceCharacters: 50, maxSentences });
        expect(front.sentences.filter((s) => /[\p{L}\p{N}]/u.test(s))).toEqual(withContent.slice(0, maxSentences));
        expect(front.more).toBe(withContent.length > maxSentences);
      }),
    );
  });

  it.each([0, 1.5, Number.NaN])('refuses %s', (maxSentences) => {
    expect(codeOf(() => splitSentences('x', { maxSentences }))).toEqual({
      code: 'OPTION_INVALID',
      location: { field: 'maxSentences' },
    });
  });
});

describe('documentSentences', () => {
  it('takes null for a text or sentences that are not given', () => {
    expect(documentSentences({ text: null, sentences: ['One.'] }).sentences).toEqual(['One.']);
    expect(documentSentences({ text: 'One. Two.', sentences: null }).sentences).toEqual(['One.', 'Two.']);
    expect(documentSentences({ text: null, sentences: null }).sentences).toEqual([]);
  });

  it('takes given sentences as they are, drops blank ones and keeps their indices', () => {
    expect(documentSentences({ sentences: ['One. Still one.', '  ', ' *** ', ''], text: 'ignored' })).toEqual({
      sentences: ['One. Still one.', '***'],
      indices: [0, 2],
      truncated: false,
      longSentences: 0,
      more: false,
    });
  });

  it('splits text where no sentences are given', () => {
    expect(documentSentences({ text: 'One. Two.' })).toEqual({
      sentences: ['One.', 'Two.'],
      indices: [0, 1],
      truncated: false,
      longSentences: 0,
      more: false,
    });
    expect(documentSentences({}).sentences).toEqual([]);
  });

  it('bounds given sentences: pieces share an index, what is past the document bound is left out', () => {
    const long = documentSentences({ sentences: ['short', 'aaaa bbbb cccc'] }, { maxSentenceCharacters: 10 });
    expect(long).toEqual({
      sentences: ['short', 'aaaa bbbb', 'cccc'],
      indices: [0, 1, 1],
      truncated: false,
      longSentences: 1,
      more: false,
    });
    const cut = documentSentences({ sentences: ['12345', '67890', 'never seen'] }, { maxCharacters: 8 });
    expect(cut).toMatchObject({ sentences: ['12345', '678'], indices: [0, 1], truncated: true });
    const full = documentSentences({ sentences: ['12345', '67890'] }, { maxCharacters: 10 });
    expect(full).toMatchObject({ sentences: ['12345', '67890'], truncated: false });
  });

  it('names the sentence that is no text', () => {
    const wrong = { sentences: ['fine', 7] } as unknown as { sentences: string[] };
    expect(codeOf(() => documentSentences(wrong))).toEqual({
      code: 'CONTEXT_INVALID',
      location: { field: 'sentences[1]' },
    });
    const notList = { sentences: 'text' } as unknown as { sentences: string[] };
    expect(codeOf(() => documentSentences(notList))).toEqual({
      code: 'CONTEXT_INVALID',
      location: { field: 'sentences' },
    });
    const notText = { text: 5 } as unknown as { text: string };
    expect(codeOf(() => documentSentences(notText)).location).toEqual({ field: 'text' });
  });
});
