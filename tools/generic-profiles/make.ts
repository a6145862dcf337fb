import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Profile, profileText, sealProfile } from '../../src/calibration/index.ts';
import { DETECTOR_NAMES } from '../../src/detectors/index.ts';
import { calibrateAllIn } from '../../src/guard/index.ts';
import { nodeEnvironment } from '../../src/node-environment.ts';
import type { Context } from '../../src/text/index.ts';
import { benignContexts } from './contexts.ts';

const SOURCES = ['hotpotqa', 'musique', '2wiki', 'multihoprag'];
const FPR = 0.01;
/** Scores kept: the profiles travel with the package. */
const KEPT = 2048;

const [directory, target = join('profiles', 'static')] = process.argv.slice(2);
if (directory === undefined) throw new Error('usage: make.ts DATA_DIRECTORY [TARGET_DIRECTORY]');
const encoder = await nodeEnvironment.loadStaticEncoder();
const contexts: Context[] = [];
for (const source of SOURCES) contexts.push(...(await benignContexts(directory, source, encoder)));
console.log(`${contexts.length} benign contexts`);
const calibrations = await calibrateAllIn(nodeEnvironment, contexts, DETECTOR_NAMES, {
  fpr: FPR,
  generic: true,
  keep: KEPT,
});
mkdirSync(target, { recursive: true });
for (const { profile, used } of calibrations) {
  const detector = profile.detector.name;
  const shipped = compact({ ...profile, name: `generic ${detector}` });
  writeFileSync(join(target, `${detector}.json`), profileText(shipped));
  console.log(`${detector}: ${used} contexts, ${profile.groups.length} shapes`);
}

/**
 * Shorter numbers. Scores are rounded up, so that no threshold and no p-value becomes smaller than it was. Reference values stay
 * as they are: discrete signals tie with them.
 */
function compact(profile: Profile): Profile {
  const up = (v: number) => Math.ceil(v * 1e5) / 1e5;
  const { hash: _, thresholds: __, ...content } = profile;
  return sealProfile({
    ...content,
    created: profile.created.slice(0, 10),
    groups: profile.groups.map((group) => ({ ...group, scores: group.scores.map(up) })),
    distributions: Object.fromEntries(
      Object.entries(profile.distributions).map(([name, values]) => [
        name,
        values.map((v) => Math.round(v * 1e4) / 1e4),
      ]),
    ),
  });
}
