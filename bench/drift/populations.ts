import type { LiveScore } from '../../src/calibration/drift/index.ts';
import type { RandomStream } from '../../src/calibration/drift/random.ts';
import { PROFILE_VERSION, type Profile, scoreSample, sealProfile } from '../../src/calibration/index.ts';

/** A source of benign results: shapes in fixed shares, and scores that depend on the shape. */
export interface Population {
  name: string;
  draw(random: RandomStream): LiveScore;
}

const SHAPES = [
  { documents: 2, sentences: 6, share: 0.6 },
  { documents: 3, sentences: 9, share: 0.25 },
  { documents: 5, sentences: 15, share: 0.1 },
  { documents: 5, sentences: 14, share: 0.04 },
  { documents: 8, sentences: 24, share: 0.01 },
] as const;

function shapeOf(random: RandomStream): { documents: number; sentences: number } {
  let left = random.uniform();
  for (const { share, documents, sentences } of SHAPES) {
    left -= share;
    if (left < 0) return { documents, sentences };
  }
  return { documents: 2, sentences: 5 };
}

function normal(random: RandomStream): number {
  return Math.sqrt(-2 * Math.log(random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

function population(name: string, score: (random: RandomStream, sentences: number) => number): Population {
  return {
    name,
    draw(random) {
      const shape = shapeOf(random);
      return { shape, score: score(random, shape.sentences) };
    },
  };
}

/** Without ties, with nothing but ties, and with an atom that a third of the scores share. */
export const POPULATIONS: readonly Population[] = [
  population('normal', (random, sentences) => normal(random) + 0.1 * sentences),
  population('five values', (random) => random.below(5) / 5),
  population('atom and tail', (random) => (random.uniform() < 0.35 ? 1 : -Math.log(random.uniform()))),
];

/** A profile calibrated on m results. */
export function profileOf(population: Population, m: number, random: RandomStream, keep = 4096): Profile {
  const byShape = new Map<string, { documents: number; sentences: number; scores: number[] }>();
  for (let i = 0; i < m; i++) {
    const { shape, score } = population.draw(random);
    const key = `${shape.documents}:${shape.sentences}`;
    const group = byShape.get(key) ?? { ...shape, scores: [] };
    group.scores.push(score!);
    byShape.set(key, group);
  }
  return sealProfile({
    format: 'topoguard-profile',
    version: PROFILE_VERSION,
    name: population.name,
    generic: false,
    created: '2026-01-01T00:00:00.000Z',
    detector: { name: 'spectral-gap', k: 4, alpha: 0.4, entityUnit: 'word', documentFrequencies: 'none' },
    text: { coverage: 'leading', sentencesPerDocument: 3 },
    entities: 'proper-noun',
    encoder: { id: 'synthetic', dimension: 1, fingerprint: 'caller:synthetic' },
    fpr: 0.05,
    guarantee: 'marginal',
    contamination: 0,
    count: m,
    groups: [...byShape.values()].map(({ documents, sentences, scores }) => ({
      documents,
      sentences,
      ...scoreSample(scores, Math.max(32, Math.floor((keep * scores.length) / m))),
    })),
    reference: null,
    distributions: {},
  });
}
