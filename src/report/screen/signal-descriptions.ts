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
  composite: 'the most anomalous part of a document, by every known kind of attack',
  'window-query-distance': 'how far the suspect is from the query',
  'window-second-distance': 'how far its second-nearest sentence is from the query',
  'window-mean-distance': 'how far its sentences are from the query on average',
  'window-imbalance': 'how much nearer to the query one of its sentences is than the others',
  'window-missing-words': 'share of the query’s words it lacks, rare words counting more',
  'window-unlinked-names': 'share of its names that nothing near the query has',
  'window-rare-links': 'how few rare words it shares with what is near the query',
  'window-shared-names': 'how many rare names it shares with other documents',
  'window-echo': 'how many of the query’s words one of its sentences repeats',
  'window-phrase-echo': 'how much of the query’s wording one of its sentences repeats',
};

/** What a signal measures, in a few words; empty for a name that is not known. */
export function describeSignal(name: string): string {
  const whole = OTHERS[name] ?? BASE[name];
  if (whole !== undefined) return whole;
  const base = name.startsWith('pairwise-') ? BASE[name.slice('pairwise-'.length)] : undefined;
  return base === undefined ? '' : `${base}, at the weakest pair of documents`;
}
