import { type Proportion, proportion } from '../metrics/index.ts';
import type { Exhibit } from '../types.ts';
import { rateLabel, rounded } from './cells.ts';
import { type EvaluatedDetector, evaluatedDetector, labelOf } from './detectors.ts';
import type { Experiment, Findings } from './experiment.ts';
import type { Observation } from './observe.ts';
import { realizedFpr } from './realized-fpr.ts';
import { Scorer, thresholdOf } from './scoring.ts';
import type { Setting } from './setting.ts';
import type { Study } from './study.ts';

const DETECTORS = ['composite', 'anchored', 'hybrid'].map(evaluatedDetector);

const SHAPES: readonly (readonly [name: string, setting: Setting])[] = [
  ['two supporting', {}],
  ['5 retrieved', { kind: 'retrieved', documents: 5 }],
  ['5 with distractors', { kind: 'with-distractors', documents: 5 }],
];

const FEWEST = 12;

interface Crossing {
  detector: EvaluatedDetector;
  shape: string;
  profile: string;
  profileContexts: number;
  traffic: string;
  /** At each rate; null where the profile has too few contexts to promise it. */
  fpr: (Proportion | null)[];
}

/** False alarms on benign traffic: with a profile of the same source, and with one of another. */
export const crossSource: Experiment = {
  name: 'cross-source',
  aliases: [],
  title: 'False positives within and across sources (beyond the paper)',
  async run(study) {
    const studies = [study, ...(await study.otherSources())];
    const found: Crossing[] = [];
    for (const [shape, setting] of SHAPES) {
      const sources: { name: string; benign: Observation[]; study: Study }[] = [];
      for (const own of studies) {
        const benign = await own.benign(setting);
        if (benign.length >= FEWEST) sources.push({ name: own.dataset, benign, study: own });
      }
      for (const detector of DETECTORS) {
        for (const profile of sources) {
          study.throwIfAborted();
          for (const traffic of sources) {
            const fpr =
              profile === traffic
                ? withinSource(detector, profile.study, profile.benign)
                : acrossSources(detector, profile.benign, traffic.benign, study.options.fpr);
            found.push({
              detector,
              shape,
              profile: profile.name,
              profileContexts: profile.benign.length,
              traffic: traffic.name,
              fpr,
            });
          }
        }
      }
    }
    const names = [...new Set(found.map((f) => f.traffic))];
    return {
      basis: study.basis(`sources: ${names.join(', ')}; each with contexts and vectors of its own`),
      exhibits: SHAPES.flatMap(([shape]) => exhibit(study, shape, found)),
      comparisons: [],
      measurements: found.flatMap((crossing) => flat(study, crossing)),
    };
  },
};

/** The interval is of as many contexts as are tested in turn. */
function withinSource({ detector }: EvaluatedDetector, study: Study, benign: readonly Observation[]) {
  return realizedFpr(study, detector, benign).map((rate) => {
    if (rate === null) return null;
    const value = rate.mean;
    return { ...proportion(Math.round(value * benign.length), benign.length), value };
  });
}

function acrossSources(
  { detector }: EvaluatedDetector,
  profile: readonly Observation[],
  traffic: readonly Observation[],
  fpr: readonly number[],
): (Proportion | null)[] {
  const scorer = new Scorer(detector, profile);
  const own = profile.map((o) => scorer.score(o));
  const scores = traffic.map((o) => scorer.score(o));
  return fpr.map((rate) => {
    const threshold = thresholdOf(own, rate);
    if (threshold === Number.POSITIVE_INFINITY) return null;
    return proportion(scores.filter((score) => score > threshold).length, scores.length);
  });
}

function exhibit(study: Study, shape: string, found: readonly Crossing[]): Exhibit[] {
  const own = found.filter((f) => f.shape === shape);
  if (own.length === 0) return [];
  const { fpr } = study.options;
  return [
    {
      type: 'table',
      title: `False-positive rates, ${shape}`,
      note:
        'In percent, with the exact (Clopper–Pearson) 95 % interval. The same source: two thirds of the questions make the profile, ' +
        'the others are the traffic, mean over 30 splits. ' +
        'Across sources: all of the one source make the profile, all of the other are the traffic.',
      columns: [
        'Detector',
        'Profile from',
        'Traffic from',
        'Contexts',
        ...fpr.flatMap((rate) => [`FPR, target ${rateLabel(rate)}`, 'Interval']),
      ],
      rows: own.map((f) => [
        labelOf(f.detector),
        f.profile,
        f.traffic,
        f.fpr.find((p) => p)?.trials ?? null,
        ...f.fpr.flatMap((p) => (p ? [rounded(100 * p.value, 2), interval(p)] : [null, null])),
      ]),
    },
  ];
}

function interval({ low, high }: Proportion): string {
  return `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`;
}

function flat(study: Study, crossing: Crossing): Findings['measurements'] {
  const { detector, shape, profile, traffic, profileContexts } = crossing;
  return crossing.fpr.flatMap((p, f) =>
    p === null
      ? []
      : [
          {
            encoder: study.encoder.id,
            detector: detector.name,
            attack: null,
            contexts: p.trials,
            auroc: null,
            aurocSd: null,
            recall1: null,
            recall1Sd: null,
            recall5: null,
            fpr: p.value,
            params: {
              shape,
              profile,
              traffic,
              profileContexts,
              rate: study.options.fpr[f],
              low: p.low,
              high: p.high,
            },
          },
        ],
  );
}
