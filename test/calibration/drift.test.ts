import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POPULATIONS, type Population, profileOf } from '../../bench/drift/populations.ts';
import { RandomStream } from '../../src/calibration/drift/random.ts';
import {
  createDriftMonitor,
  currentFingerprint,
  type DriftMonitor,
  type LiveScore,
  type Profile,
  sealProfile,
} from '../../src/calibration/index.ts';
import { fingerprintOf, PROBE_TEXTS } from '../../src/encoders/index.ts';
import { toyEncoder } from '../guard/toy.ts';

const [normal] = POPULATIONS;

function feed(monitor: DriftMonitor, population: Population, count: number, random: RandomStream): number {
  for (let i = 1; i <= count; i++) if (monitor.observe(population.draw(random)).recalibrate) return i;
  return Number.POSITIVE_INFINITY;
}

function fresh(m = 1000, seed = 1): { profile: Profile; random: RandomStream } {
  const random = RandomStream.seeded(seed);
  return { profile: profileOf(normal, m, random), random };
}

/** The same traffic with other scores. */
const scoring = (change: (score: number) => number): Population => ({
  name: 'changed',
  draw(random) {
    const { score, ...rest } = normal.draw(random);
    return { ...rest, score: change(score!) };
  },
});

describe('false alarms', () => {
  // 60 streams at 20 %: 22 or more alarms have a probability under 0.5 % if the promise holds.
  it.each(POPULATIONS.map((p) => [p.name, p] as const))('%s: stays within its rate', (_, population) => {
    let alarms = 0;
    for (let s = 0; s < 60; s++) {
      const random = RandomStream.seeded(5000 + s);
      const profile = profileOf(population, [200, 1000, 6000][s % 3]!, random);
      if (
        feed(createDriftMonitor(profile, { alpha: 0.2, seed: s }), population, 2000, random) < Number.POSITIVE_INFINITY
      ) {
        alarms++;
      }
    }
    expect(alarms).toBeLessThan(22);
  });

  it('does not mistake a thinned sample of few distinct values for a change', () => {
    const population = POPULATIONS[1]!;
    const random = RandomStream.seeded(3);
    const profile = profileOf(population, 20_000, random, 64);
    expect(profile.groups.some((group) => group.ranks !== undefined)).toBe(true);
    expect(feed(createDriftMonitor(profile, { alpha: 0.01 }), population, 20_000, random)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe('changes', () => {
  it.each([
    ['higher', (s: number) => s + 1, 100],
    ['lower', (s: number) => s - 1, 100],
    ['far out', (s: number) => s + 8, 15],
    ['wider', (s: number) => 3 * s, 150],
    ['all the same', () => 0.6, 150],
  ] as const)('scores %s: noticed', (_, change, limit) => {
    const delays = Array.from({ length: 9 }, (_, seed) => {
      const { profile, random } = fresh(1000, seed);
      const monitor = createDriftMonitor(profile, { seed });
      expect(feed(monitor, normal, 500, random)).toBe(Number.POSITIVE_INFINITY);
      const delay = feed(monitor, scoring(change), 5000, random);
      expect(monitor.advice().findings[0]).toMatchObject({
        cause: 'score distribution moved',
        observation: 500 + delay,
      });
      return delay;
    });
    expect(delays.sort((a, b) => a - b)[4]).toBeLessThan(limit);
  });

  it('after a long quiet time takes little longer', () => {
    const { profile, random } = fresh();
    const monitor = createDriftMonitor(profile);
    expect(feed(monitor, normal, 40_000, random)).toBe(Number.POSITIVE_INFINITY);
    expect(
      feed(
        monitor,
        scoring((s) => s + 1),
        5000,
        random,
      ),
    ).toBeLessThan(200);
  });

  it('a drift too slow for the martingale is noticed by the windows', () => {
    const { profile, random } = fresh(3000);
    const monitor = createDriftMonitor(profile, { capacity: 64 });
    let i = 0;
    const slow = scoring((s) => s + i++ / 30_000);
    feed(monitor, slow, 100_000, random);
    expect(monitor.advice().findings.map((f) => f.by)).toContain('score window');
  });

  it('other shapes: noticed as such', () => {
    const { profile, random } = fresh();
    const larger: Population = {
      name: 'larger',
      draw: (r) => {
        let result = normal.draw(r);
        while (result.shape.documents === 2 && r.uniform() < 0.8) result = normal.draw(r);
        return result;
      },
    };
    const monitor = createDriftMonitor(profile);
    expect(feed(monitor, larger, 3000, random)).toBeLessThan(400);
    expect(monitor.advice().findings[0]).toMatchObject({ cause: 'shape mix changed' });
  });

  it('a shape in the middle that was never seen: noticed by its rarity', () => {
    const { profile, random } = fresh();
    const odd: Population = {
      name: 'odd',
      draw: (r) => {
        const { score } = normal.draw(r);
        // Between the sizes there are, so that the order by size tells little.
        return { score, shape: r.uniform() < 0.5 ? { documents: 2, sentences: 6 } : { documents: 2, sentences: 7 } };
      },
    };
    const monitor = createDriftMonitor(profile);
    for (let i = 0; i < 400; i++) monitor.observe(odd.draw(random));
    expect(monitor.advice().findings.map((f) => f.by)).toContain('shape rarity martingale');
  });

  it('another encoder: at once, by id or by fingerprint', () => {
    const { profile, random } = fresh();
    const result = normal.draw(random);
    const byId = createDriftMonitor(profile);
    expect(byId.observe({ ...result, encoder: 'other' })).toMatchObject({
      recalibrate: true,
      findings: [{ cause: 'encoder changed', by: 'encoder id', observation: 1 }],
    });
    byId.observe({ ...result, encoder: 'other' });
    expect(byId.advice().findings).toHaveLength(1);
    const byFingerprint = createDriftMonitor(profile);
    const { id: encoder, fingerprint } = profile.encoder;
    expect(byFingerprint.observe({ ...result, encoder }, { fingerprint }).recalibrate).toBe(false);
    expect(byFingerprint.observe({ ...result, encoder }, { fingerprint: 'caller:new' }).findings[0]).toMatchObject({
      cause: 'encoder changed',
      by: 'encoder fingerprint',
    });
  });
});

describe('encoder probe', () => {
  it('notices other weights under the old name at the first check', async () => {
    let weights = toyEncoder(16);
    const encode = async (texts: readonly string[]) => weights.encode(texts);
    const hosted = { id: 'synthetic', dimension: 16, fingerprint: '', encode };
    hosted.fingerprint = fingerprintOf(await encode(PROBE_TEXTS), 16);
    const { hash: _, thresholds: __, ...content } = fresh().profile;
    const profile = sealProfile({
      ...content,
      encoder: { id: 'synthetic', dimension: 16, fingerprint: hosted.fingerprint },
    });
    const monitor = createDriftMonitor(profile);
    const random = RandomStream.seeded(4);
    const check = async () => monitor.observe(normal.draw(random), { fingerprint: await currentFingerprint(hosted) });
    expect((await check()).recalibrate).toBe(false);
    const other = toyEncoder(16);
    weights = { ...other, encode: async (texts) => other.encodeSync(texts.map((text) => `${text} again and again`)) };
    expect((await check()).findings).toMatchObject([
      { cause: 'encoder changed', by: 'encoder fingerprint', observation: 2 },
    ]);
  });

  it('takes the word of encoders whose fingerprint is not of vectors', async () => {
    expect(await currentFingerprint(toyEncoder())).toBe('caller:toy');
  });
});

describe('state', () => {
  it('a monitor that goes on from its state is the one that did not stop', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 1, max: 600 }),
        (seed, before, after) => {
          const { profile, random } = fresh(150, seed);
          const results = Array.from({ length: before + after }, () => normal.draw(random));
          const whole = createDriftMonitor(profile, { window: 64, capacity: 64, maxShapes: 2, seed });
          const first = createDriftMonitor(profile, { window: 64, capacity: 64, maxShapes: 2, seed });
          for (const result of results.slice(0, before)) {
            whole.observe(result);
            first.observe(result);
          }
          const second = createDriftMonitor(profile, { state: JSON.parse(JSON.stringify(first.state())) });
          for (const result of results.slice(before)) {
            whole.observe(result);
            second.observe(result);
          }
          expect(second.state()).toEqual(whole.state());
          expect(second.report()).toEqual(whole.report());
        },
      ),
      { numRuns: 25 },
    );
  });

  it('keeps findings', () => {
    const { profile, random } = fresh();
    const monitor = createDriftMonitor(profile);
    monitor.observe({ ...normal.draw(random), encoder: 'other' });
    const next = createDriftMonitor(profile, { state: monitor.state() });
    expect(next.advice()).toEqual(monitor.advice());
  });

  it('is bounded: it does not grow with the stream', () => {
    const { profile, random } = fresh();
    const monitor = createDriftMonitor(profile, { capacity: 64, window: 64, maxShapes: 4 });
    const shapes: Population = {
      name: 'many shapes',
      draw: (r) => ({ score: r.uniform(), shape: { documents: 2 + r.below(50), sentences: 100 + r.below(500) } }),
    };
    for (let i = 0; i < 5000; i++) monitor.observe(shapes.draw(random));
    const length = JSON.stringify(monitor.state()).length;
    for (let i = 0; i < 20_000; i++) monitor.observe(shapes.draw(random));
    expect(JSON.stringify(monitor.state()).length).toBeLessThan(1.1 * length);
    expect(monitor.report().unwatched).toBeGreaterThan(20_000);
  });

  it('refuses another profile’s state, other settings, and what is no state', () => {
    const { profile } = fresh();
    const other = fresh(1000, 2).profile;
    const state = createDriftMonitor(profile).state();
    expect(() => createDriftMonitor(other, { state })).toThrow(expect.objectContaining({ code: 'PROFILE_MISMATCH' }));
    expect(() => createDriftMonitor(profile, { state, alpha: 0.5 })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
    expect(() => createDriftMonitor(profile, { state: { ...state, random: [1, 2] } })).toThrow(
      expect.objectContaining({ code: 'PROFILE_INVALID' }),
    );
  });
});

describe('what it is fed', () => {
  it('counts abstentions, and their shape where there was something to compare', () => {
    const { profile } = fresh();
    const monitor = createDriftMonitor(profile);
    monitor.observe({ score: null, shape: { documents: 1, sentences: 3 } });
    const before = monitor.state().shapes;
    monitor.observe({ score: null, shape: { documents: 90, sentences: 300 } });
    expect(monitor.report()).toMatchObject({ observations: 2, abstained: 2 });
    expect(monitor.state().shapes).not.toEqual(before);
  });

  it.each([
    [{ score: 1, shape: { documents: 2, sentences: 6 }, detector: 'hybrid' }, 'PROFILE_MISMATCH'],
    [{ score: Number.NaN, shape: { documents: 2, sentences: 6 } }, 'OPTION_INVALID'],
    [{ score: 1, shape: { documents: 2.5, sentences: 6 } }, 'OPTION_INVALID'],
  ] satisfies [LiveScore, string][])('%j: %s', (result, code) => {
    const monitor = createDriftMonitor(fresh().profile);
    expect(() => monitor.observe(result)).toThrow(expect.objectContaining({ code }));
    expect(monitor.report().observations).toBe(0);
  });

  it.each([{ alpha: 0 }, { alpha: 1 }, { window: 10 }, { capacity: 1.5 }, { maxShapes: 0 }, { seed: -1 }])(
    'refuses %j',
    (options) => {
      expect(() => createDriftMonitor(fresh().profile, options)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      );
    },
  );
});
