import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContextFeatures, compositeFinding, computeSignals, WINDOW_SIGNALS } from '../../src/detectors/index.ts';
import { QueryPairs } from '../../src/detectors/windows/query-pairs.ts';
import { Vocabulary, wordStem } from '../../src/text/index.ts';
import { featuresOf, type HandMadeDocument } from './hand-made.ts';

const NAMES = WINDOW_SIGNALS.map((signal) => signal.name);
const valuesOf = (f: ContextFeatures) => computeSignals(f, [], [], NAMES).windows!.values;

const WORDS = 'ant bee cow dog elk fox gnu hen ibis jay building builders'.split(' ');
const idfOf = (word: string) => 1 + WORDS.indexOf(word) / 7;

const sentence = fc.record({
  cosine: fc.integer({ min: -9, max: 9 }).map((tenths) => tenths / 10),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }),
});
const document = fc.record({
  sentences: fc.array(sentence, { minLength: 1, maxLength: 8 }),
  names: fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 4 }),
  title: fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 2 }),
});
const context = fc.record({
  query: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }),
  documents: fc.array(document, { minLength: 2, maxLength: 6 }),
});
type Given = typeof context extends fc.Arbitrary<infer T> ? T : never;

function featuresFor({ query, documents }: Given, vocabulary = new Vocabulary()): ContextFeatures {
  const given = documents.map(
    ({ sentences, names, title }): HandMadeDocument => ({
      vectors: sentences.map(({ cosine }) => [cosine, Math.sqrt(1 - cosine * cosine)]),
      sentences: sentences.map(({ words }) => words.join(' ')),
      entities: names,
      title: title.join(' '),
    }),
  );
  return featuresOf(given, { query: query.join(' '), queryVector: [1, 0], idf: idfOf, vocabulary });
}

interface PlainWindow {
  document: number;
  from: number;
  to: number;
  best: number;
  sentences: string[][];
  text: string[];
  textNames: string[];
  words: string[];
  names: string[];
}

const once = (words: string[]): string[] => [...new Set(words)];
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const threeRarest = (words: string[]): number =>
  sum(
    once(words)
      .map(idfOf)
      .sort((a, b) => b - a)
      .slice(0, 3),
  );

function windowsOf(documents: Given['documents']): PlainWindow[] {
  return documents.flatMap(({ sentences, names, title }, document) =>
    Array.from({ length: Math.ceil(sentences.length / 3) }, (_, i) => {
      const from = Math.max(0, Math.min(3 * i, sentences.length - 3));
      const own = sentences.slice(from, from + 3);
      const text = once(own.flatMap(({ words }) => words));
      const textNames = text.filter((word) => names.includes(word));
      return {
        document,
        from,
        to: from + own.length,
        best: Math.max(...own.map(({ cosine }) => cosine)),
        sentences: own.map(({ words }) => words),
        text,
        textNames,
        words: once([...text, ...title]),
        names: once([...textNames, ...title]),
      };
    }),
  );
}

/** The signals of words by their definitions (docs/detection.md), each window by itself, over strings. */
function defined({ query, documents }: Given): Record<string, number[]> {
  const windows = windowsOf(documents);
  const queryWords = once(query);
  const pairsOf = (words: string[]) => once(words.slice(1).map((word, i) => `${words[i]} ${word}`));
  const phrases = query.length === 1 ? query : pairsOf(query);
  const all = documents.flatMap(({ sentences }) => sentences.map(({ words }) => words));
  const isBoilerplate = (word: string) => {
    const count = all.filter((words) => words.includes(word)).length;
    return count >= 4 && 5 * count >= 4 * all.length && !query.includes(word);
  };
  const has = (d: number, word: string) => documents[d].sentences.some(({ words }) => words.includes(word));
  const elsewhere = (d: number, holds: (other: number) => boolean) => documents.some((_, o) => o !== d && holds(o));
  const rows = windows.map((window, w) => {
    const others = windows
      .map((other, o) => ({ ...other, o }))
      .filter(
        ({ o, document, from, to }) =>
          o !== w && (document !== window.document || to <= window.from || from >= window.to),
      )
      .sort((a, b) => b.best - a.best || a.o - b.o);
    const anchors = others.slice(0, Math.max(1, Math.ceil(others.length / 2)));
    const anchored = (word: string) => !isBoilerplate(word) && anchors.some(({ words }) => words.includes(word));
    const anchoredAsName = (word: string) => !isBoilerplate(word) && anchors.some(({ names }) => names.includes(word));
    const isLinked = (word: string) => query.includes(word) || anchored(word);
    const weighed = window.words.filter((word) => !isBoilerplate(word));
    const square = (words: string[]) => sum(words.map((word) => idfOf(word) ** 2));
    const stems = window.words.map(wordStem);
    const share = (words: string[]) => sum(words.map(idfOf)) / sum(queryWords.map(idfOf));
    return {
      'window-missing-words': share(queryWords.filter((word) => !window.words.includes(word))),
      'window-missing-stems': share(queryWords.filter((word) => !stems.includes(wordStem(word)))),
      'window-unlinked-names':
        sum(window.names.filter((word) => !isLinked(word)).map(idfOf)) / sum(window.names.map(idfOf)),
      'window-rare-links': weighed.length === 0 ? 0 : -square(weighed.filter(isLinked)) / Math.sqrt(square(weighed)),
      'window-name-links': -threeRarest([
        ...window.words.filter((word) => query.includes(word) || anchoredAsName(word)),
        ...window.names.filter(anchored),
      ]),
      'window-shared-names': threeRarest(
        [
          ...window.textNames.filter((word) => elsewhere(window.document, (o) => has(o, word))),
          ...window.text.filter((word) =>
            elsewhere(window.document, (o) => has(o, word) && documents[o].names.includes(word)),
          ),
        ].filter((word) => !isBoilerplate(word)),
      ),
      'window-echo': Math.max(
        ...window.sentences.map(
          (words) => queryWords.filter((word) => words.includes(word)).length / queryWords.length,
        ),
      ),
      'window-phrase-echo': Math.max(
        ...window.sentences.map((words) => {
          const own = query.length === 1 ? words : pairsOf(words);
          return phrases.filter((phrase) => own.includes(phrase)).length / phrases.length;
        }),
      ),
      'window-distinct-words': window.text.length,
    };
  });
  return Object.fromEntries(
    Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name as keyof (typeof rows)[number]])]),
  );
}

describe('signals of the words of windows', () => {
  it('are what their definitions say, for two and more documents of any length', () => {
    fc.assert(
      fc.property(context, (given) => {
        const values = valuesOf(featuresFor(given));
        for (const [name, expected] of Object.entries(defined(given))) {
          expect(values[name], name).toEqual(
            expected.map((value) => (Number.isNaN(value) ? value : expect.closeTo(value, 8))),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('relations of windows', () => {
  it('do not depend on the contexts and vocabularies that were read before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(context, fc.nat(1)), { minLength: 2, maxLength: 5 }), fc.nat(), (given, seed) => {
        const alone = given.map(([one]) => valuesOf(featuresFor(one)));
        const vocabularies = [new Vocabulary(), new Vocabulary()];
        // Words of the two have other numbers.
        vocabularies[1].numberOf('zebra');
        const features = given.map(([one, which]) => featuresFor(one, vocabularies[which]));
        for (let turn = 0; turn < 2 * features.length; turn++) {
          const i = (seed + 7 * turn) % features.length;
          expect(valuesOf(features[i])).toEqual(alone[i]);
        }
      }),
    );
  });

  it('are found again for a finding, after another context was read', () => {
    fc.assert(
      fc.property(context, context, fc.constantFrom('relation', 'echo', 'name-link', 'name-copy'), (a, b, group) => {
        const vocabulary = new Vocabulary();
        const first = featuresFor(a, vocabulary);
        const cause = { group, window: 0 };
        valuesOf(first);
        const expected = compositeFinding(first, cause);
        valuesOf(featuresFor(b, vocabulary));
        expect(compositeFinding(first, cause)).toEqual(expected);
      }),
    );
  });

  it('follow the frequencies of the context, where contexts of one vocabulary have others', () => {
    const vocabulary = new Vocabulary();
    const withIdf = (idf: (word: string) => number) =>
      featuresOf(
        [
          { vectors: [[1, 0]], sentences: ['ant bee'], entities: ['ant'] },
          { vectors: [[0, 1]], sentences: ['ant cow'], entities: ['ant'] },
        ],
        { query: 'dog', queryVector: [1, 0], vocabulary, idf },
      );
    const [two, five] = [withIdf(() => 2), withIdf(() => 5)];
    for (const [f, expected] of [
      [two, 2],
      [five, 5],
      [two, 2],
    ] as const) {
      expect(valuesOf(f)['window-shared-names']).toEqual([expected, expected]);
    }
  });

  it('hold for a context far larger than those before it, and for a small one after it', () => {
    const make = (documents: number, vocabulary: Vocabulary) =>
      featuresOf(
        Array.from({ length: documents }, (_, d) => ({
          vectors: [[0.5, 0.5 + d / 1000]],
          sentences: [Array.from({ length: 40 }, (_, i) => `w${d}x${i} w${d + 1}x${i}`).join(' ')],
          entities: [`w${d}x0`],
        })),
        { query: 'w0x0 w1x1', queryVector: [1, 0], vocabulary },
      );
    const vocabulary = new Vocabulary();
    const small = valuesOf(make(2, vocabulary));
    const large = valuesOf(make(60, vocabulary));
    // Each document has its 80 words, and the name of the next one.
    expect(large['window-distinct-words']).toEqual(new Array(60).fill(80));
    expect(large['window-shared-names']).toEqual([1, ...new Array(58).fill(2), 1]);
    expect(valuesOf(make(2, vocabulary))).toEqual(small);
  });

  it('hold for a word that the vocabulary learns after another context was read', () => {
    const vocabulary = new Vocabulary();
    const make = (word: string) =>
      featuresOf(
        [
          { vectors: [[1, 0]], sentences: [`${word} bee`] },
          { vectors: [[0, 1]], sentences: [`${word} cow`] },
        ],
        { query: word, queryVector: [1, 0], vocabulary },
      );
    for (let i = 0; i < 300; i++) expect(valuesOf(make(`word${i}`))['window-missing-stems']).toEqual([0, 0]);
  });
});

describe('pairs of the query', () => {
  const tokens = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 });

  it('are counted once each, as often as the query has them and one query after another', () => {
    const pairs = new QueryPairs();
    const pairsOf = (all: number[]) => new Set(all.slice(1).map((token, i) => `${all[i]} ${token}`));
    fc.assert(
      fc.property(tokens, fc.array(tokens, { maxLength: 5 }), (query, sentences) => {
        pairs.read(query);
        const own = query.length === 1 ? new Set(query.map(String)) : pairsOf(query);
        expect(pairs.count).toBe(own.size);
        for (const sentence of sentences) {
          const theirs = query.length === 1 ? new Set(sentence.map(String)) : pairsOf(sentence);
          expect(pairs.countIn(sentence)).toBe([...own].filter((pair) => theirs.has(pair)).length);
        }
      }),
    );
  });
});
