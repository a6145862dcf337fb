const BASE: Readonly<Record<string, string>> = {
  'spectral-gap': '1 − λ₂: how loosely the graph hangs together',
  conductance: 'how little crosses the Fiedler cut',
  'conductance-sweep': 'how little crosses the best cut along the Fiedler order',
  'conductance-exact': 'how little crosses the best of all cuts',
  modularity: 'how clearly the sentences fall into communities',
  'entity-overlap': 'how few named entities the documents share',
  hybrid: 'spectral gap and entity overlap, weighted',
  'average-weight': '1 − mean weight of the edges',
  density: '1 − mean similarity of all sentence pairs',
};

const OTHERS: Readonly<Record<string, string>> = {
  'document-gap': 'how far apart the documents are as wholes',
  'query-distance': 'how far the least relevant document is from the query',
  'entity-link': 'how weakly the least linked document is tied by names',
  'document-anomaly': 'how unusual the most anomalous document is',
  'query-echo': "how much of the query's wording a sentence repeats",
  anchored: 'query distance and entity link, fused',
};

/** What a signal measures, in a few words; empty for a name that is not known. */
export function describeSignal(name: string): string {
  const whole = OTHERS[name] ?? BASE[name];
  if (whole !== undefined) return whole;
  const base = name.startsWith('pairwise-') ? BASE[name.slice('pairwise-'.length)] : undefined;
  return base === undefined ? '' : `${base}, at the weakest pair of documents`;
}
