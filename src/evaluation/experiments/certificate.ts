import { certificate as theorem } from '../../calibration/index.ts';
import { quantile } from '../metrics/index.ts';
import { rounded } from './cells.ts';
import type { Experiment } from './experiment.ts';

/** Shares of either class that may lie beyond ε or δ; 0 is the theorem's own reading, every graph. */
const TRIMMED = [0, 0.01, 0.05, 0.1, 0.25, 0.4];
/** Noise levels for the predicted bound; σ itself cannot be measured (appendix E). */
const SIGMAS = [0.01, 0.05, 0.1];

/** Theorem 3.2 on data: conductances of both classes, whether they are separated as it asks, and predicted against measured error. */
export const certificateExperiment: Experiment = {
  name: 'certificate',
  aliases: ['theorem-3.2'],
  title: 'The certificate’s conditions on data (Theorem 3.2)',
  async run(study) {
    const known = (o: { conductance: number }) => !Number.isNaN(o.conductance);
    const benign = (await study.benign()).filter(known);
    const attacks = (await study.attack('replace')).filter(known);
    const [safe, attacked] = [benign, attacks].map((set) => set.map((o) => Math.min(1, Math.max(0, o.conductance))));
    const n = 2 * study.options.sentences;
    const outside = [...benign, ...attacks].filter(
      ({ conductance: phi, lambda2 }) => lambda2 > 2 * phi + 1e-9 || lambda2 < (phi * phi) / 2 - 1e-9,
    ).length;
    const found = TRIMMED.map((trimmed) => {
      const epsilon = quantile(safe, trimmed);
      const delta = quantile(attacked, 1 - trimmed);
      const bounds = SIGMAS.map((sigma) => theorem({ epsilon, delta, sigma, n }));
      const [first] = bounds;
      const share = (set: typeof benign, isError: (score: number) => boolean) =>
        set.filter((o) => isError(o.values.signals['spectral-gap'])).length / set.length;
      return {
        trimmed,
        epsilon,
        delta,
        first,
        bounds: bounds.map((b) => b.errorBound),
        fpr: share(benign, (s) => s > first.scoreThreshold),
        misses: share(attacks, (s) => s <= first.scoreThreshold),
      };
    });
    return {
      basis: study.basis(`${benign.length} benign contexts, ${attacks.length} attacks (replace), φ(G) by enumeration`),
      exhibits: [
        {
          type: 'histogram',
          title: 'Conductance φ(G) of benign and attack graphs',
          note: `Cheeger’s inequality φ²/2 ≤ λ₂ ≤ 2φ holds for ${benign.length + attacks.length - outside} of ${benign.length + attacks.length} graphs.`,
          xLabel: 'Conductance φ(G)',
          series: [
            { name: 'benign', values: safe.map((v) => rounded(v, 4)!) },
            { name: 'replace', values: attacked.map((v) => rounded(v, 4)!) },
          ],
        },
        {
          type: 'table',
          title: 'Separation, and predicted against measured error',
          note:
            'ε is the smallest conductance of benign graphs and δ the largest of attack graphs, after leaving out a share of either class ' +
            'on the side that overlaps. The theorem applies where ε ≥ 2√δ. Predicted: exp(−nΔ²/σ²) with the convention c = 1, 1 where it ' +
            'does not apply. Measured: of all contexts at the theorem’s threshold, on the spectral gap. The paper calls its bound heuristic.',
          columns: [
            'Left out',
            'ε',
            'δ',
            '2√δ',
            'Applies',
            'Margin Δ',
            'τ (score)',
            ...SIGMAS.map((s) => `Predicted error, σ = ${s}`),
            'Measured FPR',
            'Measured misses',
          ],
          rows: found.map((f) => [
            `${100 * f.trimmed} %`,
            rounded(f.epsilon, 3),
            rounded(f.delta, 3),
            rounded(2 * Math.sqrt(f.delta), 3),
            f.first.applies ? 'yes' : 'no',
            rounded(f.first.margin, 4),
            rounded(f.first.scoreThreshold, 3),
            ...f.bounds.map((b) => rounded(b, 4)),
            rounded(f.fpr, 4),
            rounded(f.misses, 4),
          ]),
        },
      ],
      comparisons: [],
      measurements: found.map((f) => ({
        encoder: study.encoder.id,
        detector: 'spectral-gap',
        attack: 'replace',
        contexts: benign.length + attacks.length,
        auroc: null,
        aurocSd: null,
        recall1: null,
        recall1Sd: null,
        recall5: null,
        fpr: f.fpr,
        params: {
          trimmed: f.trimmed,
          epsilon: f.epsilon,
          delta: f.delta,
          applies: String(f.first.applies),
          misses: f.misses,
        },
      })),
    };
  },
};
