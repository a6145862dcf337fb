import { type Backend, MEASURE_COUNT, MEASURES, type Measure } from '../linalg/backend.ts';
import { connectedComponents } from './components.ts';
import { spectralGap } from './fiedler.ts';
import { knnGraph } from './knn.ts';
import { writeSides } from './parts.ts';
import { doubles, indices } from './workspace.ts';

/** Column of each measure in a row. */
export const MEASURE_INDEX = Object.fromEntries(MEASURES.map((name, column) => [name, column])) as Readonly<
  Record<Measure, number>
>;

const graphWeights = doubles();
const componentLabels = indices();

/**
 * One row of measures of the k-NN graph over n sentences, by a backend's steps; meanings as in `MEASURES`. A graph of one
 * node is connected and has no second eigenvalue and no cut: its λ₂ and conductances are 0 and its gap is NaN.
 *
 * @param similarities [n × n] cosines, symmetric and finite
 * @param k neighbours, ≥ 1
 * @param row [MEASURE_COUNT], written
 * @param fiedler [n], written; zeros where there is more than one component, or one node
 * @param sides [n], written as `writeSides` says; null where it is not asked for
 */
export function writeMeasures(
  backend: Backend,
  similarities: Float64Array,
  n: number,
  k: number,
  row: Float64Array,
  fiedler: Float64Array,
  sides: Float64Array | null = null,
): void {
  const weights = knnGraph(similarities, n, k, graphWeights.take(n * n));
  const labels = componentLabels.take(n);
  const components = connectedComponents(weights, n, labels);
  row.fill(0, 0, MEASURE_COUNT);
  row[MEASURE_INDEX.components] = components;
  if (components === 1 && n > 1) {
    const { lambda2, gap } = spectralGap(backend, weights, n, fiedler);
    const { sign, sweep, exact } = backend.cuts(weights, n, fiedler);
    row[MEASURE_INDEX.lambda2] = lambda2;
    row[MEASURE_INDEX.gap] = gap;
    row[MEASURE_INDEX.conductanceSign] = sign;
    row[MEASURE_INDEX.conductanceSweep] = sweep;
    row[MEASURE_INDEX.conductanceExact] = exact;
  } else {
    row[MEASURE_INDEX.gap] = Number.NaN;
    fiedler.fill(0, 0, n);
  }
  if (sides !== null) writeSides(components, labels, n, fiedler, sides);
  writeMeans(similarities, weights, n, row);
}

function writeMeans(similarities: Float64Array, weights: Float64Array, n: number, row: Float64Array): void {
  let similarity = 0;
  let weight = 0;
  let edges = 0;
  for (let i = 0; i < n; i++) {
    for (let t = i * n + i + 1; t < (i + 1) * n; t++) {
      similarity += similarities[t];
      weight += weights[t];
      if (weights[t] > 0) edges++;
    }
  }
  row[MEASURE_INDEX.meanSimilarity] = n > 1 ? similarity / ((n * (n - 1)) / 2) : 0;
  row[MEASURE_INDEX.meanWeight] = edges > 0 ? weight / edges : 0;
}
