import { describe, expect, it } from 'vitest';
import { trendOf } from '../../bench/harness/trend.ts';
import { FLAT_BELOW, growthOf } from '../../bench/memory/growth.ts';
import type { MemorySample } from '../../bench/memory/task.ts';
import { FreshContexts, uniform } from '../../bench/text-path/fresh-contexts.ts';
import { RecurringContexts } from '../../bench/text-path/recurring-contexts.ts';

const MIB = 2 ** 20;

/** Noise that wanders, as a heap does: each value keeps seven tenths of the one before. */
function wandering(count: number, size: number, seed: number): number[] {
  const random = uniform(Math.imul(seed, 0x9e3779b1));
  let at = 0;
  return Array.from({ length: count }, () => {
    at = 0.7 * at + size * (random() - 0.5);
    return at;
  });
}

interface Told {
  /** Bytes that each context leaves behind, inside the heap or outside. */
  heap?: number;
  outside?: number;
  /** Noise of what is held, and of the free room in the heap. */
  noise?: number;
  room?: number;
  cached?: (sample: number) => number;
}

/** 101 samples of a million contexts. */
function run({ heap = 0, outside = 0, noise = MIB / 4, room = 20 * MIB, cached = () => 20_000 }: Told): MemorySample[] {
  const holding = wandering(101, noise, 3);
  const free = wandering(101, room, 4);
  return holding.map((held, i) => {
    const contexts = i * 10_000;
    const inUse = 70 * MIB + heap * contexts;
    const committed = inUse + 90 * MIB + free[i];
    const resident = committed + 80 * MIB + outside * contexts + held;
    return { contexts, resident, heap: inUse, committed, buffers: 10 * MIB, cached: { sentences: cached(i) } };
  });
}

describe('the trend of samples that lean on each other', () => {
  it('is the slope of a line, with no error', () => {
    const x = Array.from({ length: 40 }, (_, i) => i);
    const { slope, slopeError, low, high } = trendOf(
      x,
      x.map((v) => 3 * v - 7),
    );
    expect(slope).toBeCloseTo(3, 12);
    expect(slopeError).toBeLessThan(1e-12);
    expect([low, high]).toEqual([expect.closeTo(3, 9), expect.closeTo(3, 9)]);
  });

  it('covers the true slope about as often as it says', () => {
    const x = Array.from({ length: 80 }, (_, i) => i);
    let covered = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const noise = wandering(80, 1, seed);
      const { low, high } = trendOf(
        x,
        x.map((v) => 0.01 * v + noise[v]),
      );
      if (low <= 0.01 && high >= 0.01) covered++;
    }
    // Least squares over single samples covers it 60 times in 100.
    expect(covered / 400).toBeGreaterThan(0.88);
    expect(covered / 400).toBeLessThan(0.98);
  });

  it('needs two samples a block', () => {
    expect(() => trendOf([1, 2, 3], [1, 2, 3])).toThrow('at least 12 samples, and there are 3');
  });
});

describe('the verdict on memory', () => {
  it('calls memory flat whose resident set swings with the free room in the heap', () => {
    const { resident, held, verdict } = growthOf(run({}));
    expect(verdict).toBe('flat');
    expect(held.high - held.low).toBeLessThan((resident.high - resident.low) / 20);
  });

  it.each([
    ['in the heap', { heap: 16 }, 16],
    ['outside it', { outside: 32 }, 32],
  ])('finds the smallest object a context that can be left behind %s', (_, told, bytes) => {
    const { held, verdict } = growthOf(run(told));
    expect(verdict).toBe('grows');
    expect(held.slope).toBeCloseTo(bytes, 0);
    expect(growthOf(run({ heap: 2 })).verdict).toBe('flat');
  });

  it('finds free room that grows without end', () => {
    const samples = run({}).map((s) => ({
      ...s,
      resident: s.resident + 200 * s.contexts,
      committed: s.committed + 200 * s.contexts,
    }));
    expect(growthOf(samples).verdict).toBe('grows');
  });

  it('leaves the warm-up out', () => {
    const samples = run({}).map((s) => (s.contexts < 200_000 ? { ...s, resident: s.resident - 90 * MIB } : s));
    const { verdict, settled } = growthOf(samples);
    expect(verdict).toBe('flat');
    expect(settled[0].contexts).toBe(200_000);
  });

  it('does not call flat what it cannot tell', () => {
    const { held, verdict } = growthOf(run({ noise: 40 * MIB }));
    expect(held.low).toBeLessThan(0);
    expect(held.high).toBeGreaterThan(FLAT_BELOW);
    expect(verdict).toBe('too noisy to tell');
  });

  it('does not call flat what was measured before the caches were full', () => {
    expect(growthOf(run({ cached: (i) => 200 * i })).verdict).toBe('caches were still filling');
    // Two generations: between half full and full.
    expect(growthOf(run({ cached: (i) => 4096 + ((i * 1000) % 4096) })).verdict).toBe('flat');
  });
});

describe('contexts that come again', () => {
  const sentence =
    'The old harbour of the town was rebuilt after the great storm by a company of engineers from abroad.';
  const make = () =>
    new RecurringContexts(new FreshContexts({ source: 'here', sentences: [sentence], questions: ['Who?'] }, 1), 2);

  it('have a new document with a word that never was, and one of the last', () => {
    const contexts = make().make(6000);
    const texts = contexts.map((c) => c.documents[0].text!);
    expect(new Set(texts.map((t) => t.split(' ')[0])).size).toBe(6000);
    const at = new Map(texts.map((text, i) => [text, i]));
    const ages = contexts.slice(3000).map((c, i) => 3000 + i - at.get(c.documents[1].text!)!);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...ages)).toBeLessThanOrEqual(2048);
    expect(Math.max(...ages)).toBeGreaterThan(1900);
  });

  it('are the same in every run', () => {
    expect(make().make(50)).toEqual(make().make(50));
  });
});
