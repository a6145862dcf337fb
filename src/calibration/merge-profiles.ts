import { TopoGuardError } from '../errors/index.ts';
import { canonicalJson } from './canonical.ts';
import { settingDifferences } from './compare-settings.ts';
import { mergeQuantiles } from './merge-quantiles.ts';
import { sealProfile } from './profile.ts';
import type { Profile } from './profile-schema.ts';
import { MAX_KEPT_SCORES, mergeSamples, type ScoreSample } from './score-sample.ts';
import { keptOf } from './shape-scores.ts';
import { byShape, type ShapeGroup, shapeKey } from './shapes.ts';

const NONE: ScoreSample = { count: 0, scores: [] };

/**
 * Profiles of two shards of the same traffic as the one that calibrating on both shards would give: groups, counts and thresholds
 * exactly, as long as both kept all their scores and together have at most `keep`; beyond that every threshold is a true order
 * statistic at most `rankError` ranks too high (never too low), as each threshold of the result tells. Quantiles in `distributions`
 * are of the mixture, to within a step. The earlier profile's creation time gives way to the later one's.
 *
 * Detectors that fuse p-values can be merged only over one reference: the second shard must have been calibrated against the
 * first one's (`calibrate --reference`), which puts all its contexts to the threshold.
 *
 * @param keep scores the result keeps in all
 * @throws TopoGuardError PROFILE_MISMATCH naming the field and both sides, and for a profile
 *   with itself, whose contexts would count twice
 */
export function mergeProfiles(a: Profile, b: Profile, keep = MAX_KEPT_SCORES): Profile {
  requireMergeable(a, b);
  return sealProfile({
    format: a.format,
    version: a.version,
    name: [...new Set([...a.name.split(' + '), ...b.name.split(' + ')])].join(' + '),
    generic: a.generic && b.generic,
    created: [a.created, b.created].sort()[1],
    detector: a.detector,
    text: a.text,
    entities: a.entities,
    encoder: a.encoder,
    fpr: a.fpr,
    guarantee: a.guarantee,
    contamination: a.contamination,
    count: a.count + b.count,
    groups: mergeGroups(a.groups, b.groups, keep),
    reference: a.reference,
    distributions: mergeDistributions(a, b),
  });
}

function requireMergeable(a: Profile, b: Profile): void {
  if (a.hash === b.hash) {
    throw new TopoGuardError(
      'PROFILE_MISMATCH',
      `profile ${a.name} cannot be merged with itself: its contexts would count twice`,
      {
        location: { field: 'hash' },
        remedy: 'Merge profiles of different shards of the traffic',
      },
    );
  }
  const differences = settingDifferences(a, b);
  for (const field of ['fpr', 'guarantee', 'contamination'] as const) {
    if (a[field] !== b[field]) differences.push({ field, first: String(a[field]), second: String(b[field]) });
  }
  const [difference] = differences;
  if (difference) {
    const { field, first, second } = difference;
    throw new TopoGuardError(
      'PROFILE_MISMATCH',
      `profiles ${a.name} and ${b.name} cannot be merged: ${field} is ${first} in the first and ${second} in the second`,
      { location: { field }, remedy: 'Calibrate both shards with the same options' },
    );
  }
  if (canonicalJson(a.reference) !== canonicalJson(b.reference)) {
    throw new TopoGuardError(
      'PROFILE_MISMATCH',
      `profiles ${a.name} and ${b.name} cannot be merged: detector ${a.detector.name} turns signals into p-values, and each profile has a reference of its own, so their scores are not comparable`,
      {
        location: { field: 'reference' },
        remedy:
          'Calibrate the second shard against the first one’s: topoguard calibrate SHARD2.jsonl --reference FIRST.json -o second.json',
      },
    );
  }
}

function mergeGroups(a: readonly ShapeGroup[], b: readonly ShapeGroup[], keep: number): ShapeGroup[] {
  const total = [...a, ...b].reduce((sum, group) => sum + group.count, 0);
  const merged = new Map(a.map((group) => [shapeKey(group), group]));
  for (const group of b) {
    const { documents, sentences, ...sample } = group;
    merged.set(shapeKey(group), {
      documents,
      sentences,
      ...mergeSamples(merged.get(shapeKey(group)) ?? NONE, sample, Infinity),
    });
  }
  return [...merged.values()]
    .map(({ documents, sentences, ...sample }) => ({
      documents,
      sentences,
      ...mergeSamples(sample, NONE, keptOf(sample.count, total, keep)),
    }))
    .sort(byShape);
}

function mergeDistributions(a: Profile, b: Profile): Record<string, number[]> {
  const names = [...new Set([...Object.keys(a.distributions), ...Object.keys(b.distributions)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      mergeQuantiles(a.distributions[name] ?? [], a.count, b.distributions[name] ?? [], b.count),
    ]),
  );
}
