import type { Exhibit } from '../types.ts';
import { percentCell, rateLabel } from './cells.ts';
import { crossFitted } from './cross-fit.ts';
import { type EvaluatedDetector, evaluatedDetector, HYBRID_NAMES, labelOf } from './detectors.ts';
import { type Experiment, measurementOf } from './experiment.ts';
import { GOAL_TABLE, type GoalRow, type GoalShape } from './goal-table.ts';
import { type Judged, judgeGoal } from './goal-verdict.ts';
import type { NamedContexts } from './observe.ts';
import { paperDataset } from './paper.ts';
import type { Performance } from './performance.ts';
import { realizedFpr } from './realized-fpr.ts';
import type { Study } from './study.ts';

/** The detector that the goals are for, and those it is shown beside. */
const DETECTOR = evaluatedDetector('composite');
const BESIDE = ['anchored', 'spectral-gap', 'conductance', 'modularity', HYBRID_NAMES].map(evaluatedDetector);
const DETECTORS = [DETECTOR, ...BESIDE];
/** Those whose false alarms are measured as a profile has them. */
const REALIZED: readonly EvaluatedDetector[] = [DETECTOR, BESIDE[0]];

/** Fewer contexts give no splits worth a number. */
const FEWEST = 12;

interface MeasuredRow {
  shape: GoalShape;
  row: GoalRow;
  /** One for each of `DETECTORS`. */
  performances: Performance[];
}

interface JudgedRow extends MeasuredRow {
  judged: Judged;
}

/** Every known attack on every shape of context, one threshold a shape, against what the default detector is meant to reach. */
export const goals: Experiment = {
  name: 'goals',
  aliases: [],
  title: 'One detector against every attack (beyond the paper)',
  async run(study) {
    const found: MeasuredRow[] = [];
    const sizes: string[] = [];
    for (const shape of GOAL_TABLE) {
      const rows = await measureShape(study, shape);
      found.push(...rows);
      if (rows.length > 0) sizes.push(`${shape.name} ${rows[0].performances[0].benign}`);
    }
    const measured = judge(study, found);
    return {
      basis: study.basis(`benign contexts by shape: ${sizes.join(', ') || 'none'}`),
      exhibits: measured.length === 0 ? [] : exhibits(study, measured),
      comparisons: [],
      measurements: measured.flatMap(({ shape, performances: of, judged }) =>
        of.map((p) =>
          measurementOf(study, p, {
            shape: shape.name,
            ...(p.named ? { named: p.named.mean, namedSd: p.named.sd } : {}),
            ...spread(study, p),
            ...(p.detector === DETECTOR.name ? judgement(judged) : {}),
          }),
        ),
      ),
    };
  },
};

async function measureShape(study: Study, shape: GoalShape): Promise<MeasuredRow[]> {
  const benign = await study.benign(shape.setting);
  if (benign.length < FEWEST) return [];
  const attacks: NamedContexts[] = [];
  const rows: GoalRow[] = [];
  for (const row of shape.rows) {
    const observations = await study.attack(row.attack, shape.setting);
    if (observations.length === 0) continue;
    attacks.push({ name: row.attack, observations });
    rows.push(row);
  }
  if (attacks.length === 0) return [];
  const found: Performance[][] = [];
  for (const detector of DETECTORS) {
    study.throwIfAborted();
    const of = crossFitted(detector, benign, attacks, study.options);
    const fpr = REALIZED.includes(detector) ? realizedFpr(study, detector.detector, benign) : null;
    found.push(fpr ? of.map((p) => ({ ...p, fpr })) : of);
  }
  return rows.map((row, a) => ({
    shape,
    row,
    performances: found.map((of) => of[a]),
  }));
}

function judge(study: Study, measured: readonly MeasuredRow[]): JudgedRow[] {
  const [firstShape] = GOAL_TABLE;
  const first = (attack: string) =>
    measured.find((m) => m.shape === firstShape && m.row.attack === attack)?.performances[0];
  return measured.map((m) => ({
    ...m,
    judged: judgeGoal(m.row, m.performances[0], first, study.options.fpr, paperDataset(study)),
  }));
}

function exhibits(study: Study, measured: readonly JudgedRow[]): Exhibit[] {
  const { fpr } = study.options;
  const note =
    'In percent, ± standard error over bootstrap resamples of the questions. Benign contexts of the same kind and size set one threshold ' +
    'for all attacks on a shape; reference and threshold never hold the question that is tested. Padding and connectors add documents to ' +
    'contexts of two.';
  const head = ['Contexts', 'Attack', 'Count'];
  const lead = ({ shape, row, performances: [p] }: MeasuredRow) => [shape.name, row.attack, p.contexts];
  const beside = (title: string, cell: (p: Performance) => string | null, detectors: readonly EvaluatedDetector[]) => ({
    type: 'table' as const,
    title,
    note,
    columns: [...head, ...detectors.map(labelOf)],
    rows: measured.map((m) => [...lead(m), ...detectors.map((d) => cell(m.performances[DETECTORS.indexOf(d)]))]),
  });
  return [
    {
      type: 'table',
      title: `What ${DETECTOR.name} reaches, and its goals`,
      note:
        `${note} Goal: AUROC / recall at 1 % FPR / planted document named first; “within error”: missed by no more than one standard error. ` +
        'An empty goal: none was set for this data set.',
      columns: [
        ...head,
        'AUROC',
        ...fpr.map((rate) => `Recall at ${rateLabel(rate)} FPR`),
        'Named first',
        'Goal',
        'Reached',
      ],
      rows: measured.map((m) => {
        const [p] = m.performances;
        return [
          ...lead(m),
          percentCell(p.auroc),
          ...p.recall.map((recall) => percentCell(recall)),
          percentCell(p.named),
          m.judged.text,
          m.judged.verdict,
        ];
      }),
    },
    beside('AUROC beside other detectors', (p) => percentCell(p.auroc), DETECTORS),
    ...fpr.map((rate, f) =>
      beside(`Recall at ${rateLabel(rate)} FPR beside other detectors`, (p) => percentCell(p.recall[f]), DETECTORS),
    ),
    beside('Planted document named first', (p) => percentCell(p.named), [DETECTOR, BESIDE[0]]),
    falsePositives(study, measured),
  ];
}

function falsePositives(study: Study, measured: readonly JudgedRow[]): Exhibit {
  const { fpr } = study.options;
  const shapes = measured.filter((m, i) => measured.findIndex((other) => other.shape === m.shape) === i);
  return {
    type: 'table',
    title: 'False-positive rate by shape',
    note: 'In percent, ± binomial standard error: two thirds of the questions make a profile, the others are tested; mean over 30 splits.',
    columns: [
      'Contexts',
      'Count',
      ...REALIZED.flatMap((d) => fpr.map((rate) => `${d.name}, target ${rateLabel(rate)}`)),
    ],
    rows: shapes.map(({ shape, performances: of }) => [
      shape.name,
      of[0].benign,
      ...of.slice(0, REALIZED.length).flatMap((p) => p.fpr.map((rate) => percentCell(rate, 2))),
    ]),
  };
}

function judgement({ text, verdict }: Judged): Record<string, string> {
  return text === null || verdict === null ? {} : { goal: text, verdict };
}

/** Deviations and rates that the flat list has no field for. */
function spread(study: Study, p: Performance): Record<string, number> {
  const entries = study.options.fpr.flatMap((rate, f) => {
    const name = rateLabel(rate);
    const [recall, realized] = [p.recall[f], p.fpr[f]];
    return [
      ...(recall
        ? [[`recall at ${name}`, recall.mean] as const, [`recall at ${name}, error`, recall.sd] as const]
        : []),
      ...(realized ? [[`fpr at ${name}`, realized.mean] as const] : []),
    ];
  });
  return { benign: p.benign, ...Object.fromEntries(entries) };
}
