import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentenceEnd } from '../../src/text/break-rules.ts';
import { SentenceBreaks, sentenceSegmenter } from '../../src/text/breaks.ts';
import { isFalseBreak, isPlainBreak } from '../../src/text/false-breaks.ts';
import { splitSentences } from '../../src/text/index.ts';
import { learnedClasses } from '../../src/text/learned-classes.ts';
import { splitWithSegmenter } from '../oracle/split-sentences.ts';
import { sharedIsAbsent, sharedRows } from '../shared/shared-data.ts';

const english = sentenceSegmenter('en');
const { segmenter } = english;

describe.each([
  ['by rules', english],
  ['by the segmenter alone', { segmenter: english.segmenter, classes: null }],
])('sentence beginnings found %s', (_, sentenceSegmenter) => {
  function* starts(text: string): Generator<number> {
    const breaks = new SentenceBreaks(text, sentenceSegmenter);
    for (let at = 0; at < text.length; at = breaks.next(at)) yield at;
  }

  it('finds in windows the breaks that the segmenter finds in the whole text', () => {
    const sentence = fc
      .tuple(
        fc.array(fc.stringMatching(/^[A-Za-zé0-9]{1,12}$/), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('. ', '! ', '?\n', '\n', '.” ', '… '),
      )
      .map(([words, end]) => words.join(' ') + end);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 10, maxLength: 60 }), (sentences) => {
        const text = sentences.join('');
        expect([...starts(text)]).toEqual([...segmenter.segment(text)].map((s) => s.index));
      }),
      { numRuns: 60 },
    );
  });

  it('widens its window for a sentence longer than it', () => {
    const long = `Long ${'word '.repeat(2_000)}end. `;
    expect([...starts(`Short one. ${long}Last one.`)]).toEqual([0, 11, 11 + long.length]);
    expect([...starts('')]).toEqual([]);
  });

  it('leaves a break open until a letter after it is seen', () => {
    for (let before = 480; before < 520; before++) {
      for (const end of ['lower case. Done.', 'Upper case. Done.']) {
        const text = `${'Word '.repeat(200).slice(0, before)}etc. 12 345 ${end}`;
        expect([...starts(text)]).toEqual([...segmenter.segment(text)].map((s) => s.index));
      }
    }
  });

  it('tells the next beginning ahead without going on', () => {
    for (const text of ['One. Two! Three? Four.', 'One。Two。 Three。', 'One.\n\nTwo.', 'One']) {
      const plain = [...starts(text)];
      const breaks = new SentenceBreaks(text, sentenceSegmenter);
      const peeked: number[] = [];
      for (let at = 0; at < text.length; at = breaks.next(at)) {
        peeked.push(at);
        expect(breaks.peek(at)).toBe(breaks.peek(at));
      }
      expect(peeked).toEqual(plain);
    }
  });

  it('takes a run of blank lines as one segment', () => {
    const blank = '\n \t\n'.repeat(2_000);
    const found = [...starts(`One.\n${blank}Two.`)];
    expect(found[0]).toBe(0);
    expect(found.at(-1)).toBe(5 + blank.length);
    expect(found.length).toBeLessThan(1_030);
    expect([...starts('\n\n')]).toEqual([0]);
    expect([...starts('\n\n  Two.')]).toEqual([0, 2]);
  });

  it('gives every sentence after one that fills the windows', () => {
    for (const tail of ['\n', 'A! ', '.\n', 'B. 1 ', 'b?\r\n']) {
      const text = `${'a'.repeat(5_000)}. Then it${tail.repeat(1_500)}`;
      const whole = [...segmenter.segment(text)].filter((s) => s.segment.trim() !== '').map((s) => s.index);
      const found = [...starts(text)];
      expect(found.filter((at, i) => text.slice(at, found[i + 1]).trim() !== '')).toEqual(whole);
    }
  });
});

describe('the rules', () => {
  /** One of each class, with a lower-case letter that the rules have to learn first. */
  const classes = [...'aA1.!), \n\r#\u05d0\u0301\u2029'];

  function byRules(text: string): number[] {
    const breaks: number[] = [];
    for (let at = 0; at < text.length; ) {
      at = sentenceEnd(text, at, english.classes!);
      expect(at).toBeGreaterThanOrEqual(0);
      breaks.push(at);
    }
    return breaks;
  }
  const bySegmenter = (text: string) => Array.from(segmenter.segment(text), (s) => s.index + s.segment.length);

  it('are those of this runtime', () => {
    expect(english.classes).not.toBeNull();
  });

  it('break every text of four characters, one of each class, where the segmenter does', () => {
    const lines: string[] = [];
    for (const a of classes) for (const b of classes) for (const c of classes) lines.push(a + b + c);
    for (const line of lines) {
      for (const last of classes) {
        const text = line + last;
        if (byRules(text).join() !== bySegmenter(text).join())
          expect(byRules(text), JSON.stringify(text)).toEqual(bySegmenter(text));
      }
    }
  });

  it('break longer texts where the segmenter does', () => {
    const text = fc.string({
      unit: fc.constantFrom(...classes, ...'éßƵж”“…;:٣\u00a0\u200d\u0085\u0589\u061f'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, (t) => {
        expect(byRules(t)).toEqual(bySegmenter(t));
      }),
      { numRuns: 5_000 },
    );
  });

  it('leave characters to the segmenter that they cannot learn', () => {
    expect(sentenceEnd('中文。', 0, english.classes!)).toBe(-1);
    expect(sentenceEnd('Yes. 😀', 0, english.classes!)).toBe(-1);
    expect(sentenceEnd('Yes. No 😀', 0, english.classes!)).toBe(5);
  });

  it('are not used for a segmenter that breaks elsewhere', () => {
    const words = new Intl.Segmenter('en', { granularity: 'word' });
    const semicolons = { segment: (text: string) => segmenter.segment(text.replaceAll('!', ';')) };
    expect(learnedClasses(words)).toBeNull();
    expect(learnedClasses(semicolons as Intl.Segmenter)).toBeNull();
  });
});

describe('a plain break', () => {
  it('is never false by the rules', () => {
    const word = fc.constantFrom(
      ...'Inc Dr approx Sec No p J U.S e.g Ph.D sea Xinc x-Inc 1Inc (Inc "No Bob) 12 Bob” é Éa Aé a.m . ! ?” A" _Co'.split(
        ' ',
      ),
    );
    const space = fc.constantFrom('', ' ', '  ', '\t', ' '.repeat(30), ' '.repeat(60), ' '.repeat(70));
    const mark = fc.constantFrom('.', '.', '.', '!', ')', '." ', '.’');
    const after = fc.constantFrom(...'The Army 5 I J. a é ( " ” 中'.split(' '));
    let plain = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(space, word)), mark, space, after, space, (words, m, s, next, begin) => {
        const before = `${begin}Go. ${words.flat().join('')}${m}${s}`;
        const text = `${before}${next} went.`;
        for (const start of [0, begin.length + 4]) {
          if (start === before.length || !isPlainBreak(text, start, before.length)) continue;
          plain++;
          expect(isFalseBreak(text, start, before.length, text.length), JSON.stringify(text)).toBe(false);
        }
      }),
      { numRuns: 20_000 },
    );
    expect(plain).toBeGreaterThan(1_000);
  });

  it.each(['It is so. ', 'In 2001. ', 'He said "no". ', 'Done (all). ', 'A tree.  ', 'Yes! '])(
    'is seen behind %j',
    (before) => {
      expect(isPlainBreak(`${before}The end.`, 0, before.length)).toBe(true);
    },
  );

  it.each(['Acme Inc. ', 'By J. ', 'The U.S. ', 'See No. ', 'Sí. ', '(Dr. ', '. '])(
    'is not seen behind %j',
    (before) => {
      expect(isPlainBreak(`${before}The end.`, 0, before.length)).toBe(false);
    },
  );
});

describe('splitSentences', () => {
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...'The sea Dr. U.S. J. e.g. No. 12 p.m. etc. I. a b X approximately. Smith'.split(' '),
      ),
    },
    { weight: 3, arbitrary: fc.constantFrom(...' \n\t.!?…,;:()"“”’-–1é中。\u0301\u00a0\u0085\u2028İ𐐀'.split('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant('word '.repeat(130)) },
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  const spaced = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(' '));

  it('gives what asking the segmenter for every break gives', () => {
    fc.assert(
      fc.property(fc.oneof(text, spaced), fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }), (t, max) => {
        const options = max === undefined ? {} : { maxSentences: max };
        expect(splitSentences(t, options)).toEqual(splitWithSegmenter(t, options));
      }),
      { numRuns: 5_000 },
    );
  });

  it('does so for locales with and without rules of their own', () => {
    for (const locale of ['de', 'el', 'ja', 'en-u-ss-standard', 'th', 'ar']) {
      for (const t of ['Τι; Ναι. Όχι;', 'Am 3. Mai. Es war so! ja.', 'A.B. c; D? “E.” f. (G.) H']) {
        expect(splitSentences(t, { locale })).toEqual(splitWithSegmenter(t, { locale }));
      }
    }
  });

  it('takes linear time for texts that look ahead, behind or open ever more', () => {
    for (const unit of [
      '. ',
      '.)',
      '.1 ',
      'a.',
      '. \u0301',
      '.\u0301A',
      '!, ',
      '\n ',
      '1 ',
      'A.a ',
      '中.',
      '."',
      'é. ',
    ]) {
      const time = (length: number) => {
        const long = unit.repeat(length / unit.length);
        splitSentences(long);
        const start = performance.now();
        splitSentences(long);
        return performance.now() - start;
      };
      expect(time(100_000), unit).toBeLessThan(2_000 + 50 * time(10_000));
    }
  });

  describe.each(['hotpotqa', 'musique', '2wiki', 'multihoprag'])('of documents of %s', (name) => {
    it.skipIf(sharedIsAbsent(`data/${name}.jsonl.gz`))('gives what asking the segmenter for every break gives', () => {
      let documents = 0;
      for (const { docs } of sharedRows(name)) {
        for (const { sentences } of docs) {
          const whole = sentences.join(' ');
          expect(splitSentences(whole)).toEqual(splitWithSegmenter(whole));
          expect(splitSentences(whole, { maxSentences: 3 })).toEqual(splitWithSegmenter(whole, { maxSentences: 3 }));
          documents++;
        }
      }
      expect(documents).toBeGreaterThan(500);
    });
  });
});
