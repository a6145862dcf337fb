import { PAPER_ATTACKS } from './adaptive.ts';
import { documentGapQuartiles } from './benign-fpr.ts';
import { percentCell, rateLabel, rounded } from './cells.ts';
import { ENTITY_OVERLAP_NAMES, type EvaluatedDetector, HYBRID_NAMES } from './detectors.ts';
import { type Experiment, type Findings, measurementOf } from './experiment.ts';
import type { NamedContexts } from './observe.ts';
import { Comparisons, inPercent, PAPER_CONTEXTS } from './paper.ts';
import { type Estimate, estimate, type Performance, performances } from './performance.ts';
import { splitRates } from './split-rates.ts';
import type { Study } from './study.ts';

const ALPHAS = [0, 0.1, 0.25, 0.4, 0.5, 0.75, 1];

interface Point {
  alpha: number;
  /** Over the paper's attacks, `replace` first. */
  performances: Performance[];
  /** FPR over all benign contexts and over those of Q4, at the first rate. */
  fpr: (Estimate | null)[];
}

/** λ₂ + Entity over entity names with another weight. */
function mixed(alpha: number): EvaluatedDetector {
  const name = HYBRID_NAMES;
  return {
    name,
    group: 'paper',
    detector: {
      name,
      signals: ['spectral-gap', ENTITY_OVERLAP_NAMES],
      documentSignals: [],
      windowSignals: [],
      requires: ['text'],
      fitted: false,
      score: ({ signals }) => ({
        score: alpha * signals['spectral-gap'] + (1 - alpha) * signals[ENTITY_OVERLAP_NAMES],
      }),
    },
  };
}

/** Tables 4 and 5: the weight of the spectral gap in λ₂ + Entity, on plain and adaptive attacks and benign contexts. */
export const alphaSweep: Experiment = {
  name: 'alpha',
  aliases: ['table-4', 'table-5'],
  title: 'Weight α of λ₂ + Entity (Tables 4 and 5)',
  async run(study) {
    const benign = await study.benign();
    const attacks: NamedContexts[] = [];
    for (const name of PAPER_ATTACKS) attacks.push({ name, observations: await study.attack(name) });
    const benignSets = [{ name: 'all', observations: benign }, documentGapQuartiles(benign)[3]];
    const options = study.performanceOptions(benign);
    const points = ALPHAS.map((alpha): Point => {
      const evaluated = mixed(alpha);
      const [rates] = splitRates(evaluated.detector, benign, benignSets, options);
      return {
        alpha,
        performances: performances(evaluated, benign, attacks, options),
        fpr: benignSets.map((_, s) => rates && estimate(rates.recall[s].filter((v) => !Number.isNaN(v)))),
      };
    });
    const first = rateLabel(options.fpr[0]);
    return {
      basis: study.basis(`${benign.length} benign contexts, ${attacks[0].observations.length} attacks (replace)`),
      exhibits: [
        {
          type: 'table',
          title: 'Sensitivity to α',
          note:
            `In percent, mean ± standard deviation. Threshold at ${first} FPR for each α from development rows. α = 1 is λ₂ alone, α = 0 ` +
            'entity overlap alone; where scores tie at the threshold, no rate between can be met, and the rule stays below the target.',
          columns: ['α', 'AUROC', `Recall at ${first} FPR`, 'Benign FPR', 'Benign FPR, Q4'],
          rows: points.map((p) => [
            p.alpha,
            percentCell(p.performances[0].auroc),
            percentCell(p.performances[0].recall[0]),
            ...p.fpr.map((e) => percentCell(e, 2)),
          ]),
        },
        {
          type: 'lines',
          title: 'AUROC and recall against α',
          note: 'Attacks: replace. Bars: one standard deviation over resamples.',
          xLabel: 'Weight α of the spectral gap',
          yLabel: 'AUROC, recall',
          series: [
            { name: 'AUROC', points: points.map((p) => pointOf(p.alpha, p.performances[0].auroc)) },
            {
              name: `Recall at ${first} FPR`,
              points: points.flatMap((p) =>
                p.performances[0].recall[0] ? [pointOf(p.alpha, p.performances[0].recall[0])] : [],
              ),
            },
          ],
        },
        {
          type: 'table',
          title: `Recall under adaptive attacks by α, at ${first} FPR`,
          note: 'In percent, mean ± standard deviation, at the threshold from benign contexts of two documents.',
          columns: ['α', ...attacks.map((a) => a.name)],
          rows: points.map((p) => [p.alpha, ...p.performances.map((q) => percentCell(q.recall[0]))]),
        },
      ],
      comparisons: comparisonsOf(study, points),
      measurements: points.flatMap((p) =>
        p.performances.map((q) =>
          measurementOf(study, q, { alpha: p.alpha, fprQ4: rounded(p.fpr[1]?.mean, 6) ?? 'too few rows' }),
        ),
      ),
    };
  },
};

function pointOf(x: number, value: Estimate): { x: number; y: number; error: number } {
  return { x, y: value.mean, error: value.sd };
}

function comparisonsOf(study: Study, points: readonly Point[]): Findings['comparisons'] {
  const comparisons = new Comparisons(study);
  if (study.options.fpr[0] !== 0.01) return comparisons.list;
  const { test, benign } = PAPER_CONTEXTS.hotpotqa;
  for (const [alpha, auroc, recall, fpr, q4] of [
    [0.25, 95.5, 39.6, 0.85, 3.39],
    [0.4, 95.2, 32.6, 0.49, 1.94],
  ]) {
    const point = points.find((p) => p.alpha === alpha)!;
    const [p] = point.performances;
    const add = (what: string, paper: number, ours: Estimate | null | undefined, count: number, theirs: number) =>
      comparisons.add('hotpotqa', `${what} at α = ${alpha}, %`, paper, inPercent(ours), count, theirs);
    add('AUROC', auroc, p.auroc, p.contexts + p.benign, test);
    add('Recall at 1 % FPR', recall, p.recall[0], p.contexts, test);
    add('Benign FPR', fpr, point.fpr[0], p.benign, benign);
    add('Benign FPR, Q4', q4, point.fpr[1], Math.round(p.benign / 4), Math.round(benign / 4));
  }
  return comparisons.list;
}
