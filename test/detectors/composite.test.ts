import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUPS } from '../../src/detectors/composite/groups.ts';
import {
  COMPOSITE_GROUPS,
  type ContextFeatures,
  compositeDetector,
  compositeFinding,
  computeSignals,
  detectorNamed,
  type SignalValues,
  WINDOW_SIGNALS,
} from '../../src/detectors/index.ts';
import { wordStem } from '../../src/text/index.ts';
import { featuresOf, type HandMadeDocument } from './hand-made.ts';

const detector = compositeDetector();
const valuesOf = (f: ContextFeatures): SignalValues => computeSignals(f, [], [], detector.windowSignals);

/** A unit vector at the given cosine to the first axis; `turn` picks the direction of the rest. */
function at(cosine: number, turn: number): number[] {
  const rest = Math.sqrt(1 - cosine * cosine);
  return [cosine, rest * Math.cos(turn), rest * Math.sin(turn)];
}

const QUERY = 'Which river runs past the mill of Aldermoor?';
const query = { query: QUERY, queryVector: [1, 0, 0] };

function on(cosines: number[], sentences: string[], entities: string[] = []): HandMadeDocument {
  return { vectors: cosines.map((c, i) => at(c, i + cosines[0])), sentences, entities };
}

/** Contexts of two documents about one thing, as different from each other as benign ones are. */
function benign(i: number): ContextFeatures {
  // Weyl sequences: evenly spread, and the same in every run.
  const spread = (step: number, low: number, high: number) => low + (high - low) * ((i * step) % 1);
  const name = `Person${i % 7}`;
  const other = `Place${i % 11}`;
  const named = (share: number, step: number, n: string) => (spread(step, 0, 1) < share ? n : 'somebody');
  const c = spread(0.618, 0.2, 0.8);
  const d = spread(0.414, 0.15, 0.75);
  return featuresOf(
    [
      on(
        [c, c * spread(0.732, 0.1, 0.9), c * spread(0.236, -0.2, 0.8)],
        [
          `The mill of ${named(0.6, 0.145, 'Aldermoor')} stands by the weir.`,
          `It grinds barley for ${named(0.5, 0.372, name)}.`,
          `${other} is near.`,
        ],
        ['aldermoor', name.toLowerCase(), other.toLowerCase()],
      ),
      on(
        [d, d * spread(0.828, 0.1, 0.9), d * spread(0.059, -0.2, 0.8)],
        [
          `${name} says the ${named(0.5, 0.291, 'river')} ${named(0.5, 0.683, 'runs')} there.`,
          `Water turns the wheel of ${named(0.4, 0.557, other)}.`,
          `Village${i % 13} has bridges.`,
        ],
        [name.toLowerCase(), other.toLowerCase(), `village${i % 13}`],
      ),
    ],
    query,
  );
}

const reference = detector.fit!(
  Array.from({ length: 120 }, (_, i) => valuesOf(benign(i))),
  4096,
);
const judge = (f: ContextFeatures) => detector.score(valuesOf(f), reference);

const kept = on(
  [0.6, 0.3, 0.2],
  ['The mill of Aldermoor stands by the weir.', 'It grinds barley for Person3.', 'Place2 is near.'],
  ['aldermoor', 'person3', 'place2'],
);
const related = on(
  [0.5, 0.3, 0.2],
  ['Person3 says the river is deep there.', 'Water turns the wheel of Place2.', 'Village3 has bridges.'],
  ['person3', 'place2', 'village3'],
);
const offTopic = on(
  [0.05, 0.02, -0.1],
  ['Quarterly earnings rose at Vantrix.', 'Analysts cheered.', 'Shares closed higher.'],
  ['vantrix'],
);

describe('composite', () => {
  it('is registered, and reads the window signals its groups name', () => {
    expect(detectorNamed('composite').windowSignals).toEqual(detector.windowSignals);
    const known = WINDOW_SIGNALS.map((s) => s.name);
    expect([...known].sort()).toEqual([...detector.windowSignals].sort());
    for (const groups of Object.values(GROUPS)) expect(groups.reduce((sum, g) => sum + g.weight, 0)).toBeCloseTo(1, 12);
  });

  it('scores an off-topic document above benign contexts and names it by its relation', () => {
    const scores = Array.from({ length: 120 }, (_, i) => judge(benign(i)).score);
    const attacked = featuresOf([kept, offTopic], query);
    const { score, suspect, cause } = judge(attacked);
    expect(score).toBeGreaterThan(Math.max(...scores));
    expect(suspect).toBe(1);
    expect(cause?.group).toBe('relation');
    expect(judge(featuresOf([offTopic, kept], query)).suspect).toBe(0);
    const finding = compositeFinding(attacked, cause!);
    expect(finding).toMatchObject({ group: 'relation', document: 1, words: ['vantrix'] });
    expect(finding.sentences[0]).toBe(3);
    expect(finding.summary).toContain('vantrix');
  });

  it('names a document that is stuffed with the question', () => {
    const stuffed = on(
      [0.999, 0.1, 0.05],
      [QUERY, 'Shares of Vantrix rose.', 'Analysts cheered.'],
      ['aldermoor', 'vantrix'],
    );
    const f = featuresOf([kept, stuffed], query);
    const { suspect, cause, score } = judge(f);
    expect(suspect).toBe(1);
    expect(['echo', 'imbalance']).toContain(cause?.group);
    expect(score).toBeGreaterThan(judge(featuresOf([kept, related], query)).score);
    const finding = compositeFinding(f, { group: 'echo', window: 1 });
    expect(finding.sentences).toEqual([3]);
    expect(finding.words).toContain('aldermoor');
    expect(compositeFinding(f, { group: 'imbalance', window: 1 }).sentences).toHaveLength(2);
  });

  it('says what ties a document that is tied by little', () => {
    const f = featuresOf([kept, offTopic], query);
    expect(compositeFinding(f, { group: 'name-link', window: 1 })).toMatchObject({
      words: [],
      summary: 'shares no name with the question or the documents near it',
    });
    expect(compositeFinding(f, { group: 'name-link', window: 0 }).words).toContain('aldermoor');
  });

  it('names an off-topic document that carries the other one’s names', () => {
    const copied = on(
      [0.05, 0.02, -0.1],
      ['Earnings at Vantrix rose, Person3 said.', 'Aldermoor cheered.', 'Shares closed higher.'],
      ['vantrix', 'person3', 'aldermoor'],
    );
    const f = featuresOf([kept, copied], query);
    expect(judge(f).suspect).toBe(1);
    const finding = compositeFinding(f, { group: 'name-copy', window: 1 });
    expect(finding.words.sort()).toEqual(['aldermoor', 'person3']);
    expect(finding.sentences).toEqual([3, 4]);
  });

  it('finds a payload behind the third sentence of a long document', () => {
    const long: HandMadeDocument = {
      vectors: [...kept.vectors, ...offTopic.vectors],
      sentences: [...kept.sentences!, ...offTopic.sentences!],
      entities: [...kept.entities!, ...offTopic.entities!],
    };
    const f = featuresOf([related, long], query);
    const { suspect, cause, score } = judge(f);
    expect(suspect).toBe(1);
    expect(cause?.window).toBe(2);
    expect(score).toBeGreaterThan(judge(featuresOf([related, kept], query)).score);
    expect(compositeFinding(f, cause!).sentences.every((node) => node >= 6)).toBe(true);
  });

  it('does not depend on the order of documents, nor on the order of sentences inside them', () => {
    const documents = [
      kept,
      related,
      offTopic,
      on([0.3, 0.2, 0.1], ['Barley grows near.', 'Person3 sells it.', 'Prices fell.'], ['person3']),
    ];
    const expected = judge(featuresOf(documents, query));
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (order, inside) => {
          const shuffled = order.map((d) => ({
            ...documents[d],
            vectors: inside.map((s) => documents[d].vectors[s]),
            sentences: inside.map((s) => documents[d].sentences![s]),
          }));
          const { score, suspect } = judge(featuresOf(shuffled, query));
          expect(score).toBeCloseTo(expected.score, 9);
          expect(order[suspect!]).toBe(expected.suspect);
        },
      ),
    );
  });

  it('takes no links from a word that stands in every sentence', () => {
    const junk = (d: HandMadeDocument): HandMadeDocument => ({
      ...d,
      sentences: d.sentences!.map((s) => `Zorblat ${s}`),
      entities: [...d.entities!, 'zorblat'],
    });
    const unlinked = (documents: HandMadeDocument[]) =>
      computeSignals(featuresOf(documents, query), [], [], ['window-unlinked-names']).windows!.values[
        'window-unlinked-names'
      ][1];
    expect(unlinked([junk(kept), junk(offTopic)])).toBe(1);
    // Standing in one sentence of each, it is a link as any other.
    const once = (d: HandMadeDocument): HandMadeDocument => ({
      ...d,
      sentences: [`Zorblat ${d.sentences![0]}`, ...d.sentences!.slice(1)],
      entities: [...d.entities!, 'zorblat'],
    });
    expect(unlinked([once(kept), once(offTopic)])).toBe(0.5);
  });

  it('works on one-sentence documents, and on documents without names', () => {
    const f = featuresOf([on([0.6], ['the mill by the river']), on([0.1], ['shares rose'])], query);
    expect(Number.isFinite(judge(f).score)).toBe(true);
    expect(valuesOf(f).windows!.values['window-unlinked-names'].every(Number.isNaN)).toBe(true);
    expect(valuesOf(f).windows!.values['window-imbalance']).toEqual([0, 0]);
  });

  it('can leave signals and groups out, and refuses names that are neither', () => {
    const without = compositeDetector({ without: ['window-second-distance', 'echo'] });
    expect(without.windowSignals).not.toContain('window-second-distance');
    expect(without.windowSignals).not.toContain('window-phrase-echo');
    expect(without.windowSignals).toContain('window-mean-distance');
    expect(() => compositeDetector({ without: ['spectral-gap'] })).toThrow(/spectral-gap/);
    expect(() => compositeDetector({ without: COMPOSITE_GROUPS.map((g) => g.name) })).toThrow(/leave out/);
  });

  it('needs a reference', () => {
    expect(() => detector.score(valuesOf(benign(0)), null)).toThrow(/PROFILE_MISSING|benign sample/);
  });
});

describe('titles', () => {
  it('are words and names of their document, and echo nothing', () => {
    const untitled = featuresOf([kept, related], query);
    const titled = featuresOf([kept, { ...related, title: 'Aldermoor and its mill' }], query);
    const of = (f: ContextFeatures, name: string) => valuesOf(f).windows!.values[name][1];
    expect(of(titled, 'window-missing-words')).toBeLessThan(of(untitled, 'window-missing-words'));
    expect(of(titled, 'window-unlinked-names')).toBeLessThan(of(untitled, 'window-unlinked-names'));
    for (const name of ['window-echo', 'window-phrase-echo', 'window-distinct-words', 'window-shared-names']) {
      expect(of(titled, name)).toBe(of(untitled, name));
    }
  });
});

describe('classes of contexts', () => {
  const far = (i: number) =>
    on(
      [0.1 + 0.02 * (i % 5), 0.05, 0.2],
      ['Barley grows near.', `Person${i % 7} sells it.`, 'Prices fell.'],
      [`person${i % 7}`],
    );
  const five = (i: number) => {
    const f = benign(i);
    const text = (d: number) => f.documents![d];
    const rows = (d: number) => [0, 1, 2].map((s) => at(f.queryCosines![3 * d + s], i + s));
    const document = (d: number) => ({
      vectors: rows(d),
      sentences: text(d).sentences.map(({ tokens }) => tokens.map((word) => f.vocabulary!.word(word)).join(' ')),
      entities: [...text(d).entityNames],
    });
    return featuresOf([document(0), document(1), far(i), far(i + 1), far(i + 2)], query);
  };

  it('have references of their own, and windows among many are judged by other signals', () => {
    const both = detector.fit!(
      [
        ...Array.from({ length: 60 }, (_, i) => valuesOf(benign(i))),
        ...Array.from({ length: 60 }, (_, i) => valuesOf(five(i))),
      ],
      4096,
    );
    expect(new Set(Object.keys(both.groups!).map((key) => key.split(':')[0]))).toEqual(new Set(['few', 'many']));
    expect(detector.windowSignalsFor!(2, both)).toContain('window-query-distance');
    expect(detector.windowSignalsFor!(5, both)).not.toContain('window-query-distance');
    const attacked = featuresOf([kept, related, far(1), far(2), offTopic], query);
    expect(detector.score(valuesOf(attacked), both).suspect).toBe(4);
  });

  it('without a reference are judged as the other class is', () => {
    expect(detector.windowSignalsFor!(5, reference)).toEqual(detector.windowSignalsFor!(2, reference));
    const f = five(3);
    const needed = computeSignals(f, [], [], detector.windowSignalsFor!(5, reference));
    expect(detector.score(needed, reference)).toEqual(detector.score(valuesOf(f), reference));
  });
});

describe('word stems', () => {
  it('join a word with its inflections', () => {
    for (const [word, stem] of [
      ['builders', 'build'],
      ['building', 'build'],
      ['norwegian', 'norweg'],
      ['song', 'song'],
      ['bus', 'bus'],
      ['class', 'clas'],
    ]) {
      expect(wordStem(word)).toBe(stem);
    }
  });

  it('never lengthen a word, nor cut it below four letters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,14}$/), (word) => {
        const stem = wordStem(word);
        expect(word.startsWith(stem)).toBe(true);
        expect(stem.length).toBeGreaterThanOrEqual(Math.min(4, word.length));
      }),
    );
  });
});

describe('anchors', () => {
  it('are the documents near the question: names of far ones link nothing', () => {
    // Three documents: the anchor is the one nearest to the query; the planted pair links only to each other.
    const planted = on([0.0, 0.01, 0.02], ['Vantrix rose.', 'Shares closed.', 'Analysts cheered.'], ['vantrix']);
    const accomplice = on([0.1, 0.11, 0.12], ['Vantrix fell.', 'Shares opened.', 'Analysts wept.'], ['vantrix']);
    const f = featuresOf([kept, planted, accomplice], query);
    const shares = computeSignals(f, [], [], ['window-unlinked-names']).windows!.values['window-unlinked-names'];
    expect([shares[1], shares[2]]).toEqual([1, 1]);
  });
});
