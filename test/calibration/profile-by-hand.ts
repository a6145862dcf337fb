import fc from 'fast-check';
import { expect } from 'vitest';
import { type Profile, scoreSample, sealProfile } from '../../src/calibration/index.ts';
import { TopoGuardError } from '../../src/errors/index.ts';

export const shape = { documents: 2, sentences: 6 };

/** A profile over these scores of one shape. */
export function profileOf(scores: readonly number[], more: Partial<Parameters<typeof sealProfile>[0]> = {}): Profile {
  return sealProfile({
    format: 'topoguard-profile',
    version: 2,
    name: 'made by hand',
    generic: false,
    created: '2026-01-01T00:00:00.000Z',
    detector: { name: 'hybrid', k: 4, alpha: 0.4, entityUnit: 'word', documentFrequencies: 'none' },
    text: { coverage: 'leading', sentencesPerDocument: 3 },
    entities: 'proper-noun',
    encoder: { id: 'toy', dimension: 32, fingerprint: 'caller:toy' },
    fpr: 0.1,
    guarantee: 'marginal',
    contamination: 0,
    count: scores.length,
    groups: [{ ...shape, ...scoreSample(scores) }],
    reference: null,
    distributions: { hybrid: [0, 0.5, 1] },
    ...more,
  });
}

/** The TopoGuardError that this throws. */
export function failure(run: () => unknown): TopoGuardError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(TopoGuardError);
    return error as TopoGuardError;
  }
  return expect.unreachable();
}

/** Scores enough for a rate of 10 %. */
export const scores = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 9, maxLength: 60 });
