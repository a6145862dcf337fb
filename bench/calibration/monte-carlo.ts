/**
 * Realized false-positive rates over many calibration draws from known distributions: `marginal` must keep their mean at or under
 * the target, `pac` must exceed the target in at most 5 % of the draws.
 *
 *   node scripts/run-ts.mjs bench/calibration/monte-carlo.ts [draws]
 */
import { conformalThreshold, minimumCount, scoreSample } from '../../src/calibration/index.ts';
import { deviation, mean, percent, printTable, seeded } from './shared-data.ts';

const DRAWS = Number(process.argv[2] ?? 20_000);

/** Above 0.9, twenty values of half a percent each. */
function topSteps(u: number): number {
  return u < 0.9 ? u : 0.9 + Math.floor((u - 0.9) * 200 + 1e-9) / 200;
}

/** Distributions on [0, 1] with P(score > t) known. */
const DISTRIBUTIONS: Readonly<Record<string, [draw: (u: number) => number, exceeding: (t: number) => number]>> = {
  continuous: [(u) => u, (t) => 1 - t],
  'ties (steps of half a percent at the top)': [topSteps, (t) => (t >= 0.9 - 1e-9 ? 1 - t - 0.005 : 1 - t)],
  'discrete (40 values)': [(u) => Math.floor(u * 40), (t) => 1 - (t + 1) / 40],
};

const rows: string[][] = [];
for (const [name, [draw, exceeding]] of Object.entries(DISTRIBUTIONS)) {
  for (const fpr of [0.01, 0.05]) {
    for (const count of [100, 300, 1000]) {
      const random = seeded(17);
      const rates: Record<'marginal' | 'pac', number[]> = { marginal: [], pac: [] };
      for (let d = 0; d < DRAWS; d++) {
        const sample = [scoreSample(Array.from({ length: count }, () => draw(random())))];
        for (const guarantee of ['marginal', 'pac'] as const) {
          if (count < minimumCount(fpr, { guarantee, contamination: 0 })) continue;
          rates[guarantee].push(exceeding(conformalThreshold(sample, fpr, { guarantee, contamination: 0 }).threshold));
        }
      }
      const above = (values: number[]) => values.filter((v) => v > fpr + 1e-9).length / values.length;
      const error = (2 * deviation(rates.marginal)) / Math.sqrt(DRAWS);
      rows.push([
        name,
        percent(fpr, 0),
        String(count),
        `${percent(mean(rates.marginal), 3)} ± ${percent(error, 3)}`,
        percent(above(rates.marginal), 1),
        rates.pac.length === 0 ? 'too few' : percent(mean(rates.pac), 3),
        rates.pac.length === 0 ? '–' : percent(above(rates.pac), 1),
      ]);
    }
  }
}
console.log(`${DRAWS} draws`);
printTable(['scores', 'β', 'm', 'FPR (marginal)', 'draws above β', 'FPR (pac)', 'draws above β'], rows);
