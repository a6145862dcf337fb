import { planContext } from '../contexts/index.ts';
import { binomialError, exactCount, mean } from '../metrics/index.ts';
import { permutation, randomFor } from '../random.ts';
import {
  type Best,
  CANDIDATES,
  combine,
  keptNames,
  type Opponent,
  STRATEGIES,
  type Target,
  titleCopy,
  tryStrategy,
} from '../white-box/index.ts';
import { percentCell, rateLabel } from './cells.ts';
import { type EvaluatedDetector, evaluatedDetector, labelOf } from './detectors.ts';
import type { Experiment, Findings } from './experiment.ts';
import type { Observation } from './observe.ts';
import { Scorer, thresholdOf } from './scoring.ts';
import type { Study } from './study.ts';

const DETECTORS = ['composite', 'anchored', 'hybrid'].map(evaluatedDetector);

/** Parts of the questions that are attacked in turn, with what the others make. */
const PARTS = 4;
/** Questions attacked in each part; fewer where the encoder is slow, since most candidates have texts of their own. */
const ROWS = 50;
const SLOW_ROWS = 4;
/** Questions that a rate needs: an encoder of precomputed vectors has one for few of the texts that attackers write. */
const FEWEST = 12;

const PLAIN = 'replace, one candidate';
const COMBINED = 'combined';

/** Lowest scores of one strategy, over questions. */
interface Outcome {
  strategy: string;
  description: string;
  /** For each detector whether each question's attack was above its threshold, by rate. */
  found: boolean[][][];
}

/** Attackers who know every signal and the calibrated scores, and try 256 candidates to lower them. */
export const whiteBox: Experiment = {
  name: 'white-box',
  aliases: [],
  title: 'Adaptive attackers who know the detector (beyond the paper)',
  async run(study) {
    const { outcomes, questions } = await attackInTurn(study);
    const { fpr } = study.options;
    const cell = (hits: boolean[]) => {
      if (hits.length < FEWEST) return null;
      const recall = mean(hits.map(Number));
      return percentCell({ mean: recall, sd: binomialError(recall, hits.length) });
    };
    const worst = (outcome: Outcome) =>
      outcome.found[0][0].length < FEWEST ? 2 : mean(outcome.found[0][0].map(Number));
    const ordered = [...outcomes].sort((a, b) => worst(a) - worst(b));
    return {
      basis: study.basis(`${questions} questions with two supporting documents, ${CANDIDATES} candidates a strategy`),
      exhibits: [
        {
          type: 'table',
          title: 'Recall against adaptive attackers, the worst for composite first',
          note:
            `In percent ± binomial standard error. One of two supporting documents is replaced; for each detector by the candidate, of ${CANDIDATES}, ` +
            'that it scores lowest. Three quarters of the questions make reference and thresholds, and the others are attacked, in turn. Combined: from the ' +
            `best of all strategies on, ${CANDIDATES} changes of one ingredient. Nothing asks whether the document would still be retrieved or believed.`,
          columns: [
            'Strategy',
            'Candidates',
            'Questions',
            ...DETECTORS.flatMap((d) => fpr.map((rate) => `${labelOf(d)}, recall at ${rateLabel(rate)}`)),
          ],
          rows: ordered.map((outcome) => [
            outcome.strategy,
            outcome.description,
            outcome.found[0][0].length,
            ...DETECTORS.flatMap((_, d) => fpr.map((_, f) => cell(outcome.found[d][f]))),
          ]),
        },
      ],
      comparisons: [],
      measurements: outcomes.flatMap((outcome) => DETECTORS.map((d, at) => flat(study, outcome, d, at))),
    };
  },
};

async function attackInTurn(study: Study): Promise<{ outcomes: Outcome[]; questions: number }> {
  const { fpr, seed } = study.options;
  const benign = await study.benign();
  const order = permutation(benign.length, randomFor(seed, 'white-box parts'));
  const outcomes = [
    { name: PLAIN, description: 'a random document of another question' },
    ...strategiesOf(study),
    { name: COMBINED, description: 'all of them together' },
  ].map(
    ({ name, description }): Outcome => ({
      strategy: name,
      description,
      found: DETECTORS.map(() => fpr.map(() => [])),
    }),
  );
  let questions = 0;
  for (let part = 0; part < PARTS; part++) {
    const isOwn = (place: number) => place % PARTS !== part;
    const own = Array.from(order, (i) => benign[i]).filter((_, place) => isOwn(place));
    const others = Array.from(order, (i) => benign[i]).filter((_, place) => !isOwn(place));
    const opponents = DETECTORS.map((evaluated) => opponentOf(evaluated, own, fpr));
    for (const { target, part: material } of await targetsOf(study, others)) {
      study.throwIfAborted();
      questions++;
      const lowest = await attackOne(study, target, material, opponents);
      for (const [strategy, of] of lowest.entries()) {
        of.forEach((best, d) => {
          if (best === null) return;
          opponents[d].thresholds.forEach((threshold, f) => {
            outcomes[strategy].found[d][f].push(best.score > threshold);
          });
        });
      }
    }
  }
  return { outcomes, questions };
}

type Calibrated = Opponent & { thresholds: number[] };

function opponentOf(
  { detector }: EvaluatedDetector,
  benign: readonly Observation[],
  fpr: readonly number[],
): Calibrated {
  const scorer = new Scorer(detector, benign);
  const own = benign.map((o) => scorer.score(o));
  return {
    detector,
    score: (values) => scorer.judgeValues(values).score,
    // As many scores as make the rate exact; benign contexts come in random order.
    thresholds: fpr.map((rate) => thresholdOf(own.slice(0, exactCount(own.length, rate)), rate)),
  };
}

/** Contexts of the first questions in the given order, with the part of the rows that each belongs to. */
async function targetsOf(
  study: Study,
  observations: readonly Observation[],
): Promise<{ target: Target; part: number }[]> {
  const most = study.answersAtOnce ? ROWS : SLOW_ROWS;
  const targets: { target: Target; part: number }[] = [];
  const materials = await study.materials();
  for (const { row: number } of observations) {
    if (targets.length >= most) break;
    const part = materials.findIndex((material) => material.rows.some((row) => row.row === number));
    const material = materials[part];
    const row = material.rows.find((candidate) => candidate.row === number)!;
    const plan = planContext(material, row)!;
    const random = randomFor(study.options.seed, 'white-box', row.id);
    const victim = random.below(plan.documents.length);
    const { pool } = material;
    const foreign = Array.from(pool.supporting).filter((document) => !pool.belongsTo(document, row.row));
    const payloads = Array.from(permutation(foreign.length, random).subarray(0, CANDIDATES), (i) => foreign[i]);
    if (payloads.length === 0) continue;
    const titles = plan.documents.map((document) => pool.documents[document].title);
    targets.push({
      target: { material, row, plan, victim, names: keptNames(material, plan, victim), titles, payloads },
      part,
    });
  }
  return targets;
}

/** A title tells nothing where titles are not read. */
function strategiesOf(study: Study) {
  return study.options.titles ? [...STRATEGIES, titleCopy] : STRATEGIES;
}

/** Lowest scores: the plain attack's, each strategy's, and the combination's; for each opponent. */
async function attackOne(
  study: Study,
  target: Target,
  part: number,
  opponents: readonly Opponent[],
): Promise<(Best | null)[][]> {
  const screener = await study.screener({}, part);
  const random = (name: string) => randomFor(study.options.seed, 'white-box', target.row.id, name);
  const plain = { name: PLAIN, description: '', candidates: ({ payloads }: Target) => [{ payload: payloads[0] }] };
  const lowest: (Best | null)[][] = [];
  for (const strategy of [plain, ...strategiesOf(study)]) {
    lowest.push(await tryStrategy(screener, target, opponents, strategy, random(strategy.name)));
  }
  const combined: (Best | null)[] = [];
  for (const [o, opponent] of opponents.entries()) {
    const tried = lowest.map((of) => of[o]).filter((best) => best !== null);
    const start = tried.reduce<Best | null>(
      (best, one) => (best === null || one.score < best.score ? one : best),
      null,
    );
    combined.push(start && (await combine(screener, target, opponent, start, random(COMBINED))));
  }
  return [...lowest, combined];
}

function flat(
  study: Study,
  { strategy, found }: Outcome,
  { name }: EvaluatedDetector,
  at: number,
): Findings['measurements'][number] {
  const { fpr } = study.options;
  const recallAt = (rate: number) => {
    const hits = found[at][fpr.indexOf(rate)];
    return hits === undefined || hits.length < FEWEST ? null : mean(hits.map(Number));
  };
  const recall1 = recallAt(0.01);
  const questions = found[at][0].length;
  return {
    encoder: study.encoder.id,
    detector: name,
    attack: strategy,
    contexts: questions,
    auroc: null,
    aurocSd: null,
    recall1,
    recall1Sd: recall1 === null ? null : binomialError(recall1, questions),
    recall5: recallAt(0.05),
    fpr: null,
    params: { candidates: CANDIDATES },
  };
}
