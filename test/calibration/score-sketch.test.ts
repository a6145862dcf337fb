import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conformalPValue,
  conformalThreshold,
  mergeSamples,
  quantiles,
  rankedQuantiles,
  type ScoreSample,
  ScoreSketch,
  sampleUncertainty,
  scoreSample,
} from '../../src/calibration/index.ts';
import { countAtMost, countBelow, mostAtMost, mostBelow } from '../../src/calibration/score-sample.ts';
import { seeded } from './random.ts';

/** Every bound a sample gives must hold for the scores it stands for, at and between them. */
function expectTrueBounds(sample: ScoreSample, scores: readonly number[], at: readonly number[]): void {
  const uncertainty = sampleUncertainty(sample);
  for (const x of at) {
    const atMost = scores.filter((s) => s <= x).length;
    const below = scores.filter((s) => s < x).length;
    expect(countAtMost(sample, x)).toBeLessThanOrEqual(atMost);
    expect(mostAtMost(sample, x)).toBeGreaterThanOrEqual(atMost);
    expect(countBelow(sample, x)).toBeLessThanOrEqual(below);
    expect(mostBelow(sample, x)).toBeGreaterThanOrEqual(below);
    // The stated error: 1 + the number above is known within a factor 1 + uncertainty.
    const [fewest, most] = [scores.length - mostAtMost(sample, x), scores.length - countAtMost(sample, x)];
    expect(1 + most).toBeLessThanOrEqual((1 + uncertainty) * (1 + fewest) + 1e-9);
  }
}

const someScores = fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0, max: 40, noNaN: true })), {
  minLength: 1,
  maxLength: 500,
});

describe('a score sketch', () => {
  it('gives true bounds and states its error, however small its memory', () => {
    fc.assert(
      fc.property(
        someScores,
        fc.integer({ min: 64, max: 128 }),
        fc.integer({ min: 8, max: 64 }),
        (scores, capacity, keep) => {
          const sketch = new ScoreSketch(capacity);
          for (const score of scores) sketch.add(score);
          expect(sketch.count).toBe(scores.length);
          const sample = sketch.sample(keep);
          expect(sample.scores.length).toBeLessThanOrEqual(keep);
          expectTrueBounds(sample, scores, [
            -1,
            41,
            ...scores.slice(0, 40),
            ...scores.slice(0, 40).map((s) => s + 0.3),
          ]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('holds what plain sorting holds while it is small', () => {
    fc.assert(
      fc.property(someScores, (scores) => {
        const sketch = new ScoreSketch();
        for (const score of scores) sketch.add(score);
        expect(sketch.sample(4096)).toEqual(scoreSample(scores));
        expect(rankedQuantiles(sketch.ranked(), 20)).toEqual(quantiles(scores, 20));
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, (i: number, random: () => number) => number]>([
    ['random', (_, random) => random()],
    ['ascending', (i) => i / 400_000],
    ['descending', (i) => 1 - i / 400_000],
    ['drifting', (i, random) => random() + i / 400_000],
    ['mostly one value', (_, random) => Math.max(0.5, random())],
  ])(
    'of 400,000 scores in %s order: bounded memory, thresholds within a third of a percent of their rank',
    (_, draw) => {
      const random = seeded(9);
      const scores = Float64Array.from({ length: 400_000 }, (__, i) => draw(i, random));
      const sketch = new ScoreSketch();
      for (const score of scores) {
        sketch.add(score);
      }
      expect(sketch.ranked().values.length).toBeLessThanOrEqual(16_384);
      const sample = sketch.sample(4096);
      expect(sample.scores.length).toBeLessThanOrEqual(4096);
      expect(sampleUncertainty(sample)).toBeLessThan(1 / 300);
      scores.sort();
      for (const fpr of [0.001, 0.01, 0.05]) {
        const rank = Math.ceil((scores.length + 1) * (1 - fpr) - 1e-9);
        const { threshold, rankError } = conformalThreshold([sample], fpr);
        expect(threshold).toBeGreaterThanOrEqual(scores[rank - 1]);
        const above = scores.length - scores.findLastIndex((s) => s < threshold) - 1;
        expect(Math.max(0, scores.length - above - (rank - 1))).toBeLessThanOrEqual(rankError);
        expect(rankError).toBeLessThanOrEqual((1 / 300) * (fpr * scores.length + 1) + 1);
      }
    },
  );
});

describe('merged samples', () => {
  it('are what one sample of all scores is, in any order of merging, while they are complete', () => {
    fc.assert(
      fc.property(someScores, someScores, someScores, (a, b, c) => {
        const [x, y, z] = [scoreSample(a), scoreSample(b), scoreSample(c)];
        const whole = scoreSample([...a, ...b, ...c]);
        expect(mergeSamples(mergeSamples(x, y), z)).toEqual(whole);
        expect(mergeSamples(x, mergeSamples(y, z))).toEqual(whole);
        expect(mergeSamples(mergeSamples(z, y), x)).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  it('give true bounds where they were thinned, and thresholds that are never too low nor further off than stated', () => {
    fc.assert(
      fc.property(someScores, someScores, fc.integer({ min: 8, max: 48 }), (a, b, keep) => {
        const all = [...a, ...b];
        const merged = mergeSamples(scoreSample(a, keep), scoreSample(b, keep), keep);
        expect(merged.count).toBe(all.length);
        expect(merged.scores.length).toBeLessThanOrEqual(keep);
        expectTrueBounds(merged, all, [...all.slice(0, 30), ...all.slice(0, 30).map((s) => s + 0.3)]);
        if (all.length < 19) return;
        const exact = conformalThreshold([scoreSample(all)], 0.05);
        const { threshold, rankError } = conformalThreshold([merged], 0.05);
        expect(threshold).toBeGreaterThanOrEqual(exact.threshold);
        const rank = Math.ceil((all.length + 1) * 0.95 - 1e-9);
        expect(all.filter((s) => s < threshold).length - (rank - 1)).toBeLessThanOrEqual(rankError);
        for (const x of all.slice(0, 20)) {
          const exactP = conformalPValue([scoreSample(all)], x);
          expect(conformalPValue([merged], x)).toBeGreaterThanOrEqual(exactP - 1e-15);
        }
      }),
      { numRuns: 150 },
    );
  });
});
