import { COMPOSITE_GROUPS, compositeDetector } from '../../detectors/index.ts';
import type { Exhibit } from '../types.ts';
import { percentCell, rateLabel } from './cells.ts';
import { crossFitted } from './cross-fit.ts';
import type { EvaluatedDetector } from './detectors.ts';
import { type Experiment, measurementOf } from './experiment.ts';
import type { NamedContexts } from './observe.ts';
import type { Performance } from './performance.ts';
import type { Setting } from './setting.ts';
import type { Study } from './study.ts';

/** A composite with something left out. */
interface Variant {
  name: string;
  evaluated: EvaluatedDetector;
}

const GROUPS = COMPOSITE_GROUPS.map((group) => group.name);
const SIGNALS = [...new Set(COMPOSITE_GROUPS.flatMap((group) => group.members.map((member) => member.signal)))];

const VARIANTS: readonly Variant[] = [
  variant('composite', []),
  ...GROUPS.map((name) => variant(`without group ${name}`, [name])),
  ...GROUPS.map((name) =>
    variant(
      `group ${name} alone`,
      GROUPS.filter((other) => other !== name),
    ),
  ),
  ...SIGNALS.map((name) => variant(`without ${name}`, [name])),
];

function variant(name: string, without: readonly string[]): Variant {
  return { name, evaluated: { name, group: 'product', detector: compositeDetector({ without }) } };
}

/** The main attacks, each shape with a threshold of its own. */
const SHAPES: readonly { setting: Setting; attacks: readonly string[] }[] = [
  {
    setting: {},
    attacks: [
      'replace',
      'chain-mimicry',
      'same-community',
      'topical',
      'bridge',
      'bridge-paraphrase',
      'entity-injection',
      'poisonedrag-1-question',
      'poisonedrag-1',
    ],
  },
  { setting: { kind: 'retrieved', documents: 5 }, attacks: ['replace'] },
  { setting: { kind: 'with-distractors', documents: 5 }, attacks: ['replace-supporting'] },
];

const FEWEST = 12;

interface Column {
  name: string;
  /** One for each variant. */
  performances: Performance[];
}

/** What each signal and each group of `composite` is good for. */
export const ablation: Experiment = {
  name: 'ablation',
  aliases: [],
  title: 'What each part of composite adds (beyond the paper)',
  async run(study) {
    const columns: Column[] = [];
    for (const { setting, attacks } of SHAPES) columns.push(...(await columnsOf(study, setting, attacks)));
    const counts = columns.map((c) => `${c.name} ${c.performances[0].contexts}`).join(', ');
    return {
      basis: study.basis(`attacks: ${counts || 'none'}`),
      exhibits: columns.length === 0 ? [] : exhibits(study, columns),
      comparisons: [],
      measurements: columns.flatMap((column) =>
        column.performances.map((p) => ({
          ...measurementOf(study, p, { column: column.name, ...(p.named ? { named: p.named.mean } : {}) }),
        })),
      ),
    };
  },
};

async function columnsOf(study: Study, setting: Setting, names: readonly string[]): Promise<Column[]> {
  const benign = await study.benign(setting);
  if (benign.length < FEWEST) return [];
  const attacks: NamedContexts[] = [];
  for (const name of names) {
    const observations = await study.attack(name, setting);
    if (observations.length > 0) attacks.push({ name, observations });
  }
  const found: Performance[][] = [];
  for (const { evaluated } of VARIANTS) {
    study.throwIfAborted();
    found.push(crossFitted(evaluated, benign, attacks, study.options));
  }
  const { kind, documents } = setting;
  return attacks.map(({ name }, a) => ({
    name: kind === undefined ? name : `${name}, ${kind} ${documents}`,
    performances: found.map((of) => of[a]),
  }));
}

function exhibits(study: Study, columns: readonly Column[]): Exhibit[] {
  const note =
    'In percent, ± standard error. Left out: the signal from every group that has it, or the group; the weights of the groups that ' +
    'stay are scaled to sum to one. Each variant has thresholds of its own.';
  const table = (title: string, cell: (p: Performance) => string | null): Exhibit => ({
    type: 'table',
    title,
    note,
    columns: ['Variant', ...columns.map((c) => c.name)],
    rows: VARIANTS.map(({ name }, v) => [name, ...columns.map((c) => cell(c.performances[v]))]),
  });
  return [
    table('AUROC of composite with parts left out', (p) => percentCell(p.auroc)),
    ...study.options.fpr.map((rate, f) =>
      table(`Recall at ${rateLabel(rate)} FPR of composite with parts left out`, (p) => percentCell(p.recall[f])),
    ),
  ];
}
