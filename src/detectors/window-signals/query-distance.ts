import type { WindowSignal } from '../features.ts';
import { type WindowRelations, windowRelations } from '../windows/index.ts';

/** 1 − best cosine of a sentence to the query. In [0, 2]. */
export const windowQueryDistance: WindowSignal = {
  name: 'window-query-distance',
  compute: (f, out) => {
    const { windows, bestQueryCosine } = windowRelations(f);
    for (let w = 0; w < windows.count; w++) out[w] = 1 - bestQueryCosine[w];
  },
};

/** 1 − second best cosine of a sentence to the query; of the best where there is one sentence. In [0, 2]. */
export const windowSecondDistance: WindowSignal = {
  name: 'window-second-distance',
  compute: (f, out) => {
    const { windows, secondQueryCosine } = windowRelations(f);
    for (let w = 0; w < windows.count; w++) out[w] = 1 - secondQueryCosine[w];
  },
};

/** 1 − mean cosine of the sentences to the query. In [0, 2]. */
export const windowMeanDistance: WindowSignal = {
  name: 'window-mean-distance',
  compute: (f, out) => {
    const relations = windowRelations(f);
    for (let w = 0; w < relations.windows.count; w++) out[w] = 1 - meanQueryCosine(relations, w);
  },
};

/** 1 − cosine of the query and the mean unit vector of the sentences. In [0, 2]; 1 where the mean is 0. */
export const windowCentreDistance: WindowSignal = {
  name: 'window-centre-distance',
  compute: (f, out) => {
    const relations = windowRelations(f);
    const { windows } = relations;
    for (let w = 0; w < windows.count; w++) {
      const from = windows.from[w];
      const to = windows.to[w];
      let square = 0;
      for (let i = from; i < to; i++) for (let j = from; j < to; j++) square += f.similarities[i * f.sentenceCount + j];
      const length = Math.sqrt(Math.max(0, square)) / (to - from);
      out[w] = length > ZERO_LENGTH ? 1 - meanQueryCosine(relations, w) / length : 1;
    }
  },
};

/**
 * How far the rest of the window is from everything, apart from its sentence nearest to the query: 1 − the largest cosine of another of its
 * sentences to the query or to a sentence outside. Of its one sentence where it has one. In [0, 2].
 */
export const windowLoneSentences: WindowSignal = {
  name: 'window-lone-sentences',
  compute: (f, out) => {
    const { windows, queryCosines, bestQueryCosine } = windowRelations(f);
    const n = f.sentenceCount;
    for (let w = 0; w < windows.count; w++) {
      const from = windows.from[w];
      const to = windows.to[w];
      let nearest = from;
      while (nearest < to && queryCosines[nearest] !== bestQueryCosine[w]) nearest++;
      let best = Number.NEGATIVE_INFINITY;
      for (let i = from; i < to; i++) {
        if (i === nearest && to - from > 1) continue;
        best = Math.max(best, queryCosines[i]);
        for (let j = 0; j < from; j++) best = Math.max(best, f.similarities[i * n + j]);
        for (let j = to; j < n; j++) best = Math.max(best, f.similarities[i * n + j]);
      }
      out[w] = 1 - best;
    }
  },
};

/** A mean of unit vectors that is this short beside 1 is rounding around zero. */
const ZERO_LENGTH = 1e-6;

/** Best cosine of a sentence to the query minus the mean of the others'. In [0, 2]; 0 where there is one sentence. */
export const windowImbalance: WindowSignal = {
  name: 'window-imbalance',
  compute: (f, out) => {
    const relations = windowRelations(f);
    const { windows, bestQueryCosine } = relations;
    for (let w = 0; w < windows.count; w++) {
      const n = windows.to[w] - windows.from[w];
      const best = bestQueryCosine[w];
      out[w] = n === 1 ? 0 : best - (n * meanQueryCosine(relations, w) - best) / (n - 1);
    }
  },
};

function meanQueryCosine({ windows, queryCosines }: WindowRelations, w: number): number {
  const from = windows.from[w];
  const to = windows.to[w];
  let sum = 0;
  for (let s = from; s < to; s++) sum += queryCosines[s];
  return sum / (to - from);
}
