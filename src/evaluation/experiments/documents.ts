import type { ContextKind, Exhibit } from '../types.ts';
import { percentCell, rateLabel } from './cells.ts';
import { evaluatedDetector, HYBRID_NAMES, labelOf } from './detectors.ts';
import { type Experiment, type Findings, measurementOf } from './experiment.ts';
import { type Performance, performances } from './performance.ts';
import type { Study } from './study.ts';

/** Sizes of contexts as production has them; two retrieved documents show what the paper's choice of documents is worth. */
const SHAPES: readonly (readonly [kind: ContextKind, documents: number])[] = [
  ['retrieved', 2],
  ['retrieved', 3],
  ['retrieved', 5],
  ['retrieved', 10],
  ['with-distractors', 3],
  ['with-distractors', 5],
];

const DETECTORS = [
  'spectral-gap',
  'conductance',
  HYBRID_NAMES,
  'pairwise-spectral-gap',
  'pairwise-hybrid',
  'document-gap',
  'query-distance',
  'anchored',
  'document-anomaly',
].map(evaluatedDetector);

interface Shape {
  kind: ContextKind;
  documents: number;
  performances: Performance[];
}

/** One planted document among more than two: whole-graph, pairwise and document-wise detectors, each shape with its own threshold. */
export const documents: Experiment = {
  name: 'documents',
  aliases: [],
  title: 'More documents: retrieved contexts and distractors (beyond the paper)',
  async run(study) {
    const shapes: Shape[] = [];
    for (const [kind, count] of SHAPES) {
      const benign = await study.benign({ kind, documents: count });
      const attacks = await study.attack('replace', { kind, documents: count });
      if (benign.length < FEWEST || attacks.length === 0) continue;
      const options = study.performanceOptions(benign);
      const sets = [{ name: 'replace', observations: attacks }];
      shapes.push({
        kind,
        documents: count,
        performances: DETECTORS.map((d) => performances(d, benign, sets, options)[0]),
      });
    }
    const sizes = shapes.map((s) => `${nameOf(s)}: ${s.performances[0].benign}`).join(', ');
    return {
      basis: study.basis(`benign contexts by kind and documents: ${sizes || 'none'}`),
      exhibits: shapes.length === 0 ? [] : exhibits(study, shapes),
      comparisons: [],
      measurements: shapes.flatMap((s): Findings['measurements'] =>
        s.performances.map((p) => measurementOf(study, p, { kind: s.kind, documents: s.documents })),
      ),
    };
  },
};

/** Fewer contexts give no splits worth a number. */
const FEWEST = 12;

function nameOf({ kind, documents: count }: Shape): string {
  return `${kind}, ${count}`;
}

function exhibits(study: Study, shapes: readonly Shape[]): Exhibit[] {
  const note =
    'One document of each context replaced by one of another question; benign contexts of the same kind and size set the threshold. ' +
    'Retrieved: the documents of the data set most similar to the question. With distractors: the two supporting ones and the data ' +
    'set’s own distractors. In percent, mean ± standard deviation.';
  const columns = ['Detector', ...shapes.map(nameOf)];
  const rows = (cell: (p: Performance) => string | null) =>
    DETECTORS.map((d, i) => [labelOf(d), ...shapes.map((s) => cell(s.performances[i]))]);
  return [
    {
      type: 'table',
      title: 'AUROC by kind and number of documents',
      note,
      columns,
      rows: rows((p) => percentCell(p.auroc)),
    },
    ...study.options.fpr.map(
      (rate, f): Exhibit => ({
        type: 'table',
        title: `Recall at ${rateLabel(rate)} FPR by kind and number of documents`,
        note,
        columns,
        rows: rows((p) => percentCell(p.recall[f])),
      }),
    ),
  ];
}
