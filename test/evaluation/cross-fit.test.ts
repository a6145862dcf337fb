import { describe, expect, it } from 'vitest';
import { detectorNamed } from '../../src/detectors/index.ts';
import { crossFitted } from '../../src/evaluation/experiments/cross-fit.ts';
import { evaluatedDetector } from '../../src/evaluation/experiments/detectors.ts';
import type { Observation } from '../../src/evaluation/experiments/observe.ts';
import { auroc, exactCount, exactDevelopmentSize } from '../../src/evaluation/metrics/index.ts';
import { normal, RandomStream } from '../../src/evaluation/random.ts';

const OPTIONS = { fpr: [0.01, 0.05], resamples: 200, seed: 3 };

function drawn(count: number, seed: number, shift: number, from = 0): Observation[] {
  const random = RandomStream.seeded(seed);
  return Array.from({ length: count }, (_, i) => ({
    row: from + i,
    documents: 2,
    sentences: 6,
    values: {
      signals: {
        'spectral-gap': normal(random) + shift,
        'query-distance': normal(random) + shift,
        'entity-link': normal(random) + shift,
      },
      documents: { 'document-query-distance': Float64Array.from([0, 1]) },
    },
    lambda2: Number.NaN,
    conductance: Number.NaN,
    cosines: new Float32Array(0),
    ...(shift === 0 ? {} : { planted: [1] }),
  }));
}

describe('development parts that make a rate exact', () => {
  it.each([
    [327, 0.01, 299],
    [156, 0.01, 99],
    [300, 0.01, 199],
    [107, 0.01, null],
    [108, 0.01, 99],
    [327, 0.05, 299],
    [30, 0.05, 19],
    [20, 0.05, null],
  ])('%d rows at %d: %s', (rows, fpr, size) => {
    expect(exactDevelopmentSize(rows, fpr)).toBe(size);
    if (size !== null) expect((size + 1) * fpr).toBeCloseTo(Math.round((size + 1) * fpr), 9);
  });

  it('or all scores, where none does', () => {
    expect([exactCount(98, 0.01), exactCount(245, 0.01), exactCount(99, 0.01)]).toEqual([98, 199, 99]);
  });
});

describe('cross-fitted performances', () => {
  it('have the recall of the exact threshold, and its chance', () => {
    // Normal scores two deviations apart: at 5 %, recall Φ(2 − 1.645) = 0.639.
    const benign = drawn(500, 1, 0);
    const attacks = [{ name: 'shifted', observations: drawn(500, 2, 2) }];
    const [p] = crossFitted(evaluatedDetector('spectral-gap'), benign, attacks, OPTIONS);
    expect(Math.abs(p.recall[1]!.mean - 0.639)).toBeLessThan(0.09);
    // The threshold's own chance comes to the binomial 0.021.
    expect(p.recall[1]!.sd).toBeGreaterThan(0.03);
    expect(p.recall[1]!.sd).toBeLessThan(0.1);
    expect(p).toMatchObject({ contexts: 500, benign: 500, fpr: [null, null], named: null });
    const scores = (set: readonly Observation[]) => set.map((o) => o.values.signals['spectral-gap']);
    expect(Math.abs(p.auroc.mean - auroc(scores(benign), scores(attacks[0].observations)))).toBeLessThan(0.01);
  });

  it('give a benign set the rate that was asked', () => {
    for (const name of ['spectral-gap', 'anchored']) {
      const benign = drawn(327, 5, 0);
      const [p] = crossFitted(evaluatedDetector(name), benign, [{ name: 'benign', observations: benign }], OPTIONS);
      expect(p.recall[0]!.mean).toBeCloseTo(0.01, 2);
      expect(Math.abs(p.recall[1]!.mean - 0.05)).toBeLessThan(0.01);
    }
  });

  it('score no context against a reference that holds its question', () => {
    const benign = drawn(64, 1, 0);
    const attacks = drawn(64, 2, 1);
    const asked: number[][] = [];
    const real = detectorNamed('anchored');
    const spy = {
      ...evaluatedDetector('anchored'),
      detector: {
        ...real,
        fit: (values: readonly Observation['values'][], keep: number) => {
          const reference = real.fit!(values, keep);
          fitted.set(reference, new Set(values));
          return reference;
        },
        score: (values: Observation['values'], reference: Parameters<typeof real.score>[1]) => {
          const row = [...benign, ...attacks].find((o) => o.values === values)!.row;
          const own = benign.find((o) => o.row === row)!.values;
          if (fitted.get(reference!)!.has(own)) asked.push([row]);
          return real.score(values, reference);
        },
      },
    };
    const fitted = new Map<unknown, ReadonlySet<unknown>>();
    crossFitted(spy, benign, [{ name: 'attack', observations: attacks }], { ...OPTIONS, resamples: 10 });
    expect(fitted.size).toBe(32);
    expect(asked).toEqual([]);
  });

  it('are null where benign scores are too few', () => {
    const [p] = crossFitted(
      evaluatedDetector('spectral-gap'),
      drawn(60, 1, 0),
      [{ name: 'shifted', observations: drawn(60, 2, 2) }],
      { ...OPTIONS, resamples: 10 },
    );
    expect(p.recall[0]).toBeNull();
    expect(p.recall[1]).not.toBeNull();
  });

  it('are the same with the same seed', () => {
    const run = () =>
      crossFitted(evaluatedDetector('anchored'), drawn(120, 1, 0), [{ name: 'a', observations: drawn(120, 2, 1) }], {
        ...OPTIONS,
        resamples: 20,
      });
    expect(run()).toEqual(run());
  });
});
