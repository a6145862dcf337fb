import { canonicalJson } from './canonical.ts';
import { type SettingDifference, settingDifferences } from './compare-settings.ts';
import type { Profile } from './profile-schema.ts';
import { countAtMost, mostAtMost, type ScoreSample } from './score-sample.ts';
import { byShape, type Shape, shapeKey } from './shapes.ts';

/** What a shape has in two profiles; null where one has no contexts of it. */
export interface ShapeDifference extends Shape {
  counts: [number | null, number | null];
  thresholds: [number | null, number | null];
  /** Largest distance of the two distribution functions of benign scores (two-sample Kolmogorov–Smirnov), in [0, 1]. */
  distance: number | null;
}

export interface ProfileDifference {
  /** Same content, up to the last byte of the canonical form. */
  same: boolean;
  /** Settings that keep thresholds of one from being used for, or merged with, the other. */
  settings: SettingDifference[];
  /** Whether both turn signals into p-values by the same reference (true where neither has one). */
  sameReference: boolean;
  shapes: ShapeDifference[];
}

/** How two profiles differ, by what matters to an operator. Scores of different settings or references are not comparable. */
export function diffProfiles(a: Profile, b: Profile): ProfileDifference {
  const settings = settingDifferences(a, b);
  for (const field of ['fpr', 'guarantee', 'contamination'] as const) {
    if (a[field] !== b[field]) settings.push({ field, first: String(a[field]), second: String(b[field]) });
  }
  const shapes = new Map<string, Shape>();
  for (const { documents, sentences } of [...a.groups, ...b.groups]) {
    shapes.set(shapeKey({ documents, sentences }), { documents, sentences });
  }
  return {
    same: a.hash === b.hash,
    settings,
    sameReference: canonicalJson(a.reference) === canonicalJson(b.reference),
    shapes: [...shapes.values()].sort(byShape).map((shape) => shapeDifference(a, b, shape)),
  };
}

function shapeDifference(a: Profile, b: Profile, shape: Shape): ShapeDifference {
  const is = (other: Shape) => other.documents === shape.documents && other.sentences === shape.sentences;
  const [first, second] = [a.groups.find(is), b.groups.find(is)];
  const threshold = (profile: Profile) => profile.thresholds.find(is)?.threshold ?? null;
  return {
    ...shape,
    counts: [first?.count ?? null, second?.count ?? null],
    thresholds: [threshold(a), threshold(b)],
    distance: first && second ? kolmogorovSmirnov(first, second) : null,
  };
}

function kolmogorovSmirnov(a: ScoreSample, b: ScoreSample): number {
  const share = (sample: ScoreSample, x: number) => (countAtMost(sample, x) + mostAtMost(sample, x)) / 2 / sample.count;
  return [...a.scores, ...b.scores].reduce((most, x) => Math.max(most, Math.abs(share(a, x) - share(b, x))), 0);
}
