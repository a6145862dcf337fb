import { DEFAULT_DETECTORS } from '../../guard/index.ts';
import { type Proportion, proportion } from '../metrics/index.ts';
import type { Exhibit } from '../types.ts';
import { lowerCased, lowerCasedDocuments, repeatedLine, withoutQuery } from './alterations.ts';
import { percentCell, rateLabel, rounded } from './cells.ts';
import { crossFitted } from './cross-fit.ts';
import { type EvaluatedDetector, evaluatedDetector, labelOf } from './detectors.ts';
import { type Experiment, measurementOf } from './experiment.ts';
import { canScore, type NamedContexts, type Observation } from './observe.ts';
import type { Estimate, Performance } from './performance.ts';
import { realizedFpr } from './realized-fpr.ts';
import { Scorer, thresholdOf } from './scoring.ts';
import type { Setting } from './setting.ts';
import type { Study } from './study.ts';

/** The default with a query and without one, and what each could fall back on. */
const DETECTORS = [...new Set(['composite', 'anchored', 'hybrid', 'spectral-gap', DEFAULT_DETECTORS.withoutQuery])].map(
  evaluatedDetector,
);

const CONDITIONS: readonly (readonly [name: string, setting: Setting])[] = [
  ['as usual', {}],
  ['no query', { alteration: withoutQuery }],
  ['lower case', { alteration: lowerCased }],
  ['documents in lower case', { alteration: lowerCasedDocuments }],
  ['a line repeated in every sentence', { alteration: repeatedLine }],
  ['documents of one sentence', { sentences: 1 }],
  ['documents of two sentences', { sentences: 2 }],
];

const ATTACKS = ['replace', 'same-community', 'bridge'];
const FEWEST = 12;

interface Measured {
  condition: string;
  detector: EvaluatedDetector;
  performances: Performance[];
  /** False alarms with a profile of such contexts. */
  own: (Estimate | null)[];
  /** Of these benign contexts, at the thresholds of ordinary ones; null where those have another shape or are too few. */
  ordinary: (Proportion | null)[] | null;
}

/** What is left where something is missing: the query, capitals, all sentences but one. */
export const degraded: Experiment = {
  name: 'degraded',
  aliases: [],
  title: 'Without query, names or more than a sentence (beyond the paper)',
  async run(study) {
    const usual = await study.benign();
    const measured: Measured[] = [];
    const counts: string[] = [];
    for (const [condition, setting] of CONDITIONS) {
      const benign = await study.benign(setting);
      counts.push(`${condition} ${benign.length}`);
      if (benign.length < FEWEST) continue;
      const attacks: NamedContexts[] = [];
      for (const name of ATTACKS) {
        const observations = await study.attack(name, setting);
        if (observations.length > 0) attacks.push({ name, observations });
      }
      for (const detector of DETECTORS) {
        study.throwIfAborted();
        if (!benign.every((o) => canScore(detector.detector, o))) continue;
        measured.push({
          condition,
          detector,
          performances: crossFitted(detector, benign, attacks, study.options),
          own: realizedFpr(study, detector.detector, benign),
          ordinary: setting.alteration ? atOrdinaryThresholds(study, detector, usual, benign) : null,
        });
      }
    }
    return {
      basis: study.basis(`benign contexts of two supporting documents: ${counts.join(', ')}`),
      exhibits: measured.length === 0 ? [] : exhibits(study, measured),
      comparisons: [],
      measurements: measured.flatMap(({ condition, performances: of, own, ordinary }) =>
        of.map((p) =>
          measurementOf(
            study,
            { ...p, fpr: own },
            {
              condition,
              ...Object.fromEntries(
                study.options.fpr.flatMap((rate, f) => {
                  const share = ordinary?.[f];
                  return share ? [[`fpr at ordinary threshold, ${rateLabel(rate)}`, share.value]] : [];
                }),
              ),
            },
          ),
        ),
      ),
    };
  },
};

/** False alarms of a profile that never saw such contexts: of rows that are in it too, but none of its texts decides that. */
function atOrdinaryThresholds(
  study: Study,
  { detector }: EvaluatedDetector,
  usual: readonly Observation[],
  altered: readonly Observation[],
): (Proportion | null)[] {
  const scorer = new Scorer(detector, usual);
  const own = usual.map((o) => scorer.score(o));
  const scores = altered.map((o) => scorer.score(o));
  return study.options.fpr.map((rate) => {
    const threshold = thresholdOf(own, rate);
    if (threshold === Number.POSITIVE_INFINITY) return null;
    return proportion(scores.filter((score) => score > threshold).length, scores.length);
  });
}

function exhibits(study: Study, measured: readonly Measured[]): Exhibit[] {
  const { fpr } = study.options;
  const [first] = measured;
  const head = (m: Measured) => [m.condition, labelOf(m.detector)];
  const note =
    'In percent, ± standard error. Thresholds from benign contexts of the same condition. A detector that needs what is missing is ' +
    `not listed; without a query a guard uses ${DEFAULT_DETECTORS.withoutQuery}.`;
  const table = (title: string, cell: (p: Performance) => string | null): Exhibit => ({
    type: 'table',
    title,
    note,
    columns: ['Condition', 'Detector', ...first.performances.map((p) => p.attack)],
    rows: measured.map((m) => [
      ...head(m),
      ...first.performances.map(({ attack }) => {
        const p = m.performances.find((q) => q.attack === attack);
        return p ? cell(p) : null;
      }),
    ]),
  });
  const shifted = measured.filter((m) => m.ordinary !== null);
  return [
    table('AUROC by condition', (p) => percentCell(p.auroc)),
    ...fpr.map((rate, f) => table(`Recall at ${rateLabel(rate)} FPR by condition`, (p) => percentCell(p.recall[f]))),
    {
      type: 'table',
      title: 'False positives by condition',
      note:
        'In percent. Own: with thresholds from benign contexts of the condition. Ordinary: with the thresholds of contexts as usual, which is ' +
        'what a profile does that never saw such text.',
      columns: [
        'Condition',
        'Detector',
        ...fpr.flatMap((rate) => [`Own, target ${rateLabel(rate)}`, `Ordinary, target ${rateLabel(rate)}`]),
      ],
      rows: shifted.map((m) => [
        ...head(m),
        ...fpr.flatMap((_, f) => {
          const share = m.ordinary?.[f];
          return [percentCell(m.own[f], 2), share ? rounded(100 * share.value, 2) : null];
        }),
      ]),
    },
  ];
}
