import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Profile, profileText, sealProfile } from '../../src/calibration/index.ts';
import { DETECTOR_NAMES } from '../../src/detectors/index.ts';
import { createStaticEncoder } from '../../src/encoders/index.ts';
import { calibrateAllIn, DEFAULT_DETECTORS, genericProfileName } from '../../src/guard/index.ts';
import { nodeEnvironment } from '../../src/node-environment.ts';
import type { Context } from '../../src/text/index.ts';
import { benignContexts } from './contexts.ts';
import { type HeldOutFold, heldOutEncoder } from './held-out.ts';

const SOURCES = ['hotpotqa', 'musique', '2wiki', 'multihoprag'];
const FPR = 0.01;
const FOLDS = 2;
/** Sentences per document with `coverage: 'leading'`. */
const LEADING = 3;
/** Scores kept: the profiles travel with the package. */
const KEPT = 2048;

const [directory, tables, target = join('profiles', 'static'), ...only] = process.argv.slice(2);
if (tables === undefined)
  throw new Error('usage: make.ts DATA_DIRECTORY FOLD_TABLES_DIRECTORY [TARGET_DIRECTORY [DETECTOR …]]');
const shipped = await nodeEnvironment.loadStaticEncoder();
const folds: HeldOutFold[] = [];
for (let fold = 0; fold < FOLDS; fold++) {
  const encoder = createStaticEncoder(readFileSync(join(tables, `fold-${fold}.bin`)));
  const contexts: Context[] = [];
  for (const source of SOURCES) contexts.push(...(await benignContexts(directory, source, encoder, fold, FOLDS)));
  console.log(`fold ${fold}: ${contexts.length} benign contexts`);
  folds.push({ contexts, encoder });
}
mkdirSync(target, { recursive: true });
for (const coverage of ['leading', 'all'] as const) {
  const { encoder, contexts } = await heldOutEncoder(folds, shipped, coverage === 'all' ? Infinity : LEADING);
  console.log(`coverage ${coverage}: ${contexts.length} of them with vectors of one encoder`);
  const all = coverage === 'all' ? Object.values(DEFAULT_DETECTORS) : DETECTOR_NAMES;
  const detectors = only.length > 0 ? all.filter((name) => only.includes(name)) : all;
  const calibrations = await calibrateAllIn(nodeEnvironment, contexts, detectors, {
    encoder,
    coverage,
    fpr: FPR,
    generic: true,
    keep: KEPT,
  });
  for (const { profile, used } of calibrations) {
    const name = genericProfileName(profile.detector.name, coverage);
    const compacted = compact({ ...profile, name: `generic ${name}` });
    writeFileSync(join(target, `${name}.json`), profileText(compacted));
    console.log(`${name}: ${used} contexts, ${profile.groups.length} shapes`);
  }
}

/**
 * Shorter numbers. Scores are rounded up, so that no threshold and no p-value becomes smaller than it was. Reference values stay
 * as they are: discrete signals tie with them.
 */
function compact(profile: Profile): Profile {
  const up = (v: number) => Math.ceil(v * 1e5) / 1e5;
  const near = (sample: Record<string, number[]> | undefined) =>
    sample && Object.fromEntries(Object.entries(sample).map(([name, values]) => [name, values.map(nearest)]));
  const { hash: _, thresholds: __, ...content } = profile;
  return sealProfile({
    ...content,
    created: profile.created.slice(0, 10),
    groups: profile.groups.map((group) => ({ ...group, scores: group.scores.map(up) })),
    // Scales and tails are continuous: nothing ties.
    reference: profile.reference?.windows
      ? { ...profile.reference, windows: near(profile.reference.windows), groups: near(profile.reference.groups) }
      : profile.reference,
    distributions: Object.fromEntries(
      Object.entries(profile.distributions).map(([name, values]) => [
        name,
        values.map((v) => Math.round(v * 1e4) / 1e4),
      ]),
    ),
  });
}

function nearest(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
