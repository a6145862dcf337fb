import { ATTACKS } from '../attacks/index.ts';
import { mean, quantile, standardError, twoSampleTest } from '../metrics/index.ts';
import { documentGapQuartiles } from './benign-fpr.ts';
import { rounded } from './cells.ts';
import type { Experiment } from './experiment.ts';
import type { Observation } from './observe.ts';
import { Comparisons, PAPER_CONTEXTS } from './paper.ts';

const gapsOf = (observations: readonly Observation[]) => observations.map((o) => o.values.signals['document-gap']);

/** Table 8 and Figure 6: how far apart the documents of benign and attacked contexts are. */
export const documentGap: Experiment = {
  name: 'document-gap',
  aliases: ['table-8', 'figure-6'],
  title: 'Document gaps (Table 8, Figure 6)',
  async run(study) {
    const benign = gapsOf(await study.benign());
    const quartile4 = gapsOf(documentGapQuartiles(await study.benign())[3].observations);
    const sets: { name: string; gaps: number[] }[] = [{ name: 'benign', gaps: benign }];
    for (const attack of ATTACKS.filter((a) => a.start === undefined && !a.name.startsWith('poisonedrag'))) {
      const gaps = gapsOf(await study.attack(attack.name));
      if (gaps.length > 0) sets.push({ name: attack.name, gaps });
    }
    sets.push({ name: 'benign, Q4', gaps: quartile4 });
    const replace = sets.find((s) => s.name === 'replace')!.gaps;
    const test = twoSampleTest(quartile4, replace);
    const beyond = quartile4.filter((gap) => gap > quantile(replace, 0.5)).length / quartile4.length;

    const comparisons = new Comparisons(study);
    const compare = (dataset: 'hotpotqa' | 'musique', what: string, paper: number, gaps: number[], theirs: number) =>
      comparisons.add(dataset, what, paper, { mean: mean(gaps), sd: standardError(gaps) }, gaps.length, theirs);
    for (const [dataset, safe, attacked] of [
      ['hotpotqa', 0.539, 0.881],
      ['musique', 0.717, 0.917],
    ] as const) {
      const { test: theirs } = PAPER_CONTEXTS[dataset];
      compare(dataset, 'Mean document gap, benign', safe, benign, theirs);
      compare(dataset, 'Mean document gap, attacks (replace)', attacked, replace, theirs);
    }
    compare('musique', 'Mean document gap, benign Q4', 0.947, quartile4, Math.round(PAPER_CONTEXTS.musique.benign / 4));
    return {
      basis: study.basis(`${benign.length} benign contexts, ${replace.length} attacks (replace)`),
      exhibits: [
        {
          type: 'table',
          title: 'Document gap by kind of context',
          note: '1 − cosine of the documents’ mean vectors; of more than two documents, the weakest link that joins them all.',
          columns: ['Contexts', 'Count', 'Mean', 'Standard error', '25 %', 'Median', '75 %'],
          rows: sets.map(({ name, gaps }) => [
            name,
            gaps.length,
            rounded(mean(gaps), 3),
            rounded(standardError(gaps), 3),
            rounded(quantile(gaps, 0.25), 3),
            rounded(quantile(gaps, 0.5), 3),
            rounded(quantile(gaps, 0.75), 3),
          ]),
        },
        {
          type: 'histogram',
          title: 'Document gaps of benign and attacked contexts',
          note:
            `Benign Q4 against attacks: Kolmogorov–Smirnov D = ${test.distance.toFixed(3)}, p ≤ ${test.pValue.toPrecision(2)}; ` +
            `${(100 * beyond).toFixed(1)} % of Q4 have a wider gap than the median attack.`,
          xLabel: 'Document gap',
          series: [
            { name: 'benign', values: benign },
            { name: 'replace', values: replace },
            { name: 'benign, Q4', values: quartile4 },
          ],
        },
      ],
      comparisons: comparisons.list,
      measurements: sets.map(({ name, gaps }) => ({
        encoder: study.encoder.id,
        detector: 'document-gap',
        attack: name.startsWith('benign') ? null : name,
        contexts: gaps.length,
        auroc: null,
        aurocSd: null,
        recall1: null,
        recall1Sd: null,
        recall5: null,
        fpr: null,
        params: { set: name, meanGap: mean(gaps), standardError: standardError(gaps) },
      })),
    };
  },
};
