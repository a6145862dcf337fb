import { rankClasses } from './ranks.ts';

export interface CurvePoint {
  x: number;
  y: number;
}

/** ROC curve: x = false-positive rate, y = recall, from (0, 0) to (1, 1); one point for each distinct score. */
export function rocCurve(benign: ArrayLike<number>, attacks: ArrayLike<number>): CurvePoint[] {
  return [
    { x: 0, y: 0 },
    ...countsAbove(benign, attacks).map(({ falsePositives, truePositives }) => ({
      x: falsePositives / benign.length,
      y: truePositives / attacks.length,
    })),
  ];
}

/**
 * Precision–recall curve: x = recall, y = precision, by falling score; one point for each distinct score, after (0, 1) by
 * convention. Precision depends on how many of either class there are.
 */
export function precisionRecallCurve(benign: ArrayLike<number>, attacks: ArrayLike<number>): CurvePoint[] {
  return [
    { x: 0, y: 1 },
    ...countsAbove(benign, attacks).map(({ falsePositives, truePositives }) => ({
      x: truePositives / attacks.length,
      y: truePositives / (truePositives + falsePositives),
    })),
  ];
}

/** Average precision Σ (R_i − R_{i−1}) P_i: the area under the precision–recall steps, without interpolation. */
export function averagePrecision(benign: ArrayLike<number>, attacks: ArrayLike<number>): number {
  const curve = precisionRecallCurve(benign, attacks);
  let area = 0;
  for (let i = 1; i < curve.length; i++) area += (curve[i].x - curve[i - 1].x) * curve[i].y;
  return area;
}

/** Thins a curve to at most `keep` points, evenly by index; both ends stay. For drawing. */
export function thinCurve(curve: readonly CurvePoint[], keep: number): CurvePoint[] {
  if (curve.length <= keep) return [...curve];
  return Array.from({ length: keep }, (_, i) => curve[Math.round((i * (curve.length - 1)) / (keep - 1))]);
}

/** How many of either class score at least each distinct score, by falling score. */
function countsAbove(
  benign: ArrayLike<number>,
  attacks: ArrayLike<number>,
): { falsePositives: number; truePositives: number }[] {
  const { order, groupEnd } = rankClasses(benign, attacks);
  const counts: { falsePositives: number; truePositives: number }[] = [];
  let falsePositives = 0;
  let truePositives = 0;
  for (let i = order.length - 1; i >= 0; i--) {
    if (order[i] >= 0) falsePositives++;
    else truePositives++;
    if (i === 0 || groupEnd[i - 1] === 1) counts.push({ falsePositives, truePositives });
  }
  return counts;
}
