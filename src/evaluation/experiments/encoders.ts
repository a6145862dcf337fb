import { percentCell, rateLabel } from './cells.ts';
import { evaluatedDetector, HYBRID_NAMES, labelOf } from './detectors.ts';
import { type Experiment, measurementOf } from './experiment.ts';
import { Comparisons, inPercent, PAPER_CONTEXTS } from './paper.ts';
import { type Performance, performances } from './performance.ts';

const DETECTORS = ['spectral-gap', HYBRID_NAMES, 'hybrid', 'document-gap', 'anchored'].map(evaluatedDetector);

/** Table 10: the encoders of the run on the same contexts, each with thresholds of its own. */
export const encoders: Experiment = {
  name: 'encoders',
  aliases: ['table-10'],
  title: 'Encoders (Table 10)',
  async run(study) {
    const found: { encoder: string; dimension: number; performance: Performance }[] = [];
    for (const encoder of study.encoders) {
      const benign = await study.benign({ encoder });
      if (benign.length === 0) continue;
      const attacks = [{ name: 'replace', observations: await study.attack('replace', { encoder }) }];
      const options = study.performanceOptions(benign);
      for (const evaluated of DETECTORS) {
        const [performance] = performances(evaluated, benign, attacks, options);
        found.push({ encoder: encoder.id, dimension: encoder.dimension, performance });
      }
    }
    const comparisons = new Comparisons(study);
    const at1 = study.options.fpr.indexOf(0.01);
    for (const { encoder, performance: p } of found) {
      if (/mpnet/i.test(encoder) && p.detector === HYBRID_NAMES) {
        comparisons.add(
          'hotpotqa',
          `AUROC of λ₂+Entity with MPNet, %`,
          95.2,
          inPercent(p.auroc),
          p.contexts + p.benign,
          PAPER_CONTEXTS.hotpotqa.test,
        );
      }
    }
    const { fpr } = study.options;
    return {
      basis: study.basis(`encoders: ${study.encoders.map((e) => e.id).join(', ')}; attacks: replace`),
      exhibits: [
        {
          type: 'table',
          title: 'Detection by encoder',
          note:
            'In percent, mean ± standard deviation; thresholds from each encoder’s own development scores. The paper compares MPNet, ' +
            'BGE-small and MiniLM-L12 (AUROC 91.5–95.2, recall of λ₂+Entity 32.6–34.8); only the encoders of this run are measured.',
          columns: [
            'Encoder',
            'Dimension',
            'Detector',
            'Contexts',
            'AUROC',
            ...fpr.flatMap((rate) => [`Recall at ${rateLabel(rate)} FPR`, `FPR at ${rateLabel(rate)}`]),
          ],
          rows: found.map(({ encoder, dimension, performance: p }) => [
            encoder,
            dimension,
            labelOf(evaluatedDetector(p.detector)),
            p.contexts + p.benign,
            percentCell(p.auroc),
            ...fpr.flatMap((_, f) => [percentCell(p.recall[f]), percentCell(p.fpr[f], 2)]),
          ]),
        },
        {
          type: 'bars',
          title: 'AUROC by encoder',
          note: 'Attacks: replace. Bars: one standard deviation over resamples.',
          xLabel: 'Encoder and detector',
          yLabel: 'AUROC',
          bars: found.map(({ encoder, performance: p }) => ({
            name: `${encoder}, ${p.detector}`,
            value: p.auroc.mean,
            error: p.auroc.sd,
          })),
        },
      ],
      comparisons: at1 < 0 ? [] : comparisons.list,
      measurements: found.map(({ encoder, performance }) => ({ ...measurementOf(study, performance), encoder })),
    };
  },
};
