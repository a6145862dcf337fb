import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BETS } from '../../src/calibration/drift/betting.ts';
import { kolmogorovSmirnov, tailBound } from '../../src/calibration/drift/kolmogorov-smirnov.ts';
import { TestMartingale } from '../../src/calibration/drift/martingale.ts';
import { RandomStream, randomRanks } from '../../src/calibration/drift/random.ts';
import { ScoreReservoir } from '../../src/calibration/drift/score-reservoir.ts';
import { ShapeReservoir } from '../../src/calibration/drift/shape-reservoir.ts';
import { spendingOfTest, unspent } from '../../src/calibration/drift/spending.ts';
import { rankedOf, scoreSample } from '../../src/calibration/score-sample.ts';

describe('bets', () => {
  it.each(BETS.map((bet) => [bet.name, bet] as const))('%s: a density on (0, 1)', (_, { density }) => {
    // With p = v⁴/2 from either end the singularities are gone: p^(−3/4) dp becomes constant.
    const steps = 1000;
    let integral = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < steps; i++) {
      const v = (i + 0.5) / steps;
      const p = v ** 4 / 2;
      least = Math.min(least, density(p), density(1 - p));
      integral += ((density(p) + density(1 - p)) * 2 * v ** 3) / steps;
    }
    expect(least).toBeGreaterThanOrEqual(0);
    expect(integral).toBeCloseTo(1, 3);
  });
});

describe('test martingale', () => {
  it('reaches 1/level no more often than level, with uniform p-values', () => {
    const random = RandomStream.seeded(11);
    let crossed = 0;
    for (let s = 0; s < 300; s++) {
      const martingale = new TestMartingale(0.1);
      for (let i = 0; i < 2000 && !martingale.crossed; i++) martingale.bet(random.uniform());
      if (martingale.crossed) crossed++;
    }
    // 45 or more of 300 at 10 %: probability under 0.5 %.
    expect(crossed).toBeLessThan(45);
  });

  it('has an expected capital of 1 after each step', () => {
    const random = RandomStream.seeded(12);
    const runs = 40_000;
    let sum = 0;
    for (let r = 0; r < runs; r++) {
      const martingale = new TestMartingale(1e-9);
      for (let i = 0; i < 5; i++) martingale.bet(random.uniform());
      sum += martingale.capital;
    }
    expect(sum / runs).toBeCloseTo(1, 2);
  });

  it('says once that it crossed, and then stays', () => {
    const martingale = new TestMartingale(0.05);
    const said = Array.from({ length: 50 }, () => martingale.bet(0.0001));
    expect(said.filter(Boolean)).toHaveLength(1);
    expect(martingale.crossed).toBe(true);
    expect(martingale.maximum).toBeGreaterThanOrEqual(20);
  });

  it('spends less than all, and ever less', () => {
    expect(unspent(0)).toBe(1);
    for (let t = 1; t < 1e12; t *= 10) expect(unspent(t)).toBeLessThan(unspent(t / 10));
    expect(unspent(1e12)).toBeGreaterThan(0.03);
    let spent = 0;
    for (let j = 1; j <= 100_000; j++) spent += spendingOfTest(j);
    expect(spent).toBeLessThan(1);
  });
});

describe('reservoirs', () => {
  it('p-values are uniform and do not depend on those before, whatever the distribution and capacity', () => {
    const random = RandomStream.seeded(21);
    for (const draw of [() => random.uniform(), () => random.below(3)]) {
      const cells = new Float64Array(16);
      const runs = 3000;
      for (let r = 0; r < runs; r++) {
        const sample = scoreSample(Array.from({ length: 6 }, draw));
        const reservoir = ScoreReservoir.of(sample, 5, random);
        let before = 0;
        for (let i = 0; i < 9; i++) {
          const p = reservoir.observe(draw(), random);
          if (i % 2 === 1) cells[4 * Math.floor(4 * before) + Math.floor(4 * p)]++;
          before = p;
        }
      }
      const expected = (runs * 4) / 16;
      const chiSquare = cells.reduce((sum, cell) => sum + (cell - expected) ** 2 / expected, 0);
      // 99.9 % quantile of χ² with 15 degrees of freedom.
      expect(chiSquare).toBeLessThan(37.7);
    }
  });

  it('shapes: both p-values are uniform', () => {
    const random = RandomStream.seeded(22);
    const draw = () => {
      const u = random.uniform();
      return u < 0.6
        ? { documents: 2, sentences: 6 }
        : u < 0.9
          ? { documents: 3, sentences: 9 }
          : { documents: 5, sentences: 9 + random.below(6) };
    };
    const cells = { size: new Float64Array(10), rarity: new Float64Array(10) };
    const runs = 2000;
    for (let r = 0; r < runs; r++) {
      const reservoir = new ShapeReservoir(8, []);
      for (let i = 0; i < 20; i++) {
        const p = reservoir.observe(draw(), random);
        cells.size[Math.floor(10 * p.size)]++;
        cells.rarity[Math.floor(10 * p.rarity)]++;
      }
    }
    for (const counts of Object.values(cells)) {
      const expected = (runs * 20) / 10;
      // 99.9 % quantile of χ² with 9 degrees of freedom.
      expect(counts.reduce((sum, cell) => sum + (cell - expected) ** 2 / expected, 0)).toBeLessThan(27.9);
    }
  });

  it('keeps scores sorted and at its capacity', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 80 }), fc.nat(), (scores, seed) => {
        const random = RandomStream.seeded(seed);
        const reservoir = new ScoreReservoir(7, []);
        scores.forEach((score, i) => {
          const p = reservoir.observe(score, random);
          expect(p).toBeGreaterThan(0);
          expect(p).toBeLessThan(1);
          expect(reservoir.scores).toHaveLength(Math.min(7, i + 1));
          expect(reservoir.scores).toEqual([...reservoir.scores].sort((a, b) => a - b));
        });
      }),
    );
  });

  it('keeps a shape’s count and forgets at random', () => {
    const random = RandomStream.seeded(5);
    const reservoir = ShapeReservoir.of(
      [
        { documents: 2, sentences: 6, count: 900 },
        { documents: 3, sentences: 9, count: 100 },
      ],
      100,
      random,
    );
    const total = () => reservoir.counts.reduce((sum, shape) => sum + shape.count, 0);
    expect(total()).toBe(100);
    for (let i = 0; i < 2000; i++) reservoir.observe({ documents: 4, sentences: 12 }, random);
    expect(reservoir.counts).toEqual([{ documents: 4, sentences: 12, count: 100 }]);
  });

  it('random ranks are distinct, ascending and evenly chosen', () => {
    const random = RandomStream.seeded(6);
    const counts = new Float64Array(11);
    let orderly = true;
    for (let r = 0; r < 5000; r++) {
      const ranks = randomRanks(10, 4, random);
      orderly &&= ranks.length === 4 && ranks.every((rank, i) => i === 0 || rank > ranks[i - 1]!);
      for (const rank of ranks) counts[rank]++;
    }
    expect(orderly).toBe(true);
    for (let rank = 1; rank <= 10; rank++)
      expect(Math.abs(counts[rank] - 2000)).toBeLessThan(4 * Math.sqrt(5000 * 0.4 * 0.6));
  });
});

describe('Kolmogorov–Smirnov', () => {
  const byHand = (a: readonly number[], b: readonly number[]) =>
    Math.max(
      ...[...a, ...b].map((x) =>
        Math.abs(a.filter((y) => y <= x).length / a.length - b.filter((y) => y <= x).length / b.length),
      ),
    );
  const values = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 40 });

  it('distance is the largest difference of the distribution functions, with ties', () => {
    fc.assert(
      fc.property(values, values, (window, benign) => {
        const sorted = Float64Array.from(window).sort();
        expect(kolmogorovSmirnov(sorted, rankedOf(scoreSample(benign))).distance).toBeCloseTo(
          byHand(window, benign),
          12,
        );
      }),
    );
  });

  it('with a thinned sample is never more than with the whole one, and near it', () => {
    const random = RandomStream.seeded(8);
    for (let r = 0; r < 8; r++) {
      const benign = Array.from({ length: 20_000 }, () => random.uniform());
      const window = Float64Array.from({ length: 200 }, () => random.uniform() + r / 20).sort();
      const whole = kolmogorovSmirnov(window, rankedOf(scoreSample(benign, 20_000))).distance;
      const thinned = kolmogorovSmirnov(window, rankedOf(scoreSample(benign, 2000))).distance;
      expect(thinned).toBeLessThanOrEqual(whole + 1e-12);
      expect(thinned).toBeGreaterThan(whole - 0.02);
    }
  });

  /** P(D ≥ d) for samples of n and m without ties: probability that a random path leaves the band. */
  function exactTail(d: number, n: number, m: number): number {
    let left = 0;
    let row = new Float64Array(m + 1);
    row[0] = 1;
    for (let i = 0; i <= n; i++) {
      const next = new Float64Array(m + 1);
      for (let j = 0; j <= m; j++) {
        if (row[j] === 0) continue;
        if (Math.abs(i / n - j / m) >= d - 1e-12) {
          left += row[j];
          continue;
        }
        const remaining = n - i + m - j;
        if (j < m) row[j + 1] += (row[j] * (m - j)) / remaining;
        if (i < n) next[j] += (row[j] * (n - i)) / remaining;
      }
      row = next;
    }
    return left;
  }

  it.each([
    [64, 30],
    [64, 64],
    [64, 100],
    [256, 30],
    [256, 256],
    [256, 300],
  ])('the p-value of %i against %i is above the exact probability, at every attainable distance tried', (n, m) => {
    const attainable = new Set<number>();
    for (let i = 0; i <= n; i++) for (let j = 0; j <= m; j++) attainable.add(Math.abs(i / n - j / m));
    const scale = Math.sqrt((n * m) / (n + m));
    const distances = [...attainable].filter((d) => d * scale > 0.8 && d * scale < 4.5).sort((a, b) => a - b);
    for (let t = 0; t < 40; t++) {
      const d = distances[Math.floor((t / 40) * distances.length)]!;
      expect(exactTail(d, n, m)).toBeLessThanOrEqual(tailBound(d, n, m));
    }
  });
});
