import { ATTACKS } from '../attacks/index.ts';
import { mean } from '../metrics/index.ts';
import type { Exhibit } from '../types.ts';
import { percentCell, rateLabel, rounded } from './cells.ts';
import { EVALUATED_DETECTORS, labelOf } from './detectors.ts';
import { type Experiment, type Findings, measurementOf } from './experiment.ts';
import type { NamedContexts, Observation } from './observe.ts';
import { Comparisons, PAPER_CONTEXTS } from './paper.ts';
import { type Performance, performances } from './performance.ts';
import { Scorer } from './scoring.ts';
import type { Study } from './study.ts';

const READINGS = ATTACKS.filter((a) => a.name.startsWith('poisonedrag'));

/** Table 7: PoisonedRAG's texts in the place of one or three of six sentences, in every reading of the paper's setup. */
export const poisonedRag: Experiment = {
  name: 'poisonedrag',
  aliases: ['table-7'],
  title: 'PoisonedRAG (Table 7)',
  async run(study) {
    const parts = [];
    // Precomputed vectors seldom have these texts; then another encoder of the run has to.
    for (const encoder of study.encoders) parts.push(await measureWith(study.withEncoder(encoder)));
    const measured = parts.filter((p) => p.attacks.length > 0);
    const encoders = measured.map(
      (p) => `${p.study.encoder.id} (${p.attacks.map((a) => a.observations.length).join(', ')})`,
    );
    return {
      basis: study.basis(
        `attack contexts by encoder and reading: ${encoders.join('; ') || 'none: no texts for these questions'}`,
      ),
      exhibits: measured.flatMap(tables),
      comparisons: measured.flatMap((p) => comparisonsOf(p.study, p.found)),
      measurements: measured.flatMap((p) => p.found.flat().map((one) => measurementOf(p.study, one))),
    };
  },
};

interface Part {
  study: Study;
  benign: Observation[];
  attacks: NamedContexts[];
  found: Performance[][];
  /** Readings without contexts. */
  without: string[];
}

async function measureWith(study: Study): Promise<Part> {
  const benign = await study.benign();
  const attacks: NamedContexts[] = [];
  const without: string[] = [];
  for (const { name } of READINGS) {
    const observations = await study.attack(name);
    if (observations.length > 0) attacks.push({ name, observations });
    else without.push(name);
  }
  const options = study.performanceOptions(benign);
  const found = attacks.length === 0 ? [] : EVALUATED_DETECTORS.map((d) => performances(d, benign, attacks, options));
  return { study, benign, attacks, found, without };
}

function tables({ study, benign, attacks, found, without }: Part): Exhibit[] {
  const missing =
    without.length === 0
      ? ''
      : ` Without contexts here (no texts for these questions, or no vectors of them): ${without.join(', ')}.`;
  const note =
    `Encoder ${study.encoder.id}. One or three of six sentences replaced by adversarial texts. Plain: texts of the context’s own question; other: of another ` +
    `question; question: each after its question, as that paper’s black-box attack puts them.${missing}`;
  const columns = ['Detector', ...attacks.map((a) => `${a.name} (${a.observations.length})`)];
  const separation = (of: Performance[], d: number) => {
    const scorer = new Scorer(EVALUATED_DETECTORS[d].detector, benign);
    const meanOf = (set: readonly Observation[]) => mean(set.map((o) => scorer.score(o)));
    const safe = meanOf(benign);
    return of.map((_, a) => rounded(meanOf(attacks[a].observations) - safe, 3));
  };
  const rows = (cells: (of: Performance[], d: number) => (string | number | null)[]) =>
    found.map((of, d) => [labelOf(EVALUATED_DETECTORS[d]), ...cells(of, d)]);
  return [
    {
      type: 'table',
      title: `AUROC, ${study.encoder.id}`,
      note: `${note} In percent; below 50 is below chance.`,
      columns,
      rows: rows((of) => of.map((p) => percentCell(p.auroc))),
    },
    ...study.options.fpr.map(
      (rate, f): Exhibit => ({
        type: 'table',
        title: `Recall at ${rateLabel(rate)} FPR, ${study.encoder.id}`,
        note: 'In percent, at the threshold that benign contexts set.',
        columns,
        rows: rows((of) => of.map((p) => percentCell(p.recall[f]))),
      }),
    ),
    {
      type: 'table',
      title: `Separation of scores, ${study.encoder.id}`,
      note: 'Mean score of attacks minus mean score of benign contexts, in the detector’s own unit; negative: the attack looks more benign.',
      columns,
      rows: rows(separation),
    },
  ];
}

function comparisonsOf(study: Study, found: readonly Performance[][]): Findings['comparisons'] {
  const comparisons = new Comparisons(study);
  for (const { name } of READINGS.filter((a) => a.name.startsWith('poisonedrag-3'))) {
    for (const of of found) {
      const p = of.find((q) => q.attack === name);
      const evaluated = EVALUATED_DETECTORS.find((d) => d.name === p?.detector);
      if (!p || evaluated?.group !== 'paper') continue;
      const what = `AUROC of ${labelOf(evaluated)} on Attack-3, read as ${name} (the paper: ≈ 0.95)`;
      comparisons.add('hotpotqa', what, 0.95, p.auroc, p.contexts + p.benign, 100 + PAPER_CONTEXTS.hotpotqa.benign);
    }
  }
  return comparisons.list;
}
