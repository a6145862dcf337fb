import { ATTACKS } from '../attacks/index.ts';
import type { Exhibit } from '../types.ts';
import { percentCell, rateLabel } from './cells.ts';
import { EVALUATED_DETECTORS, HYBRID_NAMES, labelOf } from './detectors.ts';
import { type Experiment, type Findings, measurementOf } from './experiment.ts';
import type { NamedContexts } from './observe.ts';
import { Comparisons, inPercent, PAPER_CONTEXTS } from './paper.ts';
import { type Performance, performances } from './performance.ts';
import type { Study } from './study.ts';

/** The paper's columns, the non-adaptive attack first. */
export const PAPER_ATTACKS = ['replace', 'random-padding', 'best-of-n', 'chain-mimicry', 'same-community'];

/** PoisonedRAG has an experiment of its own; attacks with a plan start from other benign contexts than these. */
const OTHERS = ATTACKS.filter(
  (a) => !PAPER_ATTACKS.includes(a.name) && !a.name.startsWith('poisonedrag') && a.start === undefined,
).map((a) => a.name);

/** Table 3: recall under adaptive attacks at the threshold that benign contexts of two documents set, and attacks beyond. */
export const adaptive: Experiment = {
  name: 'adaptive',
  aliases: ['table-3'],
  title: 'Adaptive attacks (Table 3)',
  async run(study) {
    const benign = await study.benign();
    const names = [...PAPER_ATTACKS, ...OTHERS];
    const attacks: NamedContexts[] = [];
    for (const name of names) {
      const observations = await study.attack(name);
      if (observations.length > 0) attacks.push({ name, observations });
    }
    const options = study.performanceOptions(benign);
    const found = EVALUATED_DETECTORS.map((d) => performances(d, benign, attacks, options));
    const papers = attacks.filter((a) => PAPER_ATTACKS.includes(a.name));
    const others = attacks.filter((a) => !PAPER_ATTACKS.includes(a.name));
    const counts = attacks.map((a) => `${a.name} ${a.observations.length}`).join(', ');
    return {
      basis: study.basis(`${benign.length} benign contexts; attacks: ${counts}`),
      exhibits: [
        ...recallTables(study, 'The paper’s adaptive attacks', papers, found),
        ...(others.length > 0 ? recallTables(study, 'Attacks beyond the paper’s', others, found) : []),
        aurocTable(attacks, found),
      ],
      comparisons: comparisonsOf(study, found),
      measurements: found.flat().map((p) => measurementOf(study, p)),
    };
  },
};

function recallTables(
  study: Study,
  title: string,
  attacks: readonly NamedContexts[],
  found: readonly Performance[][],
): Exhibit[] {
  const { fpr } = study.options;
  return fpr.map((rate, f) => ({
    type: 'table',
    title: `${title}: recall at ${rateLabel(rate)} FPR`,
    note:
      'In percent, mean ± standard deviation over resamples. One threshold for all columns, from benign contexts of two documents; ' +
      'padding, connectors and bridges add a document, so their contexts have more sentences than those that set the threshold.',
    columns: ['Detector', ...attacks.map((a) => a.name)],
    rows: found.map((of, d) => [
      labelOf(EVALUATED_DETECTORS[d]),
      ...attacks.map((a) => percentCell(of.find((p) => p.attack === a.name)!.recall[f])),
    ]),
  }));
}

function aurocTable(attacks: readonly NamedContexts[], found: readonly Performance[][]): Exhibit {
  return {
    type: 'table',
    title: 'AUROC under every attack',
    note: 'In percent, mean ± standard deviation over resamples.',
    columns: ['Detector', ...attacks.map((a) => a.name)],
    rows: found.map((of, d) => [labelOf(EVALUATED_DETECTORS[d]), ...of.map((p) => percentCell(p.auroc))]),
  };
}

/** Recalls that the paper states in section 4.4, in percent. "Roughly 1 %" and such are left out. */
const STATED: readonly [detector: string, what: string, attack: string, recall: number][] = [
  ['modularity', 'Modularity', 'replace', 35.1],
  ['modularity', 'Modularity', 'random-padding', 54.8],
  ['modularity', 'Modularity', 'best-of-n', 7.2],
  ['modularity', 'Modularity', 'same-community', 0],
  ['spectral-gap', 'λ₂', 'best-of-n', 22.2],
  ['spectral-gap', 'λ₂', 'chain-mimicry', 36.8],
  ['conductance', 'Conductance', 'best-of-n', 12.2],
  [HYBRID_NAMES, 'λ₂+Entity', 'same-community', 1.4],
  ['density', 'NaiveDensity', 'same-community', 2.8],
];

function comparisonsOf(study: Study, found: readonly Performance[][]): Findings['comparisons'] {
  const comparisons = new Comparisons(study);
  const at1 = study.options.fpr.indexOf(0.01);
  for (const [detector, what, attack, recall] of STATED) {
    const p = found.flat().find((q) => q.detector === detector && q.attack === attack);
    if (!p) continue;
    comparisons.add(
      'hotpotqa',
      `Recall of ${what} under ${attack} at 1 % FPR, %`,
      recall,
      inPercent(p.recall[at1]),
      p.contexts,
      PAPER_CONTEXTS.hotpotqa.test,
    );
  }
  return comparisons.list;
}
