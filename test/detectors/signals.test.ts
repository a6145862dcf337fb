import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeSignals, DETECTOR_NAMES, detectorNamed, SIGNALS } from '../../src/detectors/index.ts';
import { TopoGuardError } from '../../src/errors/index.ts';
import { featuresOf, type HandMadeDocument } from './hand-made.ts';

const signalOf = (features: ReturnType<typeof featuresOf>, name: string) =>
  computeSignals(features, [name], []).signals[name];
const documentValues = (features: ReturnType<typeof featuresOf>, name: string) => [
  ...computeSignals(features, [], [name]).documents[name],
];

/** Two documents whose sentences are orthogonal across and equal inside. */
const APART: HandMadeDocument[] = [
  {
    vectors: [
      [1, 0],
      [1, 0],
    ],
  },
  {
    vectors: [
      [0, 1],
      [0, 1],
    ],
  },
];
/** All sentences the same. */
const TOGETHER: HandMadeDocument[] = [
  {
    vectors: [
      [1, 1],
      [1, 1],
    ],
  },
  {
    vectors: [
      [1, 1],
      [1, 1],
    ],
  },
];

describe('structural signals', () => {
  it.each([
    'spectral-gap',
    'conductance',
    'conductance-sweep',
    'conductance-exact',
    'document-gap',
    'pairwise-spectral-gap',
  ])('%s is 1 for documents that share nothing', (name) => expect(signalOf(featuresOf(APART), name)).toBeCloseTo(1, 8));

  it('of a complete graph of equal weights follow from its spectrum: λ₂ = n/(n−1), φ = 2/3', () => {
    const f = featuresOf(TOGETHER);
    expect(signalOf(f, 'spectral-gap')).toBeCloseTo(0, 8);
    expect(signalOf(f, 'conductance-exact')).toBeCloseTo(1 - 2 / 3, 8);
    expect(signalOf(f, 'document-gap')).toBeCloseTo(0, 8);
    expect(signalOf(f, 'density')).toBeCloseTo(0, 8);
    expect(signalOf(f, 'average-weight')).toBeCloseTo(0, 8);
  });

  it('modularity of two separate cliques of equal volume is 1/2, and 0 without edges', () => {
    expect(signalOf(featuresOf(APART), 'modularity')).toBeCloseTo(0.5, 8);
    expect(
      signalOf(
        featuresOf([
          { vectors: [[1, 0, 0]] },
          {
            vectors: [
              [0, 1, 0],
              [0, 0, 1],
            ],
          },
        ]),
        'modularity',
      ),
    ).toBe(0);
  });

  it('exact conductance is undefined over 12 sentences, pairwise exact conductance over 12 a pair', () => {
    const vectors = Array.from({ length: 5 }, (_, i) => [1, i / 10]);
    const f = featuresOf([{ vectors }, { vectors }, { vectors }]);
    expect(signalOf(f, 'conductance-exact')).toBeNaN();
    expect(signalOf(f, 'pairwise-conductance-exact')).not.toBeNaN();
  });
});

describe('pairwise signals', () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 });
  const document = fc
    .array(vector, { minLength: 1, maxLength: 3 })
    .map((vectors) => ({ vectors, sentences: vectors.map(() => 'x') }));
  const names = SIGNALS.map((s) => s.name).filter((name) => name.startsWith('pairwise-'));

  it('equal the whole-graph signal with two documents', () => {
    fc.assert(
      fc.property(document, document, (a, b) => {
        const f = featuresOf([a, b]);
        for (const name of names) {
          expect(signalOf(f, name), name).toBeCloseTo(signalOf(f, name.replace('pairwise-', '')), 9);
        }
      }),
    );
  });

  it('do not depend on the order of the documents', () => {
    fc.assert(
      fc.property(fc.array(document, { minLength: 3, maxLength: 5 }), (documents) => {
        const forward = featuresOf(documents);
        const backward = featuresOf([...documents].reverse());
        // Signals of cuts may differ where ties inside a pair's graph resolve by sentence order.
        for (const name of ['document-gap', 'pairwise-density']) {
          expect(signalOf(backward, name), name).toBeCloseTo(signalOf(forward, name), 9);
        }
      }),
    );
  });

  it('one document apart from four that agree shows in the weakest spanning link', () => {
    const same = {
      vectors: [
        [1, 0.1],
        [1, 0.2],
      ],
    };
    const planted = {
      vectors: [
        [0, 1],
        [-0.1, 1],
      ],
    };
    const f = featuresOf([same, same, planted, same, same]);
    expect(signalOf(f, 'pairwise-spectral-gap')).toBeGreaterThan(0.5);
    expect(signalOf(featuresOf([same, same, same]), 'pairwise-spectral-gap')).toBeLessThan(0.1);
  });
});

describe('signals of text and query', () => {
  const documents: HandMadeDocument[] = [
    {
      vectors: [[1, 0]],
      sentences: ['Halden Works builds gliders in Port Calder'],
      entities: ['halden works', 'port calder'],
    },
    { vectors: [[0, 1]], sentences: ['Port Calder lies on the Mire river'], entities: ['port calder', 'mire'] },
  ];
  const idf = (word: string) => ({ port: 1, calder: 5, halden: 6, mire: 7 })[word] ?? 2;
  const f = featuresOf(documents, {
    query: 'Which river flows through the city of Halden Works?',
    queryVector: [1, 1],
    idf,
  });

  it('entity-overlap is over words by default and over names as the paper', () => {
    expect(signalOf(f, 'entity-overlap')).toBeCloseTo(1 - 2 / 5, 8);
    expect(signalOf({ ...f, entityUnit: 'name' }, 'entity-overlap')).toBeCloseTo(1 - 1 / 3, 8);
    expect(
      signalOf(
        featuresOf([
          { vectors: [[1, 0]], sentences: ['a'] },
          { vectors: [[1, 0]], sentences: ['b'] },
        ]),
        'entity-overlap',
      ),
    ).toBe(1);
  });

  it('hybrid mixes by α', () => {
    const expected = 0.4 * signalOf(f, 'spectral-gap') + 0.6 * signalOf(f, 'entity-overlap');
    expect(signalOf(f, 'hybrid')).toBeCloseTo(expected, 8);
  });

  it('query-distance is that of the least relevant document', () => {
    expect(signalOf(f, 'query-distance')).toBeCloseTo(1 - Math.SQRT1_2, 8);
  });

  it('entity-link is the rarest shared entity word of the least linked document', () => {
    // Document 0 shares port, calder with document 1 and halden with the query: 6. Document 1 shares port, calder: 5.
    expect(signalOf(f, 'entity-link')).toBe(-5);
    expect(
      signalOf(
        featuresOf([documents[0], { vectors: [[0, 1]], sentences: ['Tea'], entities: ['tea'] }], {
          query: 'q',
          queryVector: [1, 0],
          idf,
        }),
        'entity-link',
      ),
    ).toBe(0);
  });

  it('query-echo is the largest share of query words in one sentence', () => {
    // halden and works of river, flows, through, city, halden, works
    expect(signalOf(f, 'query-echo')).toBeCloseTo(2 / 6, 8);
    const echo = featuresOf(
      [{ ...documents[0], sentences: ['Which river flows through the city of Halden Works?'] }, documents[1]],
      { query: 'Which river flows through the city of Halden Works?', queryVector: [1, 1] },
    );
    expect(signalOf(echo, 'query-echo')).toBe(1);
  });

  it('document signals speak of each document', () => {
    expect(documentValues(f, 'document-entity-link')).toEqual([-5, -5]);
    expect(documentValues(f, 'document-query-entity-link')).toEqual([-6, 0]);
    expect(documentValues(f, 'document-entity-backlink')).toEqual([-5, -5]);
    expect(documentValues(f, 'document-nearest-distance')).toEqual([1, 1]);
  });
});

describe('detectors', () => {
  it('are found by name, and an unknown name lists them', () => {
    for (const name of ['spectral-gap', 'conductance', 'modularity', 'hybrid', 'anchored', 'document-anomaly']) {
      expect(detectorNamed(name).name).toBe(name);
    }
    expect(new Set(DETECTOR_NAMES).size).toBe(DETECTOR_NAMES.length);
    expect(() => detectorNamed('spectralgap')).toThrow(TopoGuardError);
    expect(() => detectorNamed('spectralgap')).toThrow(/Choose one of: composite/);
  });

  it('that fuse p-values refuse to score without a benign sample', () => {
    const values = { signals: { 'query-distance': 0.5, 'entity-link': -3 }, documents: {} };
    expect(() => detectorNamed('anchored').score(values, null)).toThrow(/no benign sample/);
  });

  it('anchored is Σ −log of mid-rank p-values', () => {
    const reference = { signals: { 'query-distance': [0.1, 0.2, 0.3], 'entity-link': [-4, -4, -1] }, documents: {} };
    const score = detectorNamed('anchored').score(
      { signals: { 'query-distance': 0.25, 'entity-link': -4 }, documents: {} },
      reference,
    );
    expect(score.score).toBeCloseTo(-Math.log(2 / 4) - Math.log((1 + 1 + 1) / 4), 8);
  });

  it('document-anomaly names the most anomalous document and grows with each of its signals', () => {
    const detector = detectorNamed('document-anomaly');
    const reference = {
      signals: {},
      documents: Object.fromEntries(detector.documentSignals.map((name) => [name, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]])),
    };
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: -1, max: 10 }), { minLength: 6, maxLength: 6 }), {
          minLength: 2,
          maxLength: 5,
        }),
        fc.nat(5),
        (perDocument, which) => {
          const values = (rows: number[][]) => ({
            signals: {},
            documents: Object.fromEntries(
              detector.documentSignals.map((name, s) => [name, Float64Array.from(rows, (row) => row[s])]),
            ),
          });
          const before = detector.score(values(perDocument), reference);
          const raised = perDocument.map((row, i) =>
            i === before.suspect ? row.map((v, s) => (s === which ? v + 3 : v)) : row,
          );
          const after = detector.score(values(raised), reference);
          expect(after.score).toBeGreaterThanOrEqual(before.score);
          expect(after.suspect).toBe(before.suspect);
        },
      ),
    );
  });
});
