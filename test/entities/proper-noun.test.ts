import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { properNounExtractor, properNounSpans } from '../../src/entities/index.ts';
import { properNouns } from '../../src/entities/proper-noun/extract.ts';
import { properNounsPlainly } from '../oracle/proper-nouns.ts';

const names = (sentence: string) => [...properNounExtractor.extract(sentence)];

/** The design's reference expression, for ASCII, as an oracle; white space as Python's \s. */
const SPACE = '[ \\t-\\r\\x1c-\\x1f]';
const SPAN = new RegExp(
  `(?<![A-Za-z0-9_])[A-Z][\\w'.-]*(?:${SPACE}+(?:of|the|de|la|van|von|and|&)?${SPACE}*[A-Z][\\w'.-]*)*`,
  'g',
);
const LEADING = new Set(
  `Who Which What When While Where The A An In On At As It He She They This That These Those I We You His Her Its Their By For
   From With After Before During And But Or If Is Was Were Are Be There Both One Two Also Since Until Although However`.split(
    /\s+/,
  ),
);

function oracle(sentence: string): string[] {
  const found = new Set<string>();
  for (const [span] of sentence.matchAll(SPAN)) {
    const words = span.split(new RegExp(`${SPACE}+`));
    while (words.length > 0 && LEADING.has(words[0])) words.shift();
    const name = words
      .join(' ')
      .replace(/^[.'-]+|[.'-]+$/g, '')
      .toLowerCase()
      .replace(/'s$/, '');
    if (name.length > 1) found.add(name);
  }
  return [...found];
}

describe('proper-noun', () => {
  it.each([
    ['Ada Byron met Charles at the University of Turin.', ['ada byron', 'charles', 'university of turin']],
    ['The Bank of the West opened.', ['bank', 'west']],
    ['In the Alps, Maria de la Cruz climbed.', ['the alps', 'maria', 'cruz']],
    ["However, Nora's sister and Marks & Spencer closed.", ['nora', 'marks & spencer']],
    ['He saw U.S. Route 66', ['u.s. route']],
    ['The A. Team', ['a. team']],
    ['The An It', []],
    ["O'Neill's and Jean-Luc’s", ["o'neill's and jean-luc"]],
    ['iPhone and eBay', []],
    ['A', []],
    ['', []],
  ])('%j', (sentence, expected) => {
    expect(names(sentence)).toEqual(expected);
  });

  it('finds names in every script with case, whatever their first letter', () => {
    expect(names('Émile Zola met Łukasz of Świdnica')).toEqual(['émile zola', 'łukasz of świdnica']);
    expect(names('Город Москва и Иван Петров')).toEqual(['город москва', 'иван петров']);
    expect(names('η Αθήνα και ο Σωκράτης')).toEqual(['αθήνα', 'σωκράτης']);
    expect(names('ǅungla je')).toEqual(['ǆungla']);
    expect(names('said 𐐀𐐨𐐩 here')).toEqual(['𐐨𐐨𐐩']);
  });

  it('gives a name once and composed, however it is typed', () => {
    expect(names('Zoe\u0301 and then Zo\u00e9 again')).toEqual(['zoé']);
  });

  it('finds nothing where the script has no case', () => {
    expect(names('这座图书馆收藏了许多古代手稿。')).toEqual([]);
    expect(names('مكتبة الإسكندرية')).toEqual([]);
  });

  it('joins names across any white space with one space', () => {
    expect(names('Ada\n  Byron\tof \n Rome')).toEqual(['ada byron of rome']);
  });

  it('for ASCII equals the reference expression', () => {
    const word = fc.constantFrom(
      ...[
        'Ada',
        'B',
        'of',
        'the',
        'de',
        'and',
        '&',
        'van',
        'The',
        'In',
        'I',
        "it's",
        "Bo's",
        "'s",
        '.',
        '-',
        "'",
        '_',
        '7',
        'deB',
        'ofThe',
        'x',
        ',',
      ],
    );
    const gap = fc.constantFrom('', ' ', ' ', ' ', '  ', '\n', '\t', '\x1c');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, gap), { maxLength: 20 }), (parts) => {
        const sentence = parts.flat().join('');
        expect(names(sentence)).toEqual(oracle(sentence));
      }),
      { numRuns: 3_000 },
    );
  });

  const data = join(import.meta.dirname, '../../../shared/data/hotpotqa.jsonl.gz');
  const absent = !existsSync(data);
  it.skipIf(absent)(
    `equals it on every ASCII sentence of HotpotQA${absent ? ' (skipped: no shared data here)' : ''}`,
    () => {
      const lines = gunzipSync(readFileSync(data)).toString().trim().split('\n');
      const sentences = lines.flatMap((line) =>
        (JSON.parse(line).docs as { sentences: string[] }[]).flatMap((d) => d.sentences),
      );
      const ascii = sentences.filter((sentence) => !/[\u0080-\uffff]/.test(sentence));
      expect(ascii.length).toBeGreaterThan(10_000);
      expect(ascii.filter((sentence) => names(sentence).join('|') !== oracle(sentence).join('|'))).toEqual([]);
    },
  );

  it('takes time in proportion to hostile text', () => {
    const n = 100_000;
    const unit = (u: string) => u.repeat(n / u.length);
    expect(names(unit('Aa '))).toHaveLength(1);
    expect(names(unit('A-'))).toHaveLength(1);
    expect(names(unit('A of '))).toHaveLength(1);
    expect(names(unit("A'"))).toHaveLength(1);
    expect(names(`Aa${' '.repeat(n)}of${' '.repeat(n)}x`)).toEqual(['aa']);
    expect(names(unit('The '))).toEqual([]);
    expect(names('\ud800A'.repeat(n / 2))).toEqual([]);
    expect(names(Array.from({ length: n / 10 }, (_, i) => `Name${i}`).join(' x '))).toHaveLength(n / 10);
  });
});

/** As Python's \s: with separators that JavaScript's lacks. */
const CONTROL_SPACES = '\u001c\u001d\u001e\u001f\u0085';
const SPACES = new RegExp(`[\\s${CONTROL_SPACES}]+`, 'g');

/** What the spans of a sentence hold. */
function spanned(sentence: string): string[] {
  const { length } = sentence;
  // Units and room behind what belongs to the sentence, as scratch has.
  const units = Uint16Array.from({ length: length + 3 }, (_, i) => `${sentence}’sX`.charCodeAt(i));
  const spans = new Int32Array(length + 2).fill(-7);
  const count = properNounSpans(units, length, spans);
  expect(2 * count).toBeLessThanOrEqual(length + 1);
  return Array.from({ length: count }, (_, i) => {
    const [start, end] = spans.subarray(2 * i);
    expect(start).toBeGreaterThanOrEqual(i === 0 ? 0 : spans[2 * i - 1] + 1);
    expect(end).toBeLessThanOrEqual(length);
    return sentence.slice(start, end);
  });
}

const piece = fc.oneof(
  fc.constantFrom(
    ...'The Although However However’s Émile de la van von and & of ofX Smith’s SMITH’S Jean-Luc O’Neil U.S. A A’s'.split(
      ' ',
    ),
    ...'E\u0301 E\u0301’s Α\u0313\u0300\u0345 ΝΙΚΟΣ ΝΙΚΟΣ’s İ İ’s K'.split(' '),
  ),
  fc.constantFrom(..." \t\u00a0\u0085.,-'’_1aAéÉ\u0301ǅ中İ𐐀sS\ud801\udc00".split('')),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const sentences = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(' ')),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
);

describe('spans', () => {
  it.each([
    ['However, Nora’s sister and Marks & Spencer closed.', ['Nora', 'Marks & Spencer']],
    ["NORA'S! Bo's's; Ada's.", ['NORA', "Bo's", 'Ada']],
    ['In the Alps, Ada\n  Byron of  Rome; Ada', ['the Alps', 'Ada\n  Byron of  Rome', 'Ada']],
    ['A, B’s, É, E\u0301, \u1f88, Α\u0313\u0300\u0345, 𐐀 x', []],
    ['A1, İ, E\u0301\u0323\u0301, 𐐀𐐀', ['A1', 'İ', 'E\u0301\u0323\u0301', '𐐀𐐀']],
    ['İ,İ,İ', ['İ', 'İ', 'İ']],
    ['aB \ud801 B2 \ud801\ud801\udc00\udc00C3', ['B2', 'C3']],
    ['', []],
  ] as [string, string[]][])('of %j', (sentence, expected) => {
    expect(spanned(sentence)).toEqual(expected);
  });

  it('hold the names as they are written', () => {
    fc.assert(
      fc.property(sentences, (sentence) => {
        const written = spanned(sentence).map((name) => name.toLowerCase().replace(SPACES, ' ').normalize('NFC'));
        // A sigma before a possessive is spelled as inside its word.
        const medial = (name: string) => name.replaceAll('ς', 'σ');
        expect([...new Set(written.map(medial))]).toEqual([...new Set(names(sentence).map(medial))]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('leave a sigma before a possessive as it is inside a word', () => {
    expect(names('ΝΙΚΟΣ’s, ΝΙΚΟΣ’ ΝΙΚΟΣ.')).toEqual(['νικοσ', 'νικος’ νικος']);
  });
});

describe('short cuts', () => {
  it('change no name', () => {
    fc.assert(
      fc.property(sentences, (sentence) => {
        expect(properNouns(sentence)).toEqual(properNounsPlainly(sentence));
      }),
      { numRuns: 5_000 },
    );
  });
});
