import { describe, expect, it } from 'vitest';
import { conformalThreshold } from '../../src/calibration/index.ts';
import { detectorNamed } from '../../src/detectors/index.ts';
import { DetectorCalibration } from '../../src/guard/detector-calibration.ts';
import type { Observation } from '../../src/guard/observe.ts';
import { seeded } from './random.ts';

const KEEP = 4096;
const COUNT = 80_000;
/** Contexts before the reference is fixed: as documented, not as the code says. */
const HELD = 32_768;

function* observationsOf(count: number): Generator<Observation> {
  const random = seeded(31);
  for (let index = 0; index < count; index++) {
    const documents = index % 4 === 0 ? 5 : 2;
    yield {
      index,
      id: undefined,
      shape: { documents, sentences: 3 * documents },
      values: {
        signals: { 'query-distance': random(), 'entity-link': -random(), hybrid: random() + documents },
        documents: {},
      },
    };
  }
}

describe('calibration on a stream', () => {
  it('of a plain detector keeps few scores and gives thresholds within their stated rank error', () => {
    const calibration = new DetectorCalibration(detectorNamed('hybrid'), null, KEEP);
    const exact: Record<number, number[]> = { 2: [], 5: [] };
    for (const observation of observationsOf(COUNT)) {
      calibration.observe(observation);
      exact[observation.shape.documents].push(observation.values.signals.hybrid);
    }
    const { scores, reference } = calibration.finish();
    const groups = scores.groups(KEEP);
    expect(reference).toBeNull();
    expect(groups.map((g) => [g.documents, g.count])).toEqual([
      [2, COUNT * 0.75],
      [5, COUNT * 0.25],
    ]);
    expect(groups.reduce((sum, g) => sum + g.scores.length, 0)).toBeLessThanOrEqual(KEEP);
    for (const group of groups) {
      const sorted = exact[group.documents].sort((a, b) => a - b);
      const rank = Math.ceil((sorted.length + 1) * 0.99 - 1e-9);
      const { threshold, rankError } = conformalThreshold([group], 0.01);
      expect(threshold).toBeGreaterThanOrEqual(sorted[rank - 1]);
      expect(threshold).toBeLessThanOrEqual(sorted[rank - 1 + rankError]);
      expect(rankError).toBeLessThanOrEqual(0.01 * (0.01 * sorted.length));
    }
  });

  it('of a fused detector fixes the reference after 32,768 contexts and spends no more on it', () => {
    const detector = detectorNamed('anchored');
    const calibration = new DetectorCalibration(detector, null, KEEP);
    const fit: Observation[] = [];
    const held: Observation[] = [];
    const turns: Record<number, boolean> = { 5: true, 2: false };
    for (const observation of observationsOf(COUNT)) {
      calibration.observe(observation);
      const { documents } = observation.shape;
      // The shape that comes first gives its first context to the threshold, the next shape to the reference, then by turns.
      if (observation.index >= HELD || turns[documents]) held.push(observation);
      else fit.push(observation);
      turns[documents] = !turns[documents];
    }
    const { scores, reference } = calibration.finish();
    expect(scores.count).toBe(COUNT - HELD / 2);
    expect([calibration.used, held.length]).toEqual([COUNT, scores.count]);
    const link = fit.map((o) => o.values.signals['entity-link']).sort((a, b) => a - b);
    expect(reference!.signals['entity-link']).toHaveLength(KEEP);
    expect(reference!.signals['entity-link'][0]).toBe(link[0]);
    expect(reference!.signals['entity-link'].at(-1)).toBe(link.at(-1));
    const groups = scores.groups(KEEP);
    for (const group of groups) {
      const own = held.filter((o) => o.shape.documents === group.documents);
      const sorted = own.map((o) => detector.score(o.values, reference).score).sort((a, b) => a - b);
      expect(group.count).toBe(sorted.length);
      const rank = Math.ceil((sorted.length + 1) * 0.99 - 1e-9);
      const { threshold, rankError } = conformalThreshold([group], 0.01);
      expect(threshold).toBeGreaterThanOrEqual(sorted[rank - 1]);
      expect(sorted.filter((s) => s < threshold).length - (rank - 1)).toBeLessThanOrEqual(rankError);
    }
  });

  it('counts all skipped contexts and tells the first 10,000', () => {
    const told: number[] = [];
    const calibration = new DetectorCalibration(detectorNamed('query-echo'), null, KEEP, ({ index }) =>
      told.push(index),
    );
    for (const observation of observationsOf(12_000)) calibration.observe(observation);
    expect([calibration.used, calibration.skippedCount, calibration.skipped.length, told.length]).toEqual([
      0, 12_000, 10_000, 12_000,
    ]);
    expect(calibration.skipped[0].error.code).toBe('QUERY_MISSING');
  });
});
