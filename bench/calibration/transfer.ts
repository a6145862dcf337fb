/**
 * False-positive rates when the shape of the contexts changes: the paper's one threshold from the source's shape beside this
 * package's ways, over random halves of the questions (threshold on one half, rate on the other).
 *
 *   node scripts/run-ts.mjs bench/calibration/transfer.ts [splits]
 *
 * - frozen: the source's threshold as it is, for every shape (the paper's Figure 2);
 * - mixed: one threshold over the scores of both shapes;
 * - per shape: one profile calibrated on both shapes, which gives each shape a threshold of its own;
 * - fixed text: a profile of the source alone, and documents cut to as many sentences as it was calibrated with, as a guard does;
 * - nearest: a profile of the source alone, whole documents: the nearest more conservative threshold, marked `extrapolated`.
 */
import { conformalThreshold, type ShapeGroup, scoreSample, shapeThreshold } from '../../src/calibration/index.ts';
import type { ScreeningOptions } from '../../src/guard/index.ts';
import {
  contextOf,
  mean,
  mpnet,
  percent,
  printTable,
  type Question,
  questionsOf,
  scoresOf,
  seeded,
  shareAbove,
  sharedDirectory,
  shuffled,
} from './shared-data.ts';

const SPLITS = Number(process.argv[2] ?? 200);
const DETECTORS = ['spectral-gap', 'conductance', 'modularity', 'hybrid'];

const directory = sharedDirectory();
const encoder = await mpnet(directory);
const sources = (names: string[], sentences: number) => names.flatMap((n) => questionsOf(directory, n, sentences));

const SIX = { documents: 2, sentences: 6 };
const TEN = { documents: 2, sentences: 10 };
const cut = (q: Question, n: number) =>
  contextOf(
    q.question,
    q.supporting.map((s) => s.slice(0, n)),
  );

interface Scores {
  six: number[];
  ten: number[];
}

/** Scores of the same questions with 3 and with 5 sentences a document; those without vectors left out. */
async function bothShapes(questions: readonly Question[], options: ScreeningOptions): Promise<Record<string, Scores>> {
  const six = await scoresOf(
    questions.map((q) => cut(q, 3)),
    DETECTORS,
    options,
  );
  const ten = await scoresOf(
    questions.map((q) => cut(q, 5)),
    DETECTORS,
    options,
  );
  return Object.fromEntries(
    DETECTORS.map((name) => {
      const both = questions.map((_, i) => i).filter((i) => !Number.isNaN(six[name][i] + ten[name][i]));
      return [name, { six: both.map((i) => six[name][i]), ten: both.map((i) => ten[name][i]) }];
    }),
  );
}

const group = (shape: typeof SIX, scores: readonly number[]): ShapeGroup => ({ ...shape, ...scoreSample(scores) });

function transfer(title: string, scores: Record<string, Scores>, fpr: number): void {
  const { length } = scores[DETECTORS[0]].six;
  const error = 2 * Math.sqrt((fpr * (1 - fpr)) / length);
  console.log(
    `\n${title}: ${length} questions, target ${percent(fpr, 0)}, two standard errors of a rate over them ${percent(error)}`,
  );
  const rows: string[][] = [];
  for (const name of DETECTORS) {
    for (const [from, to] of [
      ['six', 'six'],
      ['six', 'ten'],
      ['ten', 'six'],
      ['ten', 'ten'],
    ] as const) {
      const random = seeded(1);
      const rates: number[][] = [[], [], [], [], []];
      for (let split = 0; split < SPLITS; split++) {
        const order = shuffled(length, random);
        const half = Math.floor(length / 2);
        const pick = (which: keyof Scores, part: number[]) => part.map((i) => scores[name][which][i]);
        const [calibration, rest] = [order.slice(0, half), order.slice(half)];
        const [six, ten] = [group(SIX, pick('six', calibration)), group(TEN, pick('ten', calibration))];
        const source = from === 'six' ? six : ten;
        const target = to === 'six' ? SIX : TEN;
        const test = pick(to, rest);
        const frozen = conformalThreshold([source], fpr).threshold;
        const nearest = shapeThreshold([source], target, fpr).threshold;
        rates[0].push(shareAbove(test, frozen));
        rates[1].push(shareAbove(test, conformalThreshold([six, ten], fpr).threshold));
        rates[2].push(shareAbove(test, shapeThreshold([six, ten], target, fpr).threshold));
        rates[3].push(from === 'six' ? shareAbove(pick('six', rest), frozen) : shareAbove(test, nearest));
        rates[4].push(shareAbove(test, nearest));
      }
      const label = (which: string) => (which === 'six' ? 'R=6' : 'R=10');
      rows.push([name, `${label(from)} → ${label(to)}`, ...rates.map((r) => percent(mean(r)))]);
    }
  }
  printTable(['detector', 'cell', 'frozen', 'mixed', 'per shape', 'fixed text', 'nearest'], rows);
}

const long = sources(['hotpotqa', 'musique'], 5);
const atFour = await bothShapes(long, { encoder });
transfer('MPNet, HotpotQA and MuSiQue, k = 4', atFour, 0.05);
const more = sources(['hotpotqa', 'musique', '2wiki'], 5);
transfer('static encoder, HotpotQA, MuSiQue and 2WikiMultihopQA, k = 4', await bothShapes(more, {}), 0.01);

/** k changes: frozen threshold of the other k, and the profile's own (another k is refused: PROFILE_MISMATCH). */
function changedK(title: string, four: Record<string, number[]>, eight: Record<string, number[]>, fpr: number): void {
  const rows: string[][] = [];
  let length = 0;
  for (const name of DETECTORS) {
    const known = four[name].map((_, i) => i).filter((i) => !Number.isNaN(four[name][i]));
    length = known.length;
    const scores = { 4: known.map((i) => four[name][i]), 8: known.map((i) => eight[name][i]) };
    for (const [from, to] of [
      [4, 4],
      [4, 8],
      [8, 4],
      [8, 8],
    ] as const) {
      const random = seeded(1);
      const frozen: number[] = [];
      const own: number[] = [];
      for (let split = 0; split < SPLITS; split++) {
        const order = shuffled(length, random);
        const half = Math.floor(length / 2);
        const [calibration, test] = [order.slice(0, half), order.slice(half)];
        const threshold = (k: 4 | 8) =>
          conformalThreshold([scoreSample(calibration.map((i) => scores[k][i]))], fpr).threshold;
        const values = test.map((i) => scores[to][i]);
        frozen.push(shareAbove(values, threshold(from)));
        own.push(shareAbove(values, threshold(to)));
      }
      rows.push([name, `k=${from} → k=${to}`, percent(mean(frozen)), percent(mean(own))]);
    }
  }
  console.log(`\n${title}: ${length} questions, target ${percent(fpr, 0)}`);
  printTable(['detector', 'cell', 'frozen', 'recalibrated'], rows);
}

const three = sources(['hotpotqa', 'musique'], 3);
const contexts = (n: number, questions: Question[]) => questions.map((q) => cut(q, n));
changedK(
  'MPNet, R = 6',
  await scoresOf(contexts(3, three), DETECTORS, { encoder, k: 4 }),
  await scoresOf(contexts(3, three), DETECTORS, { encoder, k: 8 }),
  0.01,
);
changedK(
  'MPNet, R = 10',
  await scoresOf(contexts(5, long), DETECTORS, { encoder, k: 4 }),
  await scoresOf(contexts(5, long), DETECTORS, { encoder, k: 8 }),
  0.05,
);

/** More documents instead of more sentences: a distractor joins the two supporting documents. */
async function moreDocuments(): Promise<void> {
  const fpr = 0.01;
  const WHOLE = ['spectral-gap', 'conductance', 'hybrid'];
  const names = WHOLE.flatMap((name) => [name, `pairwise-${name}`]);
  const questions = sources(['hotpotqa', 'musique', '2wiki'], 3).filter((q) => q.distractor !== null);
  const two = await scoresOf(contexts(3, questions), names, {});
  const withThird = questions.map((q) =>
    contextOf(
      q.question,
      [...q.supporting, q.distractor!].map((s) => s.slice(0, 3)),
    ),
  );
  const third = await scoresOf(withThird, names, {});
  const known = questions.map((_, i) => i).filter((i) => !Number.isNaN(two[names[0]][i] + third[names[0]][i]));
  const rows = names.flatMap((name) => {
    const scores = { two: known.map((i) => two[name][i]), three: known.map((i) => third[name][i]) };
    return (
      [
        ['two', 'three'],
        ['three', 'two'],
      ] as const
    ).map(([from, to]) => {
      const random = seeded(1);
      const frozen: number[] = [];
      const perShape: number[] = [];
      for (let split = 0; split < SPLITS; split++) {
        const order = shuffled(known.length, random);
        const half = Math.floor(known.length / 2);
        const [calibration, test] = [order.slice(0, half), order.slice(half)];
        const values = test.map((i) => scores[to][i]);
        const own = (which: 'two' | 'three') => scoreSample(calibration.map((i) => scores[which][i]));
        frozen.push(shareAbove(values, conformalThreshold([own(from)], fpr).threshold));
        const groups = [
          { ...SIX, ...own('two') },
          { documents: 3, sentences: 9, ...own('three') },
        ];
        perShape.push(shareAbove(values, shapeThreshold(groups, to === 'two' ? groups[0] : groups[1], fpr).threshold));
      }
      return [name, `${from} → ${to} documents`, percent(mean(frozen)), percent(mean(perShape))];
    });
  });
  console.log(
    `\nstatic encoder, a distractor as third document (R = 6 and 9): ${known.length} questions, target ${percent(fpr, 0)}`,
  );
  printTable(['detector', 'cell', 'frozen', 'per shape'], rows);
}
await moreDocuments();
