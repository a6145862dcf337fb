import { type RankedClasses, rankClasses } from './ranks.ts';

/**
 * Area under the ROC curve: the probability that an attack scores above a benign context, ties counting one half
 * (Mann–Whitney U / nm). NaN where a class is empty.
 */
export function auroc(benign: ArrayLike<number>, attacks: ArrayLike<number>): number {
  return weightedAuroc(
    rankClasses(benign, attacks),
    new Float64Array(benign.length).fill(1),
    new Float64Array(attacks.length).fill(1),
  );
}

/** The same with a weight for each score, e.g. how often a resample drew it. */
export function weightedAuroc(
  { order, groupEnd }: RankedClasses,
  benignWeights: ArrayLike<number>,
  attackWeights: ArrayLike<number>,
): number {
  let benignBelow = 0;
  let attackTotal = 0;
  let wins = 0;
  let benignTied = 0;
  let attackTied = 0;
  for (let i = 0; i < order.length; i++) {
    const id = order[i];
    if (id >= 0) benignTied += benignWeights[id];
    else attackTied += attackWeights[-1 - id];
    if (groupEnd[i] === 1) {
      wins += attackTied * (benignBelow + benignTied / 2);
      benignBelow += benignTied;
      attackTotal += attackTied;
      benignTied = 0;
      attackTied = 0;
    }
  }
  return wins / (benignBelow * attackTotal);
}
