import { indices } from './workspace.ts';

const pending = indices();

/**
 * Connected components over positive weights.
 *
 * @param weights [n × n], symmetric
 * @param labels [n], written: components are numbered from 0 by their lowest node
 * @returns how many there are
 */
export function connectedComponents(weights: Float64Array, n: number, labels: Int32Array): number {
  const stack = pending.take(n);
  labels.fill(-1, 0, n);
  let count = 0;
  for (let start = 0; start < n; start++) {
    if (labels[start] >= 0) continue;
    labels[start] = count;
    stack[0] = start;
    for (let depth = 1; depth > 0; ) {
      const i = stack[--depth];
      for (let j = 0; j < n; j++) {
        if (labels[j] < 0 && weights[i * n + j] > 0) {
          labels[j] = count;
          stack[depth++] = j;
        }
      }
    }
    count++;
  }
  return count;
}
