import type { Comparison, EvaluationReport, Exhibit, ExperimentResult } from '../../src/evaluation/types.ts';
import { HOSTILE } from './sample.ts';
import { generator } from './sample-graph.ts';

const BASIS = 'MuSiQue, mpnet-768, 1,000 benign and 1,000 attacked contexts of two documents, test split, seed 7';
const DETECTORS = ['spectral-gap', 'conductance', 'modularity', 'hybrid', 'query-distance', 'anchored'];

/** Receiver operating curve of a score with this much separation between the classes. */
function curve(separation: number, points: number): { x: number; y: number }[] {
  return Array.from({ length: points }, (_, i) => {
    const x = (i / (points - 1)) ** 2;
    return { x, y: 1 - (1 - x) ** separation };
  });
}

function normals(seed: number, count: number, mean: number, deviation: number): number[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => {
    const sum = Array.from({ length: 12 }, random).reduce((a, b) => a + b, 0);
    return mean + deviation * (sum - 6);
  });
}

const detection: Exhibit = {
  type: 'table',
  title: 'Detection of replaced documents',
  note: 'Thresholds come from the development split.',
  columns: ['Detector', 'AUROC', 'sd', 'Recall at 1 % FPR', 'Recall at 5 % FPR', 'FPR', 'Contexts', 'Published by'],
  rows: DETECTORS.map((d, i) => [
    d,
    0.902 + i * 0.017,
    i === 2 ? null : 0.0041,
    `${(31.2 + i * 9.37).toFixed(1)} ± 1.${i}`,
    0.51 + i * 0.08,
    i === 4 ? Number.NaN : 0.0098,
    1000 + i,
    'the paper, Table 1',
  ]),
};

const long: Exhibit = {
  type: 'table',
  title: 'Every detector against every attack',
  columns: ['Detector', 'Attack', 'AUROC', 'Recall at 1 % FPR'],
  rows: DETECTORS.flatMap((d, i) =>
    ['replace', 'random-padding', 'best-of-n', 'chain-mimicry', 'same-community', 'topical'].map((a, j) => [
      d,
      a,
      (98.2 - i - j * 3.21) / 1,
      Math.max(0, 76.5 - 11 * j - i),
    ]),
  ),
};

const roc: Exhibit = {
  type: 'lines',
  title: 'Receiver operating curves',
  xLabel: 'False-positive rate (share)',
  yLabel: 'Recall (share)',
  series: DETECTORS.map((name, i) => ({ name, points: curve(4 + 6 * i, 300) })),
};

const sweep: Exhibit = {
  type: 'lines',
  title: 'Recall against the number of neighbours',
  note: 'k = 2 splits contexts that hang together.',
  xLabel: 'k (neighbours)',
  yLabel: 'Recall at 1 % FPR (%)',
  series: DETECTORS.slice(0, 3).map((name, i) => ({
    name,
    points: [2, 4, 6, 8, 10].map((x) => ({ x, y: 18 + 20 * Math.tanh(x / 3) - i * 4.2, error: 1.4 + i * 0.3 })),
  })),
};

const latency: Exhibit = {
  type: 'points',
  title: 'Latency against recall',
  xLabel: 'Latency of a context (ms)',
  yLabel: 'Recall at 1 % FPR (%)',
  series: [...DETECTORS, 'LlamaGuard 2 (published)', 'LLM as a judge (published)'].map((name, i) => ({
    name,
    points: [{ x: 0.21 * 3.4 ** i, y: 20 + ((i * 37) % 61), error: 2.1 }],
  })),
};

const quartiles: Exhibit = {
  type: 'bars',
  title: 'Benign false-positive rate by quartile of the document gap',
  xLabel: 'Quartile',
  yLabel: 'False-positive rate (%)',
  bars: ['first, documents alike', 'second', 'third', 'fourth, documents furthest apart of all the contexts'].map(
    (name, i) => ({ name, value: 0.2 + i * i * 0.31, error: 0.12 + i * 0.05 }),
  ),
};

const signed: Exhibit = {
  type: 'bars',
  title: 'Change of AUROC with supervised calibration',
  xLabel: 'Detector',
  yLabel: 'Difference (points)',
  bars: DETECTORS.map((name, i) => ({ name, value: 1.7 - i * 0.83, error: 0.4 })),
};

const transfer = (name: string, seed: number): Exhibit => {
  const random = generator(seed);
  return {
    type: 'heatmap',
    title: `Transfer of thresholds, ${name}`,
    xLabel: 'Screened with (R, k)',
    yLabel: 'Calibrated with (R, k)',
    x: ['6, 4', '6, 8', '10, 4', '10, 8'],
    y: ['6, 4', '6, 8', '10, 4', '10, 8'],
    values: Array.from({ length: 4 }, (_, r) =>
      Array.from({ length: 4 }, (_, c) => (r === 3 && c === 0 ? null : r === c ? 0.01 : random() * 0.6)),
    ),
  };
};

const wideMap: Exhibit = {
  type: 'heatmap',
  title: 'Recall by detector and attack',
  note: 'At 1 % FPR, in per cent.',
  xLabel: 'Attack',
  yLabel: 'Detector',
  x: ['replace', 'random-padding', 'best-of-n', 'chain-mimicry', 'same-community', 'topical', 'bridge', 'tail'],
  y: DETECTORS,
  values: DETECTORS.map((_, i) => Array.from({ length: 8 }, (_, j) => Math.max(0, 96 - 11 * j - 7 * i))),
};

const gaps: Exhibit = {
  type: 'histogram',
  title: 'Document gaps',
  xLabel: 'Document gap (1 − cosine)',
  series: [
    { name: 'benign', values: normals(3, 1000, 0.53, 0.14) },
    { name: 'replace', values: normals(4, 1000, 0.89, 0.06) },
  ],
};

const cosines: Exhibit = {
  type: 'histogram',
  title: 'Cosine of sentences, by number of sentences',
  xLabel: 'Cosine similarity',
  series: [2, 3, 4, 5].map((s) => ({ name: `${s} sentences a document`, values: normals(s, 600, 0.1 * s, 0.12) })),
};

const comparisons: Comparison[] = [
  { what: 'AUROC of hybrid (%)', paper: 95.2, ours: 95.61, standardError: 0.42, contexts: 2000, paperContexts: 1000 },
  { what: 'Recall of hybrid at 1 % FPR (%)', paper: 35, ours: 32.64, standardError: 1.31, contexts: 2000 },
  {
    what: 'Document gap, replaced',
    paper: 0.88,
    ours: 0.8912,
    standardError: 0.002,
    contexts: 1000,
    paperContexts: 500,
  },
  { what: 'Document gap, benign', paper: 0.53, ours: Number.NaN, standardError: Number.NaN, contexts: 0 },
];

function experiment(name: string, title: string, exhibits: Exhibit[], compared: Comparison[] = []): ExperimentResult {
  return { name, title, basis: BASIS, exhibits, comparisons: compared, seconds: 12.34 };
}

/** A report with every kind of exhibit, as large as a real one's parts. */
export function sampleReport(experiments?: ExperimentResult[]): EvaluationReport {
  return {
    format: 'topoguard-evaluation',
    version: 1,
    created: '2025-03-01T14:05:09.000Z',
    dataset: {
      name: 'MuSiQue (answerable, development)',
      rows: 2417,
      used: 2003,
      leftOut: [
        { reason: 'fewer than two supporting documents', count: 14 },
        { reason: 'fewer than three sentences in a supporting document', count: 400 },
      ],
    },
    encoder: { id: 'precomputed:mpnet', dimension: 768 },
    options: { seed: 7, k: 4, alpha: 0.5, sentences: 3, fpr: [0.01, 0.05] },
    experiments: experiments ?? [
      experiment('table1', 'Table 1: detection of split-knowledge attacks', [detection, roc, gaps, long], comparisons),
      experiment('figure2', 'Figure 2: transfer between shapes', [transfer('hybrid', 5), transfer('pairwise', 6)]),
      experiment('figure3', 'Figures 3 and 4: latency, and the number of neighbours', [latency, sweep]),
      experiment('table2', 'Tables 2 and 9: benign false positives by document gap', [quartiles, signed, wideMap]),
      experiment('figure5', 'Figure 5: distribution of cosines', [cosines], comparisons.slice(0, 1)),
    ],
  };
}

/** Every text of a report hostile, in every kind of exhibit. */
export function hostileReport(text: string = HOSTILE): EvaluationReport {
  const titled = { title: text, note: text, xLabel: text, yLabel: text };
  const exhibits: Exhibit[] = [
    {
      type: 'table',
      title: text,
      note: text,
      columns: [text, 'number'],
      rows: [
        [text, 1],
        [text, text],
        [null, null],
      ],
    },
    {
      type: 'lines',
      ...titled,
      series: [
        {
          name: text,
          points: [
            { x: 1, y: 2, error: 0.1 },
            { x: 2, y: 3 },
          ],
        },
      ],
    },
    { type: 'points', ...titled, series: [{ name: text, points: [{ x: 1, y: 2, error: 0.1 }] }] },
    {
      type: 'bars',
      ...titled,
      bars: [
        { name: text, value: 1, error: 0.2 },
        { name: text, value: -3 },
      ],
    },
    { type: 'heatmap', ...titled, x: [text, 'b'], y: [text], values: [[1, null]] },
    { type: 'histogram', title: text, note: text, xLabel: text, series: [{ name: text, values: [1, 2, 2] }] },
    {
      type: 'histogram',
      title: text,
      xLabel: text,
      series: [1, 2, 3, 4].map((n) => ({ name: `${n} ${text}`, values: [n, n + 1] })),
    },
  ];
  const compared = [{ what: text, paper: 0.5, ours: 0.51, standardError: 0.02, contexts: 10, paperContexts: 100 }];
  const report = sampleReport([{ name: text, title: text, basis: text, exhibits, comparisons: compared, seconds: 1 }]);
  return {
    ...report,
    created: text,
    dataset: { name: text, rows: 3, used: 2, leftOut: [{ reason: text, count: 1 }] },
    encoder: { id: text, dimension: 3 },
  };
}
