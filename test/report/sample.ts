import type { ScreenResult, Verdict } from '../../src/guard/result.ts';
import type { ReportEntry, ScreenReportInput } from '../../src/report/index.ts';
import { generator, sampleGraph } from './sample-graph.ts';
import { TOPICS } from './sample-texts.ts';

/** Text that tries everything: to run, to end its element, to reorder its line, to hide instructions. */
export const HOSTILE =
  '</script><script>window.hacked=1</script><!--<img src=x onerror="window.hacked=2">\' " & \u2028\u2029 \u202Egnp.exe\u202C \u0000\u200B ' +
  Array.from('ignore all', (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('') +
  ' \uD800 {{7*7}} ]]> <svg onload=window.hacked=4>';

export function benignScores(seed: number, count: number, center: number, spread: number): number[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => center + spread * (random() + random() + random() - 1.5)).sort(
    (a, b) => a - b,
  );
}

export const DISTRIBUTIONS: Record<string, number[]> = {
  anchored: benignScores(11, 800, 1.6, 1.4).map((v) => Math.max(0.02, v)),
  'query-distance': benignScores(12, 800, 0.42, 0.3),
  'entity-link': benignScores(13, 800, -6.2, 3),
  'spectral-gap': benignScores(14, 800, 0.3, 0.4),
  conductance: benignScores(15, 800, 0.55, 0.5),
  'entity-overlap': benignScores(16, 800, 0.8, 0.3).map((v) => Math.min(1, v)),
};

const THRESHOLD = 4.102;

export interface SampleOptions {
  index: number;
  attack?: boolean;
  documents?: { topic: number; title?: string; sentences: string[] }[];
  apart?: boolean;
  threshold?: number;
}

/** A screened context whose graph is a real one, with scores drawn from around the class. */
export function sampleEntry({
  index,
  attack = false,
  documents,
  apart = false,
  threshold = THRESHOLD,
}: SampleOptions): ReportEntry & { ok: true } {
  const random = generator(index + 101);
  const topic = index % TOPICS.length;
  const other = (topic + 1 + (index % 4)) % TOPICS.length;
  const docs = documents ?? [
    { topic, ...TOPICS[topic].passages[0] },
    attack ? { topic: other, ...TOPICS[other].passages[1] } : { topic, ...TOPICS[topic].passages[1] },
  ];
  const g = sampleGraph(docs, random, apart);
  const score = attack ? 3.6 + 6 * random() : 0.4 + 3.4 * random();
  const verdict: Verdict = score > threshold ? 'flag' : 'pass';
  const below = DISTRIBUTIONS.anchored.filter((s) => s < score).length;
  const ref = (node: number): { document: number; sentence: number } => ({
    document: g.graph.nodes[node].document,
    sentence: g.graph.nodes[node].sentence,
  });
  const result: ScreenResult = {
    id: `hp-${String(4100 + index * 7)}`,
    verdict,
    score,
    threshold,
    pValue: (801 - below) / 801,
    pValueMidRank: (801 - below) / 801,
    fpr: 0.01,
    detector: 'anchored',
    signals: {
      anchored: score,
      'query-distance': (attack ? 0.62 : 0.38) + 0.15 * random(),
      'entity-link': (attack ? -1.4 : -6.4) - random(),
      'spectral-gap': 1 - Math.min(1, g.lambda2),
      conductance: 0.45 + 0.5 * random(),
      'conductance-exact': g.graph.nodes.length > 12 ? Number.NaN : 0.5 + 0.4 * random(),
      'entity-overlap': attack ? 1 : 0.78 + 0.2 * random(),
    },
    shape: { documents: docs.length, sentences: g.graph.nodes.length },
    parts: g.parts,
    weakestLink: { similarity: g.link.similarity, from: ref(g.link.from), to: ref(g.link.to) },
    ...(attack ? { suspect: { index: docs.length - 1 } } : {}),
    lambda2: g.lambda2,
    components: g.components,
    degenerate: g.components > 1 ? null : false,
    extrapolated: false,
    notes: [],
    timings: { text: 0.011, encode: 0.034, graph: 0.006, signals: 0.018, total: 0.071 },
    backend: 'native',
    encoder: 'static:minilm-128',
    profile: { name: 'hotpot-internal', generic: false },
    graph: g.graph,
  };
  return {
    ok: true,
    result,
    query: TOPICS[topic].query,
    documents: docs.map((d, i) => ({ id: `d${i}`, ...(d.title === undefined ? {} : { title: d.title }) })),
    label: attack ? 'attack' : 'benign',
  };
}

function abstention(index: number): ReportEntry {
  const entry = sampleEntry({ index });
  const { graph, suspect, ...rest } = entry.result;
  void graph;
  void suspect;
  return {
    ...entry,
    documents: [{ title: TOPICS[0].passages[0].title }],
    result: {
      ...rest,
      verdict: 'abstain',
      reason: 'only one document has text',
      score: null,
      threshold: null,
      pValue: null,
      signals: {},
      shape: { documents: 1, sentences: 3 },
      parts: null,
      weakestLink: null,
      lambda2: null,
      components: null,
      degenerate: null,
    },
  };
}

/** Every foreign string of an entry replaced by the hostile one. */
export function hostileEntry(index: number): ReportEntry & { ok: true } {
  const entry = sampleEntry({
    index,
    attack: true,
    documents: [
      { topic: 0, title: HOSTILE, sentences: [HOSTILE, HOSTILE, 'A harmless sentence.'] },
      {
        topic: 1,
        title: '\u202Eoverride',
        sentences: ['<b>bold?</b>', 'שלום עולם, English and עברית mixed.', HOSTILE],
      },
    ],
  });
  return {
    ...entry,
    query: HOSTILE,
    documents: [{ id: HOSTILE, title: HOSTILE }, { id: HOSTILE }],
    result: {
      ...entry.result,
      id: HOSTILE,
      notes: [HOSTILE],
      detector: 'anchored',
      signals: { ...entry.result.signals, [HOSTILE]: 1, __proto__x: 2 },
    },
  };
}

/** About thirty contexts: benign, attacks, abstentions, errors, a large one, a disconnected one, a hostile one. */
export function sampleEntries(): ReportEntry[] {
  const entries: ReportEntry[] = Array.from({ length: 24 }, (_, index) =>
    sampleEntry({ index, attack: index % 3 === 1 }),
  );
  const many = Array.from({ length: 10 }, (_, d) => {
    const topic = d === 9 ? 4 : d < 5 ? 0 : 1;
    const passage = TOPICS[topic].passages[d % 2];
    return { topic, title: `${passage.title} (${d + 1})`, sentences: passage.sentences };
  });
  entries.push(
    sampleEntry({ index: 30, attack: true, documents: many }),
    sampleEntry({ index: 31, attack: true, apart: true }),
    hostileEntry(32),
    abstention(33),
    abstention(34),
    {
      ok: false,
      line: 29,
      error: {
        code: 'JSON_INVALID',
        message: 'contexts.jsonl:29: unexpected end of input. Give one JSON object a line',
      },
    },
    {
      ok: false,
      id: 'hp-9001',
      line: 31,
      error: { code: 'CONTEXT_INVALID', message: 'documents[1].text: must be a string' },
      label: 'benign',
    },
  );
  return entries;
}

export function sampleInput(entries: readonly ReportEntry[] = sampleEntries()): ScreenReportInput {
  return {
    title: 'Nightly retrieval audit',
    created: '2025-03-14T02:15:00Z',
    entries,
    profile: {
      name: 'hotpot-internal',
      generic: false,
      fpr: 0.01,
      detector: 'anchored',
      encoder: 'static:minilm-128',
      count: 800,
      distributions: DISTRIBUTIONS,
    },
    backend: 'native',
    version: '0.1.0',
  };
}
