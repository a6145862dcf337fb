/**
 * Label-free against supervised calibration, as the paper's Table 11: recall on held-out attacks (`replace`) of a threshold from
 * benign scores alone, and of the best threshold that a sample with attack labels allows within the FPR target.
 *
 *   node scripts/run-ts.mjs bench/calibration/label-free.ts [resamples]
 *
 * Two thirds of the questions calibrate, one third tests; means and standard deviations over random splits, each with a bootstrap
 * resample of its test part. The last column is the paper's label-free threshold, the plain 99th percentile of the sample.
 */
import { conformalThreshold, scoreSample } from '../../src/calibration/index.ts';
import {
  contextOf,
  deviation,
  mean,
  mpnet,
  percent,
  printTable,
  questionsOf,
  scoresOf,
  seeded,
  shareAbove,
  sharedDirectory,
  shuffled,
} from './shared-data.ts';

const RESAMPLES = Number(process.argv[2] ?? 1000);
const FPR = 0.01;
/** For 156 MuSiQue questions half a sample is too few for 1 %: two thirds calibrate. */
const CALIBRATION_SHARE = 2 / 3;
const DETECTORS = ['spectral-gap', 'conductance', 'modularity', 'hybrid'];

const directory = sharedDirectory();
const encoder = await mpnet(directory);

/**
 * The threshold that finds most calibration attacks while at most a share β of the benign calibration contexts is above it. As
 * recall falls with the threshold, that is the lowest such benign score.
 */
function supervisedThreshold(benign: readonly number[], attacks: readonly number[]): number {
  const candidates = [...benign, ...attacks].sort((a, b) => a - b);
  return candidates.find((t) => shareAbove(benign, t) <= FPR)!;
}

const rows: string[][] = [];
for (const source of ['hotpotqa', 'musique']) {
  const questions = questionsOf(directory, source, 3);
  const leading = (sentences: readonly string[]) => sentences.slice(0, 3);
  const benign = await scoresOf(
    questions.map((q) => contextOf(q.question, q.supporting.map(leading))),
    DETECTORS,
    { encoder },
  );
  const known = questions.map((_, i) => i).filter((i) => !Number.isNaN(benign[DETECTORS[0]][i]));
  const pick = seeded(11);
  const attacks = await scoresOf(
    known.map((i, at) => {
      let other = Math.floor(pick() * (known.length - 1));
      if (other >= at) other++;
      const kept = questions[i].supporting[Math.floor(pick() * 2)];
      const planted = questions[known[other]].supporting[Math.floor(pick() * 2)];
      return contextOf(questions[i].question, [leading(kept), leading(planted)]);
    }),
    DETECTORS,
    { encoder },
  );
  for (const name of DETECTORS) {
    const negatives = known.map((i) => benign[name][i]);
    const positives = attacks[name];
    const random = seeded(5);
    const free: number[] = [];
    const supervised: number[] = [];
    const fprs: number[][] = [[], []];
    const gaps: number[] = [];
    const evenGaps: number[] = [];
    for (let r = 0; r < RESAMPLES; r++) {
      const order = shuffled(known.length, random);
      const cut = Math.floor(CALIBRATION_SHARE * order.length);
      const [calibration, rest] = [order.slice(0, cut), order.slice(cut)];
      const test = rest.map(() => rest[Math.floor(random() * rest.length)]);
      const own = calibration.map((i) => negatives[i]);
      const labelFree = conformalThreshold([scoreSample(own)], FPR).threshold;
      const labelled = supervisedThreshold(
        own,
        calibration.map((i) => positives[i]),
      );
      const recall = (threshold: number) =>
        shareAbove(
          test.map((i) => positives[i]),
          threshold,
        );
      const rate = (threshold: number) =>
        shareAbove(
          test.map((i) => negatives[i]),
          threshold,
        );
      free.push(recall(labelFree));
      supervised.push(recall(labelled));
      fprs[0].push(rate(labelFree));
      fprs[1].push(rate(labelled));
      gaps.push(recall(labelFree) - recall(labelled));
      // The paper's label-free threshold: the plain 99th percentile, without the finite-sample rank.
      const sorted = [...own].sort((a, b) => a - b);
      evenGaps.push(recall(sorted[Math.ceil((1 - FPR) * own.length) - 1]) - recall(labelled));
    }
    rows.push([
      `${name} (${source}, ${known.length})`,
      `${percent(mean(free), 1)} ± ${percent(deviation(free), 1)}`,
      percent(mean(fprs[0])),
      `${percent(mean(supervised), 1)} ± ${percent(deviation(supervised), 1)}`,
      percent(mean(fprs[1])),
      `${(100 * mean(gaps)).toFixed(2)} pp`,
      `${(100 * mean(evenGaps)).toFixed(2)} pp`,
    ]);
  }
}
printTable(['detector', 'label-free', 'FPR', 'supervised', 'FPR', 'Δ recall', 'Δ of plain percentile'], rows);
