/**
 * How often the drift monitor raises an alarm on streams where nothing changes. For each stream a profile is drawn anew.
 *
 *   node scripts/run-ts.mjs bench/drift/false-alarms.ts [streams] [length] [alpha]
 *
 * The share of streams with an alarm must not be above alpha by more than sampling error; the time per result is printed as
 * well.
 */

import { createDriftMonitor } from '../../src/calibration/drift/index.ts';
import { RandomStream } from '../../src/calibration/drift/random.ts';
import { clopperPearsonUpper } from '../../src/calibration/index.ts';
import { POPULATIONS, profileOf } from './populations.ts';

const STREAMS = Number(process.argv[2] ?? 40);
const LENGTH = Number(process.argv[3] ?? 1_000_000);
const ALPHA = Number(process.argv[4] ?? 0.1);
const SIZES = [300, 1000, 20_000];

console.log(`${STREAMS} streams of ${LENGTH} benign results, alpha = ${ALPHA}`);
let seed = 1;
for (const population of POPULATIONS) {
  const by = new Map<string, number>();
  let alarms = 0;
  let elapsed = 0;
  for (let s = 0; s < STREAMS; s++) {
    const random = RandomStream.seeded(1000 + seed);
    const monitor = createDriftMonitor(profileOf(population, SIZES[s % SIZES.length], random), {
      alpha: ALPHA,
      seed: seed++,
    });
    const start = performance.now();
    for (let i = 0; i < LENGTH; i++) {
      if (monitor.observe(population.draw(random)).recalibrate) break;
    }
    elapsed += performance.now() - start;
    const { findings, observations, recalibrate } = monitor.report();
    if (recalibrate) {
      alarms++;
      by.set(findings[0].by, (by.get(findings[0].by) ?? 0) + 1);
      console.log(`  ${population.name}, m = ${SIZES[s % SIZES.length]}: ${findings[0].by} at ${observations}`);
    }
  }
  // At least so large the rate would have to be for so many alarms to have a chance of 5 %.
  const lower = alarms === 0 ? 0 : 1 - clopperPearsonUpper(STREAMS - alarms, STREAMS);
  console.log(
    `${population.name}: ${alarms} of ${STREAMS} alarms (${(100 * alarms) / STREAMS} %, 95 % lower bound ${(100 * lower).toFixed(1)} %)`,
    JSON.stringify(Object.fromEntries(by)),
    `${((1e6 * elapsed) / (STREAMS * LENGTH)).toFixed(0)} ns a result at most`,
  );
}
