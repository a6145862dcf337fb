import { computeSignals, type Detector, type SignalValues } from '../../detectors/index.ts';
import type { Context } from '../../text/index.ts';
import { benignContexts } from '../attacks/index.ts';
import { quantile } from '../metrics/index.ts';
import type { EvaluationContext } from '../types.ts';
import { percentCell, rounded } from './cells.ts';
import { replacePerformances } from './detection.ts';
import { EVALUATED_DETECTORS, type EvaluatedDetector, HYBRID_NAMES, labelOf } from './detectors.ts';
import { type Experiment, measurementOf } from './experiment.ts';
import type { Observation } from './observe.ts';
import { Scorer } from './scoring.ts';
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
    const given = contexts.slice(0, CONTEXTS);
    const fromText = await screenable(study, given.map(asText));
    const whole = fromText.length >= given.length / 2;
    const timed: readonly Context[] = whole ? fromText : given;
    const benign = await study.benign();
    const found = [];
    for (const [i, evaluated] of EVALUATED_DETECTORS.entries()) {
      const performance = all[i];
      const unit = evaluated.name === HYBRID_NAMES ? 'hybrid' : evaluated.name;
      const signals = evaluated.name === HYBRID_NAMES ? [unit] : evaluated.detector.signals;
      const score = scorerOf(evaluated, benign);
      const times = await time(study, timed, { ...evaluated.detector, signals }, score);
      found.push({ evaluated, performance, median: quantile(times, 0.5), high: quantile(times, 0.95) });
    }
    const { backend } = await study.screener();
    const basis = `${timed.length} benign contexts one at a time, from ${whole ? 'text' : 'sentences'}, ${ROUNDS} rounds, ${backend.name} backend, one thread`;
    return {
      basis: study.basis(basis),
      exhibits: [
        {
          type: 'points',
          title: 'Latency against recall',
          note:
            `Measured here: ${basis}; with vectors (looked up where they are precomputed or remembered), graph, signals and p-values. Recall on ` +
            'replaced documents at the first rate.',
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

/** The same context with documents as text, as a retriever gives them. */
function asText(context: EvaluationContext): Context {
  return {
    query: context.query,
    documents: context.documents.map(({ sentences }) => ({ text: sentences!.join(' ') })),
  };
}

/** Contexts that can be screened: precomputed vectors may lack a sentence that splitting makes of a text. */
async function screenable(study: Study, contexts: readonly Context[]): Promise<Context[]> {
  const screener = await study.screener();
  const candidates = screener.prepare(contexts);
  await screener.analyze(candidates);
  return contexts.filter((_, i) => candidates[i].features !== undefined);
}

/** How a detector turns signals into a score, fitted on benign contexts where it fuses p-values. */
function scorerOf(
  { name, detector }: EvaluatedDetector,
  benign: readonly Observation[],
): (values: SignalValues) => number {
  if (name === HYBRID_NAMES) return (values) => values.signals.hybrid;
  const scorer = new Scorer(detector, benign);
  return (values) => scorer.judgeValues(values).score;
}

/** Milliseconds from text to score, context by context; texts of a round are known from the one before. */
async function time(
  study: Study,
  contexts: readonly Context[],
  { signals, documentSignals, windowSignals, blame }: Detector,
  score: (values: SignalValues) => number,
): Promise<number[]> {
  const screener = await study.screener();
  const perDocument = blame ? [...documentSignals, blame] : documentSignals;
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    study.throwIfAborted();
    for (const context of contexts) {
      const start = performance.now();
      const candidates = screener.prepare([context]);
      await screener.analyze(candidates);
      const [{ features }] = candidates;
      if (!features) continue;
      score(computeSignals(features, signals, perDocument, windowSignals));
      // The first round warms up.
      if (round > 0) times.push(performance.now() - start);
    }
  }
  return times;
}
