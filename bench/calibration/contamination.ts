/**
 * What a few attacks among the calibration contexts do to the threshold, and what `contamination` does about it. Attacks are
 * `replace`: one supporting document of a question with one of another question.
 *
 *   node scripts/run-ts.mjs bench/calibration/contamination.ts [splits]
 *
 * For each random split two thirds of the questions calibrate, with a share of attacks planted among them; benign contexts of
 * the other third give the FPR, their attacks the recall. "Shift" is of the threshold, against the clean one of the same split, in
 * standard deviations of the benign scores.
 */
import { conformalThreshold, scoreSample } from '../../src/calibration/index.ts';
import { detectorNamed, referenceValues } from '../../src/detectors/index.ts';
import type { Observation } from '../../src/guard/observe.ts';
import {
  contextOf,
  deviation,
  mean,
  mpnet,
  observations,
  percent,
  printTable,
  questionsOf,
  seeded,
  shareAbove,
  sharedDirectory,
  shuffled,
} from './shared-data.ts';

const SPLITS = Number(process.argv[2] ?? 200);
const FPR = 0.01;
const DETECTORS = ['spectral-gap', 'hybrid', 'anchored'].map(detectorNamed);
/** Planted share, stated share. */
const CASES: readonly [planted: number, stated: number][] = [
  [0, 0],
  [0, 0.01],
  [0, 0.03],
  [0.01, 0],
  [0.01, 0.01],
  [0.03, 0],
  [0.03, 0.03],
];

const directory = sharedDirectory();

interface Pair {
  benign: Observation;
  attack: Observation;
}

async function pairsOf(source: string, encoder: Parameters<typeof observations>[2]['encoder']): Promise<Pair[]> {
  const questions = questionsOf(directory, source, 3);
  const leading = (sentences: readonly string[]) => sentences.slice(0, 3);
  const random = seeded(7);
  const contexts = questions.map((q) => contextOf(q.question, q.supporting.map(leading)));
  const options = encoder === undefined ? {} : { encoder };
  const benign = await observations(contexts, DETECTORS, options);
  const known = questions.filter((_, i) => benign[i] !== null);
  const attacks = known.map((q, i) => {
    let other = Math.floor(random() * (known.length - 1));
    if (other >= i) other++;
    const kept = q.supporting[Math.floor(random() * 2)];
    const planted = known[other].supporting[Math.floor(random() * 2)];
    return contextOf(q.question, [leading(kept), leading(planted)]);
  });
  const attack = await observations(attacks, DETECTORS, options);
  return benign.filter((one) => one !== null).map((one, i) => ({ benign: one, attack: attack[i]! }));
}

function run(title: string, pairs: readonly Pair[]): void {
  console.log(`\n${title}: ${pairs.length} questions, target ${percent(FPR, 0)}, means over ${SPLITS} splits`);
  const rows: string[][] = [];
  for (const detector of DETECTORS) {
    const outcomes = CASES.map(() => ({ shift: [] as number[], fpr: [] as number[], recall: [] as number[] }));
    const random = seeded(3);
    for (let split = 0; split < SPLITS; split++) {
      const order = shuffled(pairs.length, random).map((i) => pairs[i]);
      const calibration = order.slice(0, Math.floor((2 * pairs.length) / 3));
      const test = order.slice(calibration.length);
      const thresholds = CASES.map(([planted, stated]) => {
        const attacks = Math.round(planted * calibration.length);
        const sample = shuffled(calibration.length, random).map((i) =>
          i < attacks ? calibration[i].attack : calibration[i].benign,
        );
        // A detector that fuses p-values spends every second context on their reference, attacks and all.
        const fit = detector.fitted ? sample.filter((_, i) => i % 2 === 1) : [];
        const held = detector.fitted ? sample.filter((_, i) => i % 2 === 0) : sample;
        const reference = {
          signals: Object.fromEntries(
            detector.signals.map((name) => [
              name,
              referenceValues(
                fit.map((o) => o.values.signals[name]),
                4096,
              ),
            ]),
          ),
          documents: {},
        };
        const score = (one: Observation) => detector.score(one.values, reference).score;
        const scores = held.map(score);
        const { threshold } = conformalThreshold([scoreSample(scores)], FPR, {
          guarantee: 'marginal',
          contamination: stated,
        });
        return { threshold, spread: deviation(scores), score };
      });
      CASES.forEach((_, c) => {
        const { threshold, score } = thresholds[c];
        outcomes[c].shift.push((threshold - thresholds[0].threshold) / thresholds[0].spread);
        outcomes[c].fpr.push(
          shareAbove(
            test.map((p) => score(p.benign)),
            threshold,
          ),
        );
        outcomes[c].recall.push(
          shareAbove(
            test.map((p) => score(p.attack)),
            threshold,
          ),
        );
      });
    }
    CASES.forEach(([planted, stated], c) => {
      const { shift, fpr, recall } = outcomes[c];
      rows.push([
        detector.name,
        percent(planted, 0),
        percent(stated, 0),
        mean(shift).toFixed(2),
        percent(mean(fpr)),
        percent(mean(recall), 1),
      ]);
    });
  }
  printTable(['detector', 'planted', 'stated', 'shift', 'FPR', 'recall'], rows);
}

run('MPNet, HotpotQA', await pairsOf('hotpotqa', await mpnet(directory)));
run('static encoder, HotpotQA', await pairsOf('hotpotqa', undefined));
