import type { WindowSignal } from '../features.ts';
import { windowRelations } from '../windows/index.ts';

/** 1 − best cosine of a sentence to the query. In [0, 2]. */
export const windowQueryDistance: WindowSignal = {
  name: 'window-query-distance',
  compute: (f) => windowRelations(f).windows.map((w) => 1 - w.bestQueryCosine),
};

/** 1 − second best cosine of a sentence to the query; of the best where there is one sentence. In [0, 2]. */
export const windowSecondDistance: WindowSignal = {
  name: 'window-second-distance',
  compute: (f) => windowRelations(f).windows.map((w) => 1 - w.secondQueryCosine),
};

/** 1 − mean cosine of the sentences to the query. In [0, 2]. */
export const windowMeanDistance: WindowSignal = {
  name: 'window-mean-distance',
  compute: (f) => windowRelations(f).windows.map((w) => 1 - mean(w.queryCosines)),
};

/** 1 − cosine of the query and the mean unit vector of the sentences. In [0, 2]; 1 where the mean is 0. */
export const windowCentreDistance: WindowSignal = {
  name: 'window-centre-distance',
  compute: (f) =>
    windowRelations(f).windows.map(({ from, to, queryCosines }) => {
      let square = 0;
      for (let i = from; i < to; i++) for (let j = from; j < to; j++) square += f.similarities[i * f.sentenceCount + j];
      const size = to - from;
      const length = Math.sqrt(Math.max(0, square)) / size;
      return length > ZERO_LENGTH ? 1 - mean(queryCosines) / length : 1;
    }),
};

/**
 * How far the rest of the window is from everything, apart from its sentence nearest to the query: 1 − the largest cosine of another of its
 * sentences to the query or to a sentence outside. Of its one sentence where it has one. In [0, 2].
 */
export const windowLoneSentences: WindowSignal = {
  name: 'window-lone-sentences',
  compute: (f) => {
    const { windows } = windowRelations(f);
    return windows.map((window) => {
      const { from, to, queryCosines } = window;
      const nearest = to - from === 1 ? -1 : from + queryCosines.indexOf(window.bestQueryCosine);
      let best = Number.NEGATIVE_INFINITY;
      for (let i = from; i < to; i++) {
        if (i === nearest) continue;
        best = Math.max(best, queryCosines[i - from]);
        for (let j = 0; j < f.sentenceCount; j++) {
          if (j < from || j >= to) best = Math.max(best, f.similarities[i * f.sentenceCount + j]);
        }
      }
      return 1 - best;
    });
  },
};

/** A mean of unit vectors that is this short beside 1 is rounding around zero. */
const ZERO_LENGTH = 1e-6;

/** Best cosine of a sentence to the query minus the mean of the others'. In [0, 2]; 0 where there is one sentence. */
export const windowImbalance: WindowSignal = {
  name: 'window-imbalance',
  compute: (f) =>
    windowRelations(f).windows.map(({ queryCosines, bestQueryCosine }) => {
      const n = queryCosines.length;
      if (n === 1) return 0;
      return bestQueryCosine - (n * mean(queryCosines) - bestQueryCosine) / (n - 1);
    }),
};

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
