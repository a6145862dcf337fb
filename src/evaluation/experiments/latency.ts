import { computeSignals } from '../../detectors/index.ts';
import { benignContexts } from '../attacks/index.ts';
import { quantile } from '../metrics/index.ts';
import type { EvaluationContext } from '../types.ts';
import { percentCell, rounded } from './cells.ts';
import { replacePerformances } from './detection.ts';
import { EVALUATED_DETECTORS, HYBRID_NAMES, labelOf } from './detectors.ts';
import { type Experiment, measurementOf } from './experiment.ts';
import type { Study } from './study.ts';

const CONTEXTS = 100;
const ROUNDS = 3;

/** What the paper says of its own and others' latency; published, on its hardware (an NVIDIA L40S), never measured here. */
const PUBLISHED: readonly [name: string, milliseconds: string, recall: string][] = [
  ['TopoGuard-λ₂', 'under 0.5', '26.6'],
  ['LlamaGuard-3-8B', 'about 40', 'almost none'],
];

/** Figure 3: time to score one context against recall. */
export const latency: Experiment = {
  name: 'latency',
  aliases: ['figure-3'],
  title: 'Latency against recall (Figure 3)',
  async run(study) {
    const all = await replacePerformances(study);
    const { contexts } = benignContexts(await study.material());
    const timed = contexts.slice(0, CONTEXTS);
    const found = [];
    for (const [i, evaluated] of EVALUATED_DETECTORS.entries()) {
      const performance = all[i];
      const unit = evaluated.name === HYBRID_NAMES ? 'hybrid' : evaluated.name;
      const signals = evaluated.name === HYBRID_NAMES ? [unit] : evaluated.detector.signals;
      const times = await time(study, timed, signals, evaluated.detector.documentSignals);
      found.push({ evaluated, performance, median: quantile(times, 0.5), high: quantile(times, 0.95) });
    }
    const { backend } = await study.screener();
    const basis = `${timed.length} benign contexts one at a time, ${ROUNDS} rounds, ${backend.name} backend, one thread`;
    return {
      basis: study.basis(basis),
      exhibits: [
        {
          type: 'points',
          title: 'Latency against recall',
          note:
            `Measured here: ${basis}; from sentences to score, vectors looked up where they are precomputed. Recall on replaced documents ` +
            'at the first rate.',
          xLabel: 'Median latency, ms',
          yLabel: 'Recall',
          series: found.map((f) => ({
            name: labelOf(f.evaluated),
            points: f.performance.recall[0]
              ? [{ x: f.median, y: f.performance.recall[0].mean, error: f.performance.recall[0].sd }]
              : [],
          })),
        },
        {
          type: 'table',
          title: 'Latency, measured',
          note: `${basis}. Recall in percent.`,
          columns: ['Detector', 'Median, ms', '95 % below, ms', 'Recall at the first rate'],
          rows: found.map((f) => [
            labelOf(f.evaluated),
            rounded(f.median, 4),
            rounded(f.high, 4),
            percentCell(f.performance.recall[0]),
          ]),
        },
        {
          type: 'table',
          title: 'Latency, as published',
          note: 'From the paper’s text, on other hardware; not measured here.',
          columns: ['Detector', 'Latency, ms (published)', 'Recall at 1 % FPR (published)'],
          rows: PUBLISHED.map((row) => [...row]),
        },
      ],
      comparisons: [],
      measurements: found.map((f) =>
        measurementOf(study, f.performance, { medianMilliseconds: f.median, highMilliseconds: f.high }),
      ),
    };
  },
};

/** Milliseconds from sentences to signals, context by context; texts of a round are known from the one before. */
async function time(
  study: Study,
  contexts: readonly EvaluationContext[],
  signals: readonly string[],
  documentSignals: readonly string[],
): Promise<number[]> {
  const screener = await study.screener();
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    study.throwIfAborted();
    for (const context of contexts) {
      const start = performance.now();
      const candidates = screener.prepare([context]);
      await screener.analyze(candidates);
      const [{ features }] = candidates;
      if (!features) continue;
      computeSignals(features, signals, documentSignals);
      // The first round warms up.
      if (round > 0) times.push(performance.now() - start);
    }
  }
  return times;
}
