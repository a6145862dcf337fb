import { describe, expect, it } from 'vitest';
import { calibrate, createGuard, DETECTOR_NAMES, type Profile, parseProfile, TopoGuardError } from '../../src/index.ts';
import { toyContexts, toyEncoder } from './toy.ts';

const encoder = toyEncoder();
const benign = toyContexts(400);

const failure = async (promise: Promise<unknown>): Promise<TopoGuardError> => {
  const thrown = await promise.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(TopoGuardError);
  return thrown as TopoGuardError;
};

describe('calibration', () => {
  it.each(DETECTOR_NAMES)(
    'of %s makes a profile that a guard takes, and that holds its rate on its own sample',
    async (detector) => {
      const { profile, used, skipped } = await calibrate(benign, { encoder, detector, fpr: 0.05 });
      expect(used).toBe(400);
      expect(skipped).toEqual([]);
      const read = parseProfile(JSON.parse(JSON.stringify(profile)), 'test');
      expect(read).toEqual(profile);
      const guard = await createGuard({ encoder, profile: read });
      const entries = await guard.screenBatch(toyContexts(400).map((c, i) => ({ ...c, id: String(i) })));
      const flagged = entries.filter((e) => e.ok && e.result.verdict === 'flag').length;
      expect(entries.every((e) => e.ok)).toBe(true);
      expect(flagged / 400).toBeLessThan(0.1);
      for (const entry of entries) if (entry.ok) expect(entry.result.detector).toBe(detector);
    },
  );

  it('says how many contexts it takes, for plain and for fitted detectors', async () => {
    const few = toyContexts(98);
    expect((await failure(calibrate(few, { encoder, detector: 'hybrid', fpr: 0.01 }))).message).toContain(
      'at least 99',
    );
    const error = await failure(calibrate(few, { encoder, detector: 'anchored', fpr: 0.01 }));
    expect(error.code).toBe('CALIBRATION_TOO_SMALL');
    expect(error.message).toContain('at least 198');
  });

  it('skips what cannot be used, and says which and why', async () => {
    const contexts = [
      ...toyContexts(120),
      { id: 'single', documents: [{ text: 'Alone.' }] },
      null as never,
      { id: 'mute', documents: benign[0].documents },
    ];
    const { used, skipped } = await calibrate(contexts, { encoder, detector: 'query-distance', fpr: 0.01 });
    expect(used).toBe(120);
    expect(skipped.map((s) => [s.index, s.id, s.error.code])).toEqual([
      [120, 'single', 'CONTEXT_INVALID'],
      [121, undefined, 'CONTEXT_INVALID'],
      [122, 'mute', 'QUERY_MISSING'],
    ]);
  });

  it('names the most frequent reason when nothing is left', async () => {
    const mute = toyContexts(300).map(({ query: _, ...context }) => context);
    const error = await failure(calibrate(mute, { encoder, detector: 'anchored', fpr: 0.05 }));
    expect(error.message).toContain('0 benign contexts');
    expect(error.message).toContain('needs the query');
  });

  it('gives every shape its own threshold', async () => {
    const { profile } = await calibrate([...toyContexts(250), ...toyContexts(250, 4)], {
      encoder,
      detector: 'spectral-gap',
      fpr: 0.01,
    });
    expect(profile.groups.map((g) => [g.documents, g.sentences, g.count])).toEqual([
      [2, 6, 250],
      [4, 12, 250],
    ]);
    expect(profile.thresholds).toHaveLength(2);
    const guard = await createGuard({ encoder, profile });
    const [known] = toyContexts(1, 4);
    const [unknown] = toyContexts(1, 9);
    expect((await guard.screen(known)).extrapolated).toBe(false);
    expect((await guard.screen(unknown)).extrapolated).toBe(true);
  });

  it('does not depend on the order of the contexts for plain detectors', async () => {
    const forward = await calibrate(benign, { encoder, detector: 'hybrid', fpr: 0.01 });
    const backward = await calibrate([...benign].reverse(), { encoder, detector: 'hybrid', fpr: 0.01 });
    expect(backward.profile.groups).toEqual(forward.profile.groups);
  });
});

describe('a profile', () => {
  it('is refused by a guard that runs with anything else, naming both sides', async () => {
    const { profile } = await calibrate(benign, { encoder, detector: 'hybrid', fpr: 0.05 });
    const cases: [string, Parameters<typeof createGuard>[0]][] = [
      ['encoder.dimension', { encoder: toyEncoder(16) }],
      ['encoder.id', { encoder: { ...encoder, id: 'other' } }],
      ['encoder.fingerprint', { encoder: { ...encoder, fingerprint: 'caller:changed' } }],
      ['detector.name', { encoder, detector: 'conductance' }],
      ['detector.k', { encoder, k: 5 }],
      ['detector.alpha', { encoder, alpha: 0.5 }],
      ['detector.entityUnit', { encoder, entityUnit: 'name' }],
      ['text.coverage', { encoder, coverage: 'all' }],
      ['text.sentencesPerDocument', { encoder, sentencesPerDocument: 5 }],
      ['entities', { encoder, entities: { id: 'own', extract: () => [] } }],
    ];
    for (const [field, options] of cases) {
      const error = await failure(createGuard({ ...options, profile }));
      expect(error.code, field).toBe('PROFILE_MISMATCH');
      expect(error.location.field).toBe(field);
      expect(error.message).toMatch(/was calibrated with .* = .*, the guard runs with /);
    }
  });

  it('fixes what the options leave open', async () => {
    const { profile } = await calibrate(benign, {
      encoder,
      detector: 'hybrid',
      fpr: 0.05,
      k: 2,
      alpha: 0.7,
      sentencesPerDocument: 2,
    });
    const guard = await createGuard({ encoder, profile });
    const result = await guard.screen(benign[0]);
    expect(result.shape.sentences).toBe(4);
    expect(result.fpr).toBe(0.05);
    expect((await createGuard({ encoder, profile, fpr: 0.1 })).screenSync(benign[0]).fpr).toBe(0.1);
  });

  it('that is damaged is refused with the field', async () => {
    const { profile } = await calibrate(benign, { encoder, detector: 'hybrid', fpr: 0.05 });
    const damage: [string, (p: Profile & Record<string, unknown>) => void][] = [
      ['format', (p) => Object.assign(p, { format: 'other' })],
      ['version', (p) => Object.assign(p, { version: 3 })],
      ['fpr', (p) => Object.assign(p, { fpr: 0 })],
      ['groups', (p) => Object.assign(p, { groups: [] })],
      ['groups[0].scores', (p) => p.groups[0].scores.pop()],
      ['groups[0].scores', (p) => p.groups[0].scores.reverse()],
      ['encoder.dimension', (p) => Object.assign(p.encoder, { dimension: 'x' })],
    ];
    for (const [field, change] of damage) {
      const copy = JSON.parse(JSON.stringify(profile));
      change(copy);
      const error = await failure(createGuard({ encoder, profile: copy }));
      expect(error.code).toBe('PROFILE_INVALID');
      expect(error.location.field ?? 'version').toBe(field);
    }
    for (const nothing of [null, 5, 'x', []]) {
      expect((await failure(createGuard({ encoder, profile: nothing }))).code).toBe('PROFILE_INVALID');
    }
  });

  it('does not ship for a foreign encoder', async () => {
    const error = await failure(createGuard({ encoder }));
    expect(error.code).toBe('PROFILE_MISSING');
    expect(error.message).toContain('topoguard calibrate');
  });
});
