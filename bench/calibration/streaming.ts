/**
 * Ten million scores through a sketch: its threshold against the exact one, how far off it says it may be, and its memory.
 *
 *   node --expose-gc scripts/run-ts.mjs bench/calibration/streaming.ts [scores]
 */
import { conformalThreshold, MAX_KEPT_SCORES, ScoreSketch, sampleUncertainty } from '../../src/calibration/index.ts';
import { percent, printTable, seeded } from './shared-data.ts';

const COUNT = Number(process.argv[2] ?? 10_000_000);

/** Standard normal from two uniforms. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const ORDERS: Readonly<Record<string, (i: number, random: () => number) => number>> = {
  'normal, random order': (_, random) => normal(random),
  'uniform, ascending': (i) => i / COUNT,
  'uniform, descending': (i) => 1 - i / COUNT,
  'drifting upwards': (i, random) => normal(random) + i / COUNT,
  'discrete (1,000 values)': (_, random) => Math.floor(1000 * random()),
};

const rows: string[][] = [];
for (const [name, draw] of Object.entries(ORDERS)) {
  const random = seeded(23);
  const sketch = new ScoreSketch();
  const all = new Float64Array(COUNT);
  const before = usedMemory();
  const start = performance.now();
  for (let i = 0; i < COUNT; i++) {
    all[i] = draw(i, random);
    sketch.add(all[i]);
  }
  const held = usedMemory() - before;
  const sample = sketch.sample(MAX_KEPT_SCORES);
  const seconds = (performance.now() - start) / 1000;
  all.sort();
  for (const fpr of [0.05, 0.01, 0.001]) {
    const rank = Math.ceil((COUNT + 1) * (1 - fpr) - 1e-9);
    const { threshold, rankError } = conformalThreshold([sample], fpr);
    const realized = (COUNT - countAtMost(all, threshold)) / COUNT;
    rows.push([
      name,
      percent(fpr, 1),
      all[rank - 1].toPrecision(7),
      threshold.toPrecision(7),
      percent(realized, 4),
      `${Math.max(0, countBelow(all, threshold) - (rank - 1))} ≤ ${rankError}`,
      percent(sampleUncertainty(sample)),
      `${Math.max(0, held / 1e6).toFixed(1)} MB`,
      `${seconds.toFixed(1)} s`,
    ]);
  }
}
console.log(`${COUNT} scores, ${MAX_KEPT_SCORES} kept in the end`);
printTable(['scores', 'β', 'exact τ', 'τ', 'share above', 'ranks too high', 'certified', 'memory', 'time'], rows);

function usedMemory(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function countAtMost(sorted: Float64Array, x: number): number {
  return bound(sorted, (v) => v <= x);
}

function countBelow(sorted: Float64Array, x: number): number {
  return bound(sorted, (v) => v < x);
}

function bound(sorted: Float64Array, holds: (v: number) => boolean): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(sorted[middle])) from = middle + 1;
    else to = middle;
  }
  return from;
}
