import { proportion } from '../metrics/index.ts';
import { percentCell, rateLabel, rounded } from './cells.ts';
import { EVALUATED_DETECTORS, HYBRID_NAMES, labelOf } from './detectors.ts';
import type { Experiment } from './experiment.ts';
import type { NamedContexts, Observation } from './observe.ts';
import { Comparisons, inPercent, PAPER_CONTEXTS } from './paper.ts';
import { type Estimate, estimate } from './performance.ts';
import { splitRates } from './split-rates.ts';

const QUARTILES = ['Q1', 'Q2', 'Q3', 'Q4'];

/** Benign contexts in four parts by document gap, the widest last. */
export function documentGapQuartiles(benign: readonly Observation[]): NamedContexts[] {
  const sorted = [...benign].sort((a, b) => a.values.signals['document-gap'] - b.values.signals['document-gap']);
  return QUARTILES.map((name, q) => ({
    name,
    observations: sorted.slice(Math.floor((q * sorted.length) / 4), Math.floor(((q + 1) * sorted.length) / 4)),
  }));
}

/** Tables 2 and 9: false alarms among benign contexts by how far their documents are apart. */
export const benignFpr: Experiment = {
  name: 'benign-fpr',
  aliases: ['table-2', 'table-9'],
  title: 'False positives on benign queries by document gap (Tables 2 and 9)',
  async run(study) {
    const benign = await study.benign();
    const quartiles = documentGapQuartiles(benign);
    const parts = [
      { name: 'all', observations: benign },
      ...quartiles,
      { name: 'Q1–Q3', observations: quartiles.slice(0, 3).flatMap((q) => q.observations) },
    ];
    const options = study.performanceOptions(benign);
    const { splits, fpr } = options;
    const found = EVALUATED_DETECTORS.map((evaluated) => {
      const rates = splitRates(evaluated.detector, benign, parts, options);
      return rates.map((rate) => rate && parts.map((_, p) => estimate(rate.recall[p].filter((v) => !Number.isNaN(v)))));
    });
    const testRows = splits[0].test.length;
    const comparisons = new Comparisons(study);
    const at1 = fpr.indexOf(0.01);
    const of = (detector: string, part: string): Estimate | null => {
      const rates = found[EVALUATED_DETECTORS.findIndex((d) => d.name === detector)][at1];
      return rates ? inPercent(rates[parts.findIndex((p) => p.name === part)]) : null;
    };
    const compare = (dataset: 'hotpotqa' | 'musique', detector: string, what: string, part: string, paper: number) => {
      const count = parts.find((p) => p.name === part)!.observations.length;
      const { benign: all } = PAPER_CONTEXTS[dataset];
      const theirs = part === 'all' ? all : part === 'Q4' ? Math.round(all / 4) : Math.round((3 * all) / 4);
      comparisons.add(dataset, `FPR of ${what}, ${part}, %`, paper, of(detector, part), count, theirs);
    };
    compare('hotpotqa', 'conductance', 'Conductance', 'all', 0.32);
    compare('hotpotqa', HYBRID_NAMES, 'λ₂+Entity', 'all', 0.49);
    for (const [detector, what, q4] of [
      ['conductance', 'Conductance', 1.29],
      ['modularity', 'Modularity', 3.23],
      [HYBRID_NAMES, 'λ₂+Entity', 1.94],
    ] as const) {
      compare('hotpotqa', detector, what, 'Q4', q4);
    }
    for (const [detector, what] of [
      ['spectral-gap', 'λ₂'],
      ['conductance', 'Conductance'],
      ['modularity', 'Modularity'],
      [HYBRID_NAMES, 'λ₂+Entity'],
    ] as const) {
      compare('hotpotqa', detector, what, 'Q1–Q3', 0);
    }
    compare('musique', HYBRID_NAMES, 'λ₂+Entity', 'all', 0.85);
    return {
      basis: study.basis(`${benign.length} benign contexts of two supporting documents`),
      exhibits: fpr.map((rate, f) => ({
        type: 'table',
        title: `False-positive rate at a target of ${rateLabel(rate)}`,
        note:
          `In percent, mean ± standard deviation; the threshold from development rows, the rate on test rows (${testRows} a split). ` +
          `Q1 has the quarter of contexts with the nearest documents, Q4 with the farthest. Interval: Clopper–Pearson, 95 %, for all.`,
        columns: ['Detector', ...parts.map((p) => `${p.name} (${p.observations.length})`), 'Interval'],
        rows: EVALUATED_DETECTORS.map((d, i) => {
          const rates = found[i][f];
          if (!rates) return [labelOf(d), ...parts.map(() => null), null];
          const { low, high } = proportion(Math.round(rates[0].mean * testRows), testRows);
          return [
            labelOf(d),
            ...rates.map((r) => percentCell(r, 2)),
            `${rounded(100 * low, 1)} – ${rounded(100 * high, 1)}`,
          ];
        }),
      })),
      comparisons: comparisons.list,
      measurements: EVALUATED_DETECTORS.flatMap((d, i) => {
        const rates = at1 < 0 ? null : found[i][at1];
        if (!rates) return [];
        return parts.map((part, p) => ({
          encoder: study.encoder.id,
          detector: d.name,
          attack: null,
          contexts: part.observations.length,
          auroc: null,
          aurocSd: null,
          recall1: null,
          recall1Sd: null,
          recall5: null,
          fpr: rates[p].mean,
          params: { quartile: part.name, fprSd: rates[p].sd },
        }));
      }),
    };
  },
};
